import { InferenceChat } from '../../../nodes/InferenceChat/InferenceChat.node';
import { typed } from '../../coverage/given';
import { withOptions } from '../../engine/withOptions';
import { STREAMED, withService } from '../withService';

const world = withService();
const run = world.runner(new InferenceChat());
const basic = typed('text-basic');

describe('Inference Chat: Stream Response to Avoid Timeouts', () => {
	it('returns the same answer as without it, usage and cost included', async () => {
		const prompt = 'Grüße, 世界 🌍, and a long enough answer to need several pieces';
		const parameters = {
			model: typed('text-reasoning'),
			prompt,
			options: { webSearch: { enableWebSearch: 'on' } },
		};
		const plain = await run(withOptions(parameters, { stream: false }));
		const streamed = await run(parameters);
		expect(streamed.error).toBeUndefined();
		const [whole, request] = world.service.journal;
		expect(whole?.body).not.toHaveProperty('stream');
		expect(request?.body).toMatchObject(STREAMED);
		expect(request?.headers.accept).toBe('text/event-stream, application/json');
		const same = { ...plain.outputs[0]?.[0]?.json };
		expect(streamed.outputs[0]?.[0]?.json).toEqual({ ...same, id: expect.any(String) });
		expect(same.text).toContain('世界 🌍');
		expect(same.reasoning).toEqual(expect.any(String));
		expect(same.citations).not.toEqual([]);
	});

	it.each([
		[undefined, true, true],
		[undefined, false, false],
		[true, false, true],
		[false, true, false],
	])('set to %s, with Simplify %s: asks for a stream is %s', async (stream, simplify, asks) => {
		await run({
			...{ model: basic, prompt: 'Hi', simplify },
			options: stream === undefined ? {} : { stream },
		});
		expect(world.service.journal[0]?.body).toEqual({
			model: 'text-basic',
			messages: [{ role: 'user', content: 'Hi' }],
			...(asks ? STREAMED : {}),
		});
	});

	it('is left off for log probabilities, which a stream lacks, and the item has them', async () => {
		const options = { sampling: { logprobs: true, topLogprobs: 1 } };
		const { item, error } = await run({ model: basic, prompt: 'Hi', options });
		expect(error).toBeUndefined();
		expect(world.service.journal[0]?.body).not.toHaveProperty('stream');
		expect(item.json.logprobs).toMatchObject({ token: expect.any(String), logprob: -0.1 });
	});

	it.each([true, false])('names numbers that cannot be read (stream: %s)', async (stream) => {
		const choice = `"choices":[{"index":0,"${stream ? 'delta' : 'message'}":{"content":"Hi"},"finish_reason":"stop"}]`;
		const chunk = `{${choice},"usage":{"prompt_tokens":1e999}}`;
		const body = stream ? `data: ${chunk}\n\ndata: [DONE]\n\n` : chunk;
		const contentType = stream ? 'text/event-stream' : 'application/json';
		world.service.fault({ path: '/chat/completions', status: 200, body, contentType });
		const { item } = await run({ model: basic, prompt: 'Hi', options: { stream } });
		expect(item.json).toMatchObject({
			text: 'Hi',
			unreadNumbers: ['usage.prompt_tokens'],
			cost: null,
			costUnknown: expect.any(String),
		});
	});

	it('keeps parallel tool calls of equal index apart', async () => {
		const tools = ['get_weather', 'get_time'].map((name) => ({
			type: 'function',
			function: { name, parameters: { type: 'object' } },
		}));
		const parameters = { model: basic, prompt: 'Please call the tool' };
		const toolCalling = { tools: JSON.stringify(tools) };
		const plain = await run({ ...parameters, options: { stream: false, toolCalling } });
		const streamed = await run({ ...parameters, options: { toolCalling } });
		const calls = streamed.outputs[0]?.[0]?.json.toolCalls as Array<{ name: string }>;
		expect(calls.map(({ name }) => name)).toEqual(['get_weather', 'get_time']);
		const nameAndArguments = (list: unknown) =>
			(list as Array<{ name: string; arguments: unknown }>).map((call) => [
				call.name,
				call.arguments,
			]);
		expect(nameAndArguments(calls)).toEqual(
			nameAndArguments(plain.outputs[0]?.[0]?.json.toolCalls),
		);
	});

	it('explains a refusal that comes instead of a stream', async () => {
		const { error } = await run({ model: typed('text-offline'), prompt: 'Hi' });
		expect(error?.message).toMatch(/^The model is offline/);
	});

	it('makes an error of a stream that breaks off, keeps what came and does not pay twice', async () => {
		world.service.fault({ path: '/chat/completions', cut: 'midway' });
		const { error } = await run({ model: basic, prompt: 'A long story '.repeat(40) });
		expect(error?.message).toMatch(
			/^The answer ended early after \d+ characters; the call may have been charged$/,
		);
		expect(error?.context).toMatchObject({ partialAnswer: { choices: [expect.anything()] } });
		expect(world.service.journal).toHaveLength(1);
		expect(world.service.ledger).toHaveLength(1);
	});
});
