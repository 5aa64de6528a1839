import { reportExactUsage, tracedUsage } from '../../../../lib/chat/agents/adapter';
import { chatBody, wireTool, wireToolChoice } from '../../../../lib/chat/agents/chatCalls';
import { modelAnswerOf } from '../../../../lib/chat/agents/modelAnswer';
import type { ServiceFailure } from '../../../../lib/core/failure';
import { readChatAnswer } from '../../../../lib/chat/chatAnswer';
import { requireAnswer } from '../../../../lib/chat/completion';

const paid = {
	id: 'chat-1',
	model: 'm',
	usage: { prompt_tokens: 3, completion_tokens: 4, total_tokens: 7 },
	cost: { usd: 0.5, diem: 0 },
};
const completion = (message: object, finish_reason = 'stop') => ({
	...paid,
	choices: [{ index: 0, finish_reason, message: { role: 'assistant', ...message } }],
});
const call = (name: string, args: unknown, id?: string) => {
	return { index: 0, ...(id && { id }), type: 'function', function: { name, arguments: args } };
};
const read = (body: Record<string, unknown>, namePrefix: string, offered: string[]) => {
	const answer = { body, headers: {}, namePrefix };
	return modelAnswerOf(requireAnswer(answer, readChatAnswer(body, answer)), answer, offered);
};
const refused = (message: object, finish?: string, offered: string[] = []) => {
	try {
		read(completion(message, finish), 'service', offered);
	} catch (error) {
		return error as ServiceFailure;
	}
	throw new Error('Nothing was thrown');
};

describe('what an agent gets of an answer', () => {
	test('the text, with usage and cost as reported', () => {
		expect(read(completion({ content: 'Hi', tool_calls: [] }), 'service', [])).toEqual({
			text: 'Hi',
			calls: [],
			kept: {},
			usage: { input: 3, output: 4, total: 7, cached: 0, reasoning: 0 },
			facts: { ...paid, finish_reason: 'stop' },
			finish: { kind: 'whole', word: 'stop', sentence: '' },
		});
	});

	test.each([
		{ completion_tokens: 'four' },
		{ prompt_tokens: -1 },
		{ prompt_tokens_details: { cached_tokens: 'two' } },
	])('no usage where a number cannot be read: %j', (odd) => {
		const answer = { ...completion({ content: 'Hi' }), usage: { ...paid.usage, ...odd } };
		expect(read(answer, 'service', []).usage).toBeUndefined();
		const result = { generations: [[{ generationInfo: { usage: answer.usage } }]] };
		expect(tracedUsage(result)).toMatchObject({ promptTokens: 0, completionTokens: 0 });
	});

	test('the sum of the tokens where their total is missing', () => {
		const usage = { prompt_tokens: 100, completion_tokens: 50 };
		expect(read({ ...completion({ content: 'Hi' }), usage }, 'service', []).usage).toMatchObject({
			...{ input: 100, output: 50, total: 150 },
		});
	});

	test('several calls with equal indexes, empty arguments, and the turn with what was read of them', () => {
		const message = {
			content: null,
			reasoning_content: 'So',
			reasoning_details: [{ type: 'x' }],
			thought_signature: 'abc=',
			tool_calls: [call('one', '{"a": 1}', 'a'), call('two', '', 'b'), call('two', ' ')],
		};
		const { calls, kept, facts } = read(completion(message, 'tool_calls'), 'service', [
			'one',
			'two',
		]);
		expect(calls).toEqual([
			{ id: 'a', name: 'one', args: { a: 1 } },
			{ id: 'b', name: 'two', args: {} },
			{ id: 'call00000', name: 'two', args: {} },
		]);
		expect(kept).toEqual({
			reasoning_content: 'So',
			reasoning_details: [{ type: 'x' }],
			thought_signature: 'abc=',
		});
		expect(facts.assistantMessage).toEqual({
			role: 'assistant',
			...message,
			tool_calls: [message.tool_calls[0], ...['b', 'call00000'].map((id) => call('two', '{}', id))],
		});
	});

	test('citations, from under the word of the deployment', () => {
		const body = {
			...completion({ content: 'Hi' }),
			acme_parameters: { web_search_citations: [1] },
		};
		expect(read(body, 'acme', []).facts.citations).toEqual([1]);
	});

	test('the tool that is meant, where its name is written otherwise', () => {
		const message = { content: null, tool_calls: [call('one', '{}', 'a'), call('TWO', '{}', 'b')] };
		const { calls, facts } = read(completion(message), 'service', ['One', 'one', 'Two']);
		expect(calls.map(({ name }) => name)).toEqual(['one', 'Two']);
		expect(facts.assistantMessage).toMatchObject(message);
	});

	test('a turn without the call in which the service hands over what it found', () => {
		const documents = call('acme_web_search_documents', '{"documents":[]}', 'd');
		const message = { content: null, tool_calls: [documents, call('one', '{}', 'a')] };
		const { calls, facts } = read(completion(message, 'tool_calls'), 'acme', ['one']);
		expect(calls).toEqual([{ id: 'a', name: 'one', args: {} }]);
		expect(facts.assistantMessage).toMatchObject({ tool_calls: [call('one', '{}', 'a')] });
	});

	test('no call of a tool that was not offered, as search results are', () => {
		const message = { content: 'Hi', tool_calls: [call('documents', '{}', 'a')] };
		const { calls, facts, text } = read(completion(message), 'service', ['one']);
		expect({ calls, text }).toEqual({ calls: [], text: 'Hi' });
		expect(facts).not.toHaveProperty('assistantMessage');
	});
});

describe('an answer that no agent could use says so, with what was paid', () => {
	test.each([
		[
			'an unknown tool',
			refused({ tool_calls: [call('other', '{}', 'a')] }, 'tool_calls', ['one', 'two']),
			'The model called a tool that it was not offered, "other": only one, two can be',
		],
		[
			'broken arguments',
			refused({ tool_calls: [call('one', '{"a": ', 'a')] }, 'length', ['one']),
			'The model did not finish the arguments of its call of "one", because its tokens were used up: "{"a": "',
		],
		[
			'arguments that are a list',
			refused({ tool_calls: [call('one', '[1]', 'a')] }, 'tool_calls', ['one']),
			'The model called the tool "one" with arguments that are not a JSON object: "[1]"',
		],
		[
			'no tokens left',
			refused({ content: '' }, 'length'),
			'The model used up its tokens before it answered',
		],
	])('an answer with %s says so, with what was paid', (_what, { message, facts }, sentence) => {
		expect(message).toBe(sentence);
		expect(facts).toMatchObject({ status: 200, details: paid });
		expect(facts.charge).toBe('certain');
	});

	test('an answer without any choice says so', () => {
		expect(() => read(paid, 'service', [])).toThrow('The service sent no answer');
	});
});

describe('the request', () => {
	test('has options for tools only with tools', () => {
		const panel = { model: 'm', parallel_tool_calls: false };
		const more = { messages: [], toolChoice: 'required' };
		expect(chatBody(panel, { ...more, tools: [] })).toEqual({ model: 'm', messages: [] });
		const tools = [
			wireTool({ type: 'function', name: 'one', inputSchema: {} }, { type: 'object' }),
		];
		expect(chatBody(panel, { ...more, tools, stop: ['x'] })).toEqual({
			model: 'm',
			messages: [],
			stop: ['x'],
			tools: [{ type: 'function', function: { name: 'one', parameters: { type: 'object' } } }],
			parallel_tool_calls: false,
			tool_choice: 'required',
		});
	});

	test('names a tool choice as the service does', () => {
		expect(['any', 'auto', 'none', 'required', undefined].map(wireToolChoice)).toEqual([
			'required',
			'auto',
			'none',
			'required',
			undefined,
		]);
		const named = { type: 'function', function: { name: 'one' } };
		expect([wireToolChoice('one'), wireToolChoice(named)]).toEqual([named, named]);
	});
});

describe('n8n’s tracing', () => {
	test('reads usage and cost from the facts of the answer', () => {
		const result = { generations: [[{ text: 'Hi', generationInfo: paid }]] };
		const figures = { promptTokens: 3, completionTokens: 4, totalTokens: 7, cost: 0.5 };
		expect(tracedUsage(result)).toEqual(figures);
		expect(tracedUsage({})).toEqual({ promptTokens: 0, completionTokens: 0, totalTokens: 0 });
	});

	test('says how many tokens came from a cache', () => {
		const usage = { ...paid.usage, prompt_tokens_details: { cached_tokens: 2 } };
		const result = { generations: [[{ generationInfo: { ...paid, usage } }]] };
		expect(tracedUsage(result)).toMatchObject({ promptTokens: 3, cachedTokens: 2, cost: 0.5 });
	});

	test('does so when configured, and leaves anything else alone', () => {
		const other = { options: { a: 1 } };
		const tracing = { options: { a: 1, tokensUsageParser: () => ({}) } };
		reportExactUsage([other, 'x', tracing]);
		expect(other).toEqual({ options: { a: 1 } });
		expect(tracing.options).toEqual({ a: 1, tokensUsageParser: tracedUsage });
		expect(() => reportExactUsage(undefined)).not.toThrow();
	});
});
