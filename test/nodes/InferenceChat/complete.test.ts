import { InferenceChat } from '../../../nodes/InferenceChat/InferenceChat.node';
import { typed } from '../../coverage/given';
import { STREAMED, withService } from '../withService';

const world = withService();
const runChat = world.runner(new InferenceChat());
const basic = typed('text-basic');

describe('Inference Chat: Answer', () => {
	it('sends a prompt and nothing that was not set', async () => {
		const { item } = await runChat({ model: basic, prompt: 'Say hello' });
		const [request] = world.service.journal;
		expect(request).toMatchObject({ method: 'POST', path: '/chat/completions' });
		expect(request?.headers.authorization).toBe(`Bearer ${world.service.keys.user}`);
		expect(request?.body).toEqual({
			model: 'text-basic',
			messages: [{ role: 'user', content: 'Say hello' }],
			...STREAMED,
		});
		expect(item.pairedItem).toEqual({ item: 0 });
		expect(item.json).toEqual({
			text: expect.stringContaining('Say hello'),
			finishReason: 'stop',
			model: 'text-basic',
			inputTokens: expect.any(Number),
			outputTokens: expect.any(Number),
			cost: { amount: expect.any(Number), currency: 'USD' },
			id: expect.any(String),
		});
		expect(world.service.ledger).toHaveLength(1);
	});

	it('uses the default of the service when no model was chosen', async () => {
		const { error } = await runChat({ prompt: 'Hi' });
		expect(error).toBeUndefined();
		expect(world.service.journal[0]?.body).toMatchObject({ model: 'default' });
	});

	it('sends no tool choice where an expression returns nothing', async () => {
		const tools = JSON.stringify([{ type: 'function', function: { name: 'look_up' } }]);
		const toolCalling = { tools, toolChoice: '={{ null }}' };
		const { error } = await runChat({ model: basic, prompt: 'Hi', options: { toolCalling } });
		expect(error).toBeUndefined();
		expect(world.service.journal[0]?.body).not.toHaveProperty('tool_choice');
	});

	it.each([
		['({ type: "function", function: { name: "look_up" } })', undefined],
		['({ name: "look_up" })', 'Tool Choice must be text, but {"name":"look_up"} was given'],
		['["auto"]', 'Tool Choice must be text, but ["auto"] was given'],
	])(
		'sends a tool choice that is the object %s as it is, or refuses it',
		async (given, message) => {
			const choice = { type: 'function', function: { name: 'look_up' } };
			const toolCalling = { tools: JSON.stringify([choice]), toolChoice: `={{ ${given} }}` };
			const { error } = await runChat({ model: basic, prompt: 'Hi', options: { toolCalling } });
			expect(error?.message).toBe(message);
			const sent = message === undefined ? [expect.objectContaining({ tool_choice: choice })] : [];
			expect(world.service.journal.map(({ body }) => body)).toEqual(sent);
		},
	);

	it('leaves a model suffix intact', async () => {
		const { item } = await runChat({
			model: typed('text-basic:enable_web_search=on'),
			prompt: 'News?',
		});
		expect(world.service.journal[0]?.body).toMatchObject({
			model: 'text-basic:enable_web_search=on',
		});
		expect(item.json.citations).not.toEqual([]);
	});

	it('returns the whole answer without Simplify, and the facts of the response on request', async () => {
		const { item } = await runChat({
			model: basic,
			prompt: 'Hi',
			simplify: false,
			options: { otherFields: { includeResponseMetadata: true } },
		});
		expect(item.json).toMatchObject({
			object: 'chat.completion',
			choices: [{ message: { role: 'assistant' } }],
			responseMetadata: {
				requestId: expect.any(String),
				modelId: 'text-basic',
				balanceBefore: { usd: expect.any(Number) },
				rateLimit: { remainingRequests: expect.any(Number) },
			},
		});
	});

	it('reports a model that will be withdrawn, in the output and in the log', async () => {
		const { item, logs } = await runChat({ model: typed('text-retiring'), prompt: 'Hi' });
		expect(item.json.modelDeprecation).toMatchObject({ warning: expect.any(String) });
		expect(logs.join('\n')).toContain('will be withdrawn');
	});

	it('writes the word of the deployment in its own names only', async () => {
		world.service.fault({ path: '/chat/completions', status: 200, body: { choices: [] } });
		await runChat(
			{
				model: basic,
				prompt: 'service_parameters stay in text',
				options: { includeServiceSystemPrompt: false },
			},
			world.accessWith({ namePrefix: 'acme' }),
		);
		expect(world.service.journal[0]?.body).toEqual({
			model: 'text-basic',
			messages: [{ role: 'user', content: 'service_parameters stay in text' }],
			acme_parameters: { include_acme_system_prompt: false },
			...STREAMED,
		});
	});
});

describe('an answer with nothing in it', () => {
	const paid = { id: 'c1', model: 'm', usage: { total_tokens: 7 }, cost: { usd: 0.01, diem: 0 } };
	const choice = (message: object, finish_reason: string) => ({
		...paid,
		choices: [{ index: 0, message, finish_reason }],
	});
	const run = async (fault: object, options = {}) => {
		world.service.fault({ path: '/chat/completions', status: 200, ...fault });
		return await runChat({ model: basic, prompt: 'Hi', options });
	};

	it.each([
		['no choices', { body: paid }, 'The service sent no answer', 'may have been'],
		['no message', { body: { ...paid, choices: [{}] } }, 'The service sent no answer', 'may have'],
		[
			'no text at its token limit',
			{ body: choice({ content: '' }, 'length') },
			'The model used up its tokens before it answered',
			'was',
		],
		['a number as text', { body: choice({ content: 7 }, 'stop') }, 'choices.0.message.content', ''],
		['an error', { body: { error: 'Model is gone' } }, 'Model is gone', 'may have been'],
		[
			'a login page',
			{ body: '<html><title>Log in</title>', contentType: 'text/html' },
			'the web page "Log in"',
			'may have been',
		],
	])('%s: the sentence says so', async (_what, fault, sentence, charged) => {
		const { error, outputs } = await run(fault);
		expect(outputs.flat()).toEqual([]);
		expect(error?.message).toContain(sentence);
		expect(error?.message).toMatch(new RegExp(`; the call ${charged}.* charged$`));
	});

	it('keeps what it says of usage and cost', async () => {
		const { error } = await run({ body: choice({ content: null }, 'length') });
		expect(error?.context).toMatchObject(paid);
	});

	it.each([
		['a stream of its end alone', 'data: [DONE]\n\n', 'The service sent no answer'],
		[
			'a piece of another type',
			'data: {"choices":[{"delta":{"content":5}}]}\n\n',
			'cannot be read',
		],
		['a page in place of a stream', '<!doctype html><title>Hotel</title>', 'the web page "Hotel"'],
	])('%s is reported as well', async (_what, body, sentence) => {
		const { error } = await run({ body, contentType: 'text/event-stream' }, { stream: true });
		expect(error?.message).toContain(sentence);
	});
});
