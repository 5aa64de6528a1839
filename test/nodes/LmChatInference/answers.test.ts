import { AIMessage, HumanMessage, SystemMessage } from '@langchain/core/messages';

import { typed } from '../../coverage/given';
import { STREAMED, withService } from '../withService';
import { chatModel, factsOf, streamed, tool } from './chatModel';

const world = withService();
const hello = [new SystemMessage('Be kind'), new HumanMessage('Hello')];
const bodies = () => world.service.requests('/chat/completions').map(({ body }) => body);

describe('a whole answer', () => {
	test('is asked for with what the panel says, and is a text with usage and cost', async () => {
		const { response, shown, metadata } = await chatModel(world.access, {
			options: {
				temperature: 0.2,
				maxCompletionTokens: 50,
				includeServiceSystemPrompt: false,
				stop: ['x', ''],
				advanced: { promptCacheKey: 'talk' },
				webSearch: { enableWebSearch: 'on' },
			},
		});
		const message = await response.invoke(hello);
		expect(bodies()).toEqual([
			{
				model: 'text-basic',
				messages: [
					{ role: 'system', content: 'Be kind' },
					{ role: 'user', content: 'Hello' },
				],
				temperature: 0.2,
				max_completion_tokens: 50,
				prompt_cache_key: 'talk',
				stop: ['x'],
				acme_parameters: { enable_web_search: 'on', include_acme_system_prompt: false },
				...STREAMED,
			},
		]);
		expect(message.content).toBe('You said “Hello”');
		const [charge] = world.service.ledger;
		const { usage, cost } = factsOf(message);
		expect(message.usage_metadata).toMatchObject({
			input_tokens: usage.prompt_tokens,
			output_tokens: usage.completion_tokens,
		});
		expect(message.response_metadata).toMatchObject({
			model: 'text-basic',
			finish_reason: 'stop',
			citations: [{ title: 'Example Domain' }, { title: 'Another page' }],
		});
		const { usd } = cost;
		expect(charge).toBeDefined();
		const tokenUsage = {
			promptTokens: usage.prompt_tokens,
			completionTokens: usage.completion_tokens,
			totalTokens: usage.total_tokens,
			cost: usd,
		};
		expect(shown()).toEqual([expect.objectContaining({ tokenUsage, error: undefined })]);
		expect(shown()[0]).not.toHaveProperty('tokenUsageEstimate');
		expect(metadata()).toEqual([
			{
				tracing: {
					'llm.tokens.in': tokenUsage.promptTokens,
					'llm.tokens.out': tokenUsage.completionTokens,
					'llm.tokens.total': tokenUsage.totalTokens,
					'llm.tokens.estimated': false,
					'llm.cost.total': usd,
				},
			},
		]);
	});

	test('can come as one piece from the service', async () => {
		const { response } = await chatModel(world.access, { options: { stream: false } });
		const message = await response.invoke(hello);
		expect(bodies()).toEqual([expect.not.objectContaining({ stream: expect.anything() })]);
		expect(message.content).toBe('You said “Hello”');
		expect(factsOf(message).cost.usd).toBeGreaterThan(0);
	});

	test('can follow a JSON Schema', async () => {
		const schema = { type: 'object', properties: { city: { type: 'string' } } };
		const { response } = await chatModel(world.access, {
			responseFormat: 'json_schema',
			jsonSchema: JSON.stringify(schema),
		});
		const message = await response.invoke(hello);
		expect(JSON.parse(`${message.content}`)).toEqual({ city: 'sample city' });
		expect(bodies()).toEqual([
			expect.objectContaining({
				response_format: {
					type: 'json_schema',
					json_schema: { name: 'answer', strict: true, schema },
				},
			}),
		]);
	});
});

describe('a streamed answer', () => {
	test('comes in pieces of text, and ends with exact usage and cost', async () => {
		const { response, shown, metadata } = await chatModel(world.access);
		const { chunks, message } = await streamed(response, hello);
		expect(chunks.length).toBeGreaterThan(2);
		expect(chunks.every(({ content }) => typeof content === 'string')).toBe(true);
		expect(message.content).toBe('You said “Hello”');
		const { usage, cost } = factsOf(message);
		expect(shown()).toEqual([
			expect.objectContaining({
				tokenUsage: {
					promptTokens: usage.prompt_tokens,
					completionTokens: usage.completion_tokens,
					totalTokens: usage.total_tokens,
					cost: cost.usd,
				},
			}),
		]);
		expect(metadata()).toMatchObject([{ tracing: { 'llm.tokens.estimated': false } }]);
		expect(message.usage_metadata).toMatchObject({ output_tokens: usage.completion_tokens });
	});

	test('keeps its reasoning beside the text', async () => {
		const { response } = await chatModel(world.access);
		world.service.script({ text: 'Yes', reasoning: 'Because' });
		const { message } = await streamed(response, hello);
		expect(message.content).toBe('Yes');
		expect(message.additional_kwargs).toEqual({ reasoning_content: 'Because' });
	});
});

describe('tools', () => {
	const calls = [
		{ name: 'one', arguments: { a: 'x'.repeat(40), list: [1, 2] } },
		{ name: 'two', arguments: '' },
		{ name: 'one', arguments: '{"a": "y"}' },
	];
	const expected = [
		{ name: 'one', args: calls[0]?.arguments },
		{ name: 'two', args: {} },
		{ name: 'one', args: { a: 'y' } },
	];

	test.each(['whole', 'streamed'])('several calls at once, %s', async (way) => {
		const { response } = await chatModel(world.access);
		const bound = response.bindTools([tool('one', { a: { type: 'string' } }), tool('two')]);
		world.service.script({ calls, reasoning: 'Because' });
		const model = bound as typeof response;
		const message =
			way === 'whole' ? await model.invoke(hello) : (await streamed(model, hello)).message;
		expect(message.tool_calls?.map(({ name, args }) => ({ name, args }))).toEqual(expected);
		expect(new Set(message.tool_calls?.map(({ id }) => id)).size).toBe(3);
		expect(message.content).toBe('');
		expect(message.additional_kwargs).toEqual({ reasoning_content: 'Because' });
		expect(bodies()).toEqual([
			expect.objectContaining({
				tools: ['one', 'two'].map((name) => ({
					type: 'function',
					function: {
						name,
						description: `Does ${name}`,
						parameters: {
							type: 'object',
							properties: name === 'one' ? { a: { type: 'string' } } : {},
						},
					},
				})),
			}),
		]);
	});

	test('bound twice are offered once, and a forced call stays forced', async () => {
		const { response } = await chatModel(world.access, { options: { parallelToolCalls: false } });
		const once = response.bindTools([tool('one')], { tool_choice: 'any' }) as typeof response;
		const twice = once.bindTools([tool('one'), tool('two')]) as typeof response;
		const message = await twice.invoke(hello);
		expect(message.tool_calls).toHaveLength(1);
		expect(bodies()).toEqual([
			expect.objectContaining({
				tool_choice: 'required',
				parallel_tool_calls: false,
				tools: [
					expect.objectContaining({ function: expect.objectContaining({ name: 'one' }) }),
					expect.objectContaining({ function: expect.objectContaining({ name: 'two' }) }),
				],
			}),
		]);
	});

	test('tool calls of an earlier answer are kept with what the model wants back', async () => {
		const { response } = await chatModel(world.access, { model: typed('text-reasoning') });
		const model = response.bindTools([tool('one'), tool('two')]) as typeof response;
		const question = new HumanMessage('[call one {"a": 1}] [call two]');
		const { message } = await streamed(model, [question]);
		const results = (message.tool_calls ?? []).map(({ id = '', name }) => {
			return { type: 'tool', tool_call_id: id, name, content: `of ${name}` } as const;
		});
		// n8n's agent rebuilds the turn: one message a call, and nothing of what the model wants back.
		const rebuilt = (message.tool_calls ?? []).flatMap((call, index) => [
			new AIMessage({
				content: [],
				tool_calls: [{ ...call, args: { ...call.args, id: call.id } }],
			}),
			results[index] ?? 'none',
		]);
		const answer = await model.invoke([question, ...rebuilt]);
		expect(answer.content).toBe('The tools said “of one”, “of two”');
		expect(bodies()[1]).toMatchObject({
			messages: [
				{ role: 'user' },
				{
					role: 'assistant',
					reasoning_content: expect.stringMatching(
						/^The caller has marked which tools to call\.\n\n__ENCRYPTED_REASONING__id=\S+\n\S+$/,
					),
					reasoning_details: [{ type: 'reasoning.encrypted' }],
					thought_signature: expect.any(String),
					tool_calls: [{ function: { arguments: '{"a": 1}' } }, { function: { arguments: '{}' } }],
				},
				{ role: 'tool', content: 'of one' },
				{ role: 'tool', content: 'of two' },
			],
		});
	});
});
