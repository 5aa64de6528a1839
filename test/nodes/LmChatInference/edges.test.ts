import { AIMessage, HumanMessage, SystemMessage } from '@langchain/core/messages';

import { LmChatInference } from '../../../nodes/LmChatInference/LmChatInference.node';
import { withService } from '../withService';
import { chatModel, streamed, tool } from './chatModel';

const world = withService();
const hello = [new HumanMessage('Hello')];
const path = '/chat/completions';
const usage = { prompt_tokens: 5, completion_tokens: 7, total_tokens: 12 };
const cost = { usd: 0.01, diem: 0 };

/** What a promise is rejected with. */
async function failure(promise: Promise<unknown>) {
	const [outcome] = await Promise.allSettled([promise]);
	if (outcome.status === 'fulfilled') throw new Error('It went well');
	return outcome.reason as Error & Record<string, unknown>;
}

const events = (...chunks: unknown[]) =>
	chunks.map((chunk) => `data: ${typeof chunk === 'string' ? chunk : JSON.stringify(chunk)}\n\n`);
const begun = (delta: object, finish_reason: string | null = null) => ({
	id: 'c1',
	model: 'm',
	choices: [{ index: 0, delta, finish_reason }],
});
const paid = { id: 'c1', choices: [], usage, cost };

/** What a model does with these chunks as the answer to a streamed call. */
async function afterStream(...chunks: unknown[]) {
	const body = events(...chunks).join('');
	world.service.fault({ path, status: 200, body, contentType: 'text/event-stream' });
	const supplied = await chatModel(world.access);
	return { supplied, error: await failure(streamed(supplied.response, hello)) };
}

describe('a history that breaks a rule of the service', () => {
	test('is repaired where that loses nothing', async () => {
		const { response } = await chatModel(world.access);
		const before = [new HumanMessage('One'), new AIMessage('')];
		const parts = [
			{ type: 'text', text: '' },
			{ type: 'text', text: 'Hello' },
		];
		const answer = await response.invoke([...before, new HumanMessage({ content: parts })]);
		expect(answer.content).toBe('You said “Hello”');
		expect(world.service.requests(path)[0]?.body).toMatchObject({
			messages: [{ role: 'user' }, { role: 'assistant', content: '' }, { content: 'Hello' }],
		});
	});

	test('is refused before anything is sent where it has a file that only a user may send', async () => {
		const picture = { type: 'image_url', image_url: { url: 'data:image/png;base64,AAAA' } };
		const { response } = await chatModel(world.access);
		for (const Message of [AIMessage, SystemMessage]) {
			const message = new Message({ content: [{ type: 'text', text: 'Look' }, picture] });
			const error = await failure(response.invoke([message, ...hello]));
			expect(error.message).toMatch(/^Message 1 has the role \w+ and carries a file/);
		}
		expect(world.service.requests(path)).toEqual([]);
	});
});

describe('an error in the middle of a stream', () => {
	test('says that it was probably paid, and keeps text, usage and cost that had come', async () => {
		const { supplied, error } = await afterStream(
			begun({ content: 'Half an' }),
			paid,
			{ error: { message: 'The model fell over', code: 'INFERENCE_FAILED' } },
			'[DONE]',
		);
		expect(error.message).toContain('The model fell over');
		expect(error.message).toMatch(/; the call may have been charged$/);
		expect(error).toMatchObject({
			context: { partialAnswer: { choices: [{ message: { content: 'Half an' } }], usage, cost } },
			functionality: 'configuration-node',
		});
		expect(supplied.shown()[0]?.error).toBe(error);
		expect(world.service.requests(path)).toHaveLength(1);
	});

	test.each([
		['no choices at all', [paid, '[DONE]'], 'The service sent no answer'],
		['nothing', ['[DONE]'], 'The service sent no answer'],
		['a broken piece', [begun({ content: 'a' }), '{"id":', '[DONE]'], 'not valid JSON'],
		['all tokens used up', [begun({}, 'length'), paid, '[DONE]'], 'used up its tokens'],
	])('a stream with %s is an error that says what was charged', async (_what, chunks, sentence) => {
		const { error } = await afterStream(...chunks);
		expect(error.message).toContain(sentence);
		expect(error.message).toMatch(/; the call (may have been|was) charged$/);
	});
});

test('a text that breaks off ends with a mark, behind which another model may go on', async () => {
	const body = events(begun({ content: 'Half a sentence' }), { error: { message: 'Fell over' } });
	world.service.fault({ path, status: 200, body: body.join(''), contentType: 'text/event-stream' });
	const { response } = await chatModel(world.access);
	const read: unknown[] = [];
	const reading = async () => {
		for await (const { content } of await response.stream(hello)) read.push(content);
	};
	await expect(reading()).rejects.toThrow('Fell over');
	expect(read.join('')).toBe('Half a sentence…\n\n');
});

describe('a whole answer that cannot be used', () => {
	const answer = (message: object, finish_reason: string, more = {}) => ({
		id: 'c1',
		model: 'm',
		choices: [{ index: 0, message: { role: 'assistant', ...message }, finish_reason }],
		usage,
		cost,
		...more,
	});
	const calls = (args: unknown) => ({
		content: null,
		tool_calls: [{ id: 't1', type: 'function', function: { name: 'look', arguments: args } }],
	});

	test.each([
		['no choices', { id: 'c1', model: 'm', usage, cost }, 'no answer'],
		['empty choices', answer({}, 'stop', { choices: [] }), 'no answer'],
		['a choice without a message', answer({}, 'stop', { choices: [{}] }), 'no answer'],
		['empty text at its token limit', answer({ content: '' }, 'length'), 'used up its tokens'],
		['arguments that break off', answer(calls('{"a": '), 'length'), 'its tokens were used up'],
		['arguments that are a list', answer(calls('[1]'), 'tool_calls'), 'not a JSON object'],
	])('%s: the sentence says so, with usage and cost', async (_what, body, sentence) => {
		world.service.fault({ path, status: 200, body });
		const { response } = await chatModel(world.access);
		const error = await failure(response.bindTools([tool('look')]).invoke(hello));
		expect(error.message).toContain(sentence);
		expect(error.context).toMatchObject({ id: 'c1', usage, cost });
		expect(world.service.requests(path)).toHaveLength(1);
	});

	test.each(['', null, undefined, '{}'])('arguments %j are none', async (args) => {
		world.service.fault({ path, status: 200, body: answer(calls(args), 'tool_calls') });
		const { response } = await chatModel(world.access);
		const message = await response.bindTools([tool('look')]).invoke(hello);
		expect(message.tool_calls).toMatchObject([{ id: 't1', name: 'look', args: {} }]);
	});
});

describe('what is sent', () => {
	const body = () => world.service.requests(path)[0]?.body;

	test('a response format is sent with tools, and suffixes of the model stay', async () => {
		const { response } = await chatModel(world.access, {
			model: { __rl: true, mode: 'id', value: 'text-basic:enable_web_search=auto' },
			responseFormat: 'json_object',
			options: { parallelToolCalls: false },
		});
		await response.bindTools([tool('look')]).invoke(hello);
		expect(body()).toMatchObject({
			model: 'text-basic:enable_web_search=auto',
			response_format: { type: 'json_object' },
			tools: [{ function: { name: 'look' } }],
		});
	});

	test('a time-out ends the call once, and says that it may have been charged', async () => {
		world.service.fault({ path, delayMs: 5_000 });
		const { response } = await chatModel(world.access, {
			options: { retriesAndLimits: { timeout: 1 } },
		});
		const error = await failure(response.invoke(hello));
		expect(error.message).toMatch(/^No answer from .* within 1 second/);
		expect(`${error.message} ${String(error.description)}`).toMatch(/may have been charged/);
		expect(world.service.requests(path)).toHaveLength(1);
	});
});

test('no setting is offered that an agent sets itself or could not use', () => {
	const panel = JSON.stringify(new LmChatInference().description.properties);
	for (const name of ['enableStreaming', 'n', 'logprobs', 'topLogprobs'])
		expect(panel).not.toContain(`"name":"${name}"`);
	expect(panel).toContain('"name":"temperature"');
});
