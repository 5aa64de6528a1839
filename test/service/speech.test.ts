import { call } from './client';
import { type LocalService, startService } from './service';

let service: LocalService;

beforeAll(async () => {
	service = await startService();
});
afterAll(() => service.close());
beforeEach(() => service.reset());

const send = (body: unknown, headers?: Record<string, string>) =>
	call(service, '/audio/speech', { body, headers });
const clone = { model: 'tts-cloning', input: 'Hi' };
const expressive = { model: 'tts-expressive', voice: 'Ember', input: 'Hi' };

describe('a speech request is refused', () => {
	it.each<[field: string, body: unknown]>([
		['input', {}],
		['input', { input: '' }],
		['input', { input: 'a'.repeat(4097) }],
		['extra', { input: 'Hi', extra: 1 }],
		['language', { input: 'Hi', language: 'e' }],
		['language', { input: 'Hi', language: 'e'.repeat(33) }],
		['prompt', { input: 'Hi', prompt: 'a'.repeat(501) }],
		['response_format', { input: 'Hi', response_format: 'ogg' }],
		['speed', { input: 'Hi', speed: 0.2 }],
		['speed', { input: 'Hi', speed: 4.1 }],
		['streaming', { input: 'Hi', streaming: 'true' }],
		['temperature', { input: 'Hi', temperature: 2.5 }],
		['top_p', { input: 'Hi', top_p: 1.5 }],
		['voice', { input: 'Hi', voice: 'a'.repeat(513) }],
		['voice', { input: 'Hi', voice: 'Alba' }],
		['voice', { input: 'Hi', voice: 'vv_12' }],
		['voice', { input: 'Hi', model: 'tts-expressive' }],
		['voice', { ...clone, voice: 'voiceFromAProvider1' }],
		['response_format', { ...expressive, response_format: 'opus' }],
		['model', { input: 'Hi', model: 'text-basic' }],
	])('with 400 that names %s', async (field, body) => {
		const reply = await send(body);
		expect(reply.status).toBe(400);
		expect(reply.json).toMatchObject({
			error: expect.any(String),
			details: { [field]: { _errors: expect.any(Array) } },
		});
		expect(service.ledger).toEqual([]);
	});

	it('and lists the voices there are', async () => {
		const { json } = await send({ ...clone, voice: 'alba' });
		expect(json).toMatchObject({ error: expect.stringContaining('hazel, ivo') });
	});

	it('with 415 when it is no JSON', async () => {
		expect((await send('input=Hi', { 'content-type': 'text/plain' })).status).toBe(415);
	});
});

describe('speech', () => {
	it.each([
		['mp3', 'audio/mpeg', 'fff344c0'],
		['aac', 'audio/aac', 'fff15840'],
		['opus', 'audio/opus', '4f676753'],
		['flac', 'audio/flac', '664c6143'],
		['wav', 'audio/wav', '52494646'],
		['pcm', 'audio/pcm', '00000602'],
	])('as %s is %s', async (response_format, type, start) => {
		const { status, headers, bytes } = await send({ input: 'Hi', response_format });
		expect(status).toBe(200);
		expect(headers['content-type']).toBe(type);
		expect(headers['content-length']).toBe(String(bytes.length));
		expect(bytes.subarray(0, 4).toString('hex')).toBe(start);
	});

	it('takes the format of the model, a custom voice, and a cloned one', async () => {
		expect((await send(expressive)).headers['content-type']).toBe('audio/wav');
		const custom = await send({ ...expressive, voice: 'voiceFromAProvider1' });
		expect(custom.status).toBe(200);
		expect((await send({ ...clone, voice: 'vv_12ab' })).status).toBe(200);
	});

	it('grows with the text and shrinks with the speed', async () => {
		const length = async (body: Record<string, unknown>) =>
			(await send({ response_format: 'wav', ...body })).bytes.readUInt32LE(40) / 48_000;
		expect(await length({ input: 'a'.repeat(90) })).toBeCloseTo(2);
		expect(await length({ input: 'a'.repeat(190) })).toBeCloseTo(4);
		expect(await length({ input: 'a'.repeat(190), speed: 2 })).toBeCloseTo(2);
	});

	it('comes in chunks when streamed, and is the same', async () => {
		const body = { input: 'One. Two.', response_format: 'wav' };
		const streamed = await send({ ...body, streaming: true });
		expect(streamed.headers['transfer-encoding']).toBe('chunked');
		expect(streamed.headers).not.toHaveProperty('content-length');
		expect(streamed.bytes.equals((await send(body)).bytes)).toBe(true);
	});

	it('is charged once per call, by its characters', async () => {
		const { headers } = await send({ input: 'a'.repeat(1000) });
		expect(headers).toMatchObject({
			'x-service-model-id': 'tts-basic',
			'x-ratelimit-limit-requests': '60',
		});
		expect(service.ledger).toMatchObject([{ path: '/audio/speech', usd: 0.004 }]);
		const history = await call(service, '/billing/usage-history');
		expect(history.json).toMatchObject({
			data: [
				{
					sku: 'tts-basic-input-mchar',
					units: 0.001,
					amount: -0.004,
					inferenceDetails: { promptTokens: null, completionTokens: null },
				},
			],
		});
	});
});
