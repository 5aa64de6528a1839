import { call, chat } from './client';
import { startService } from './service';
import { type Body, localService } from './underTest';

const local = localService();

const PATH = '/chat/completions';
const send = (body: unknown, headers?: Record<string, string>) =>
	local.call(PATH, { body, headers });

const PICTURE = { type: 'image_url', image_url: { url: 'https://example.com/a.png' } };
const tool = { type: 'function', function: { name: 'weather' } };

describe('a chat request is refused', () => {
	it.each<[field: string, body: unknown]>([
		['model', { messages: [{ role: 'user', content: 'Hi' }] }],
		['messages', { model: 'text-basic' }],
		['messages', { model: 'text-basic', messages: [] }],
		['extra', chat('Hi', { extra: 1 })],
		['temperature', chat('Hi', { temperature: 2.1 })],
		['temperature', chat('Hi', { temperature: '1' })],
		['min_temp', chat('Hi', { min_temp: -0.1 })],
		['top_p', chat('Hi', { top_p: 1.01 })],
		['min_p', chat('Hi', { min_p: -1 })],
		['top_k', chat('Hi', { top_k: 1.5 })],
		['frequency_penalty', chat('Hi', { frequency_penalty: 3 })],
		['presence_penalty', chat('Hi', { presence_penalty: -3 })],
		['repetition_penalty', chat('Hi', { repetition_penalty: -1 })],
		['seed', chat('Hi', { seed: 0 })],
		['stop', chat('Hi', { stop: [] })],
		['stop', chat('Hi', { stop: ['a', 'b', 'c', 'd', 'e'] })],
		['max_completion_tokens', chat('Hi', { max_completion_tokens: 1.5 })],
		['prompt_cache_retention', chat('Hi', { prompt_cache_retention: '1h' })],
		['fallbacks', chat('Hi', { fallbacks: Array(11).fill({ model: 'a' }) })],
		['metadata', chat('Hi', { metadata: { a: 1 } })],
		['verbosity', chat('Hi', { verbosity: 'loud' })],
		['reasoning_effort', chat('Hi', { reasoning_effort: 'huge' })],
		['response_format', chat('Hi', { response_format: { type: 'json' } })],
		['response_format', chat('Hi', { response_format: { type: 'text', more: 1 } })],
		['tools', chat('Hi', { tools: [{ type: 'function' }] })],
		['tool_choice', chat('Hi', { tools: [tool], tool_choice: 'maybe' })],
		[
			'tool_choice',
			chat('Hi', { tools: [tool], tool_choice: { ...tool, function: { name: 'x' } } }),
		],
		['service_parameters', chat('Hi', { service_parameters: { enable_web_search: true } })],
		['service_parameters', chat('Hi', { service_parameters: { unknown_switch: true } })],
		['messages', chat([{ type: 'text', text: '' }])],
		['messages', chat([{ type: 'picture' }])],
		['messages', chat([{ type: 'image_url', image_url: { url: 'not a url' } }])],
		[
			'messages',
			chat([{ type: 'input_audio', input_audio: { data: 'data:audio/wav;base64,AA' } }]),
		],
		['messages', chat([{ type: 'input_audio', input_audio: { data: 'AAAA', format: 'wma' } }])],
		['messages', chat([{ type: 'file', file: {} }])],
		['messages', chat(null)],
		['messages', chat('Hi', { messages: [{ role: 'robot', content: 'Hi' }] })],
		['messages', chat('Hi', { messages: [{ role: 'system', content: [PICTURE] }] })],
		['messages', chat('Hi', { messages: [{ role: 'assistant', content: [PICTURE] }] })],
		['messages', chat('Hi', { messages: [{ role: 'assistant', content: null }] })],
		['messages', chat('Hi', { messages: [{ role: 'tool', content: 'Sunny' }] })],
		[
			'messages',
			chat('Hi', {
				messages: [{ role: 'tool', tool_call_id: 'a', content: [{ type: 'text', text: 'Sunny' }] }],
			}),
		],
	])('a chat request is refused with 400 that names %s: %j', async (field, body) => {
		await local.refuses(PATH, field, { body });
	});

	it.each<[words: string, body: unknown]>([
		['images', chat([PICTURE])],
		['audio', chat([{ type: 'input_audio', input_audio: { data: 'AAAA' } }])],
		['videos', chat([{ type: 'video_url', video_url: { url: 'https://example.com/a.mp4' } }])],
		['function calling', chat('Hi', { model: 'text-mini', tools: [tool] })],
		[
			'a response schema',
			chat('Hi', { model: 'text-mini', response_format: { type: 'json_schema', json_schema: {} } }),
		],
		['a reasoning effort', chat('Hi', { reasoning_effort: 'low' })],
		['not max', chat('Hi', { model: 'text-reasoning', reasoning: { effort: 'max' } })],
		['log probabilities', chat('Hi', { model: 'text-mini', logprobs: true })],
		['at most 4 parts', chat(Array(5).fill(PICTURE), { model: 'text-vision' })],
	])('a chat request is refused when its model lacks %s', async (words, body) => {
		await local.answers(PATH, { body }, 400, { error: expect.stringContaining(words) });
	});

	const nobody = { service_parameters: { character_slug: 'nobody' } };
	it.each<[string, Body, number, string]>([
		['an unknown model', { model: 'nothing' }, 404, 'MODEL_NOT_FOUND'],
		['a model for speech', { model: 'tts-basic' }, 404, 'MODEL_NOT_FOUND'],
		['a model that is offline', { model: 'text-offline' }, 503, 'MODEL_OFFLINE'],
		['an unknown character', nobody, 404, 'CHARACTER_NOT_FOUND'],
	])('a chat request for %s is refused', async (_what, more, status, code) => {
		await local.answers(PATH, { body: chat('Hi', more) }, status, { code });
	});

	it.each(['text-basic:enable_web_search', 'text-basic:a=b', 'text-basic:enable_web_search=true'])(
		'a chat request is refused for the suffix in %s',
		async (model) => {
			expect((await send(chat('Hi', { model }))).status).toBe(400);
		},
	);

	it('a chat request that is no JSON is refused', async () => {
		const wrongType = await send('{}', { 'content-type': 'text/plain' });
		expect(wrongType.status).toBe(415);
		expect(wrongType.json).toMatchObject({ code: 'INVALID_CONTENT_TYPE' });
		expect((await send('{"model":')).status).toBe(400);
		expect(local.service.journal.map(({ body, rawBody }) => [body, rawBody])).toEqual([
			[{}, '{}'],
			[undefined, '{"model":'],
		]);
	});
});

it('knows its own name prefix only', async () => {
	const other = await startService({ namePrefix: 'acme' });
	const to = (body: unknown) => call(other, PATH, { body });
	const right = { acme_parameters: { include_acme_system_prompt: false } };
	const reply = await to(chat('Hi', right));
	expect(reply.json).toMatchObject(right);
	expect(reply.headers).toMatchObject({ 'x-acme-version': '20260822.085102' });
	expect((await to(chat('Hi', { service_parameters: {} }))).status).toBe(400);
	const wrong = { acme_parameters: { include_service_system_prompt: false } };
	expect((await to(chat('Hi', wrong))).status).toBe(400);
	await other.close();
});
