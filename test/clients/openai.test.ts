import OpenAI, { APIConnectionError, APIError } from 'openai';
import { startService, type LocalService } from '../service/service';

/** The official client of the chat protocol against the local service. */
let service: LocalService;
let client: OpenAI;
beforeAll(async () => {
	service = await startService();
	client = new OpenAI({ baseURL: service.url, apiKey: service.keys.user, maxRetries: 0 });
});
beforeEach(() => service.reset());
afterEach(() => expect(service.unexpected).toEqual([]));
afterAll(async () => await service.close());

const messages = [{ role: 'user' as const, content: 'Say hello' }];
const model = 'text-basic';
const tools = [
	{
		type: 'function' as const,
		function: { name: 'get_time', parameters: { type: 'object', properties: {} } },
	},
];
const failure = async (work: PromiseLike<unknown>): Promise<unknown> =>
	await Promise.resolve(work).then(
		() => undefined,
		(error: unknown) => error,
	);

describe('chat', () => {
	it('answers', async () => {
		const answer = await client.chat.completions.create({ model, messages });
		expect(answer.choices[0]?.message.content).toContain('Say hello');
		expect(answer.usage?.total_tokens).toBeGreaterThan(0);
		expect(service.ledger).toHaveLength(1);
	});

	it('answers piece by piece, with usage at the end', async () => {
		const stream = await client.chat.completions.create({
			...{ model, messages, stream: true as const },
			stream_options: { include_usage: true },
		});
		const pieces: string[] = [];
		let tokens = 0;
		for await (const chunk of stream) {
			pieces.push(chunk.choices[0]?.delta.content ?? '');
			tokens = chunk.usage?.total_tokens ?? tokens;
		}
		expect(pieces.length).toBeGreaterThan(2);
		expect(pieces.join('')).toContain('Say hello');
		expect(tokens).toBeGreaterThan(0);
	});

	it('is put together by its own stream helper, with a tool call', async () => {
		const helper = client.chat.completions.stream({
			...{ model, messages: [{ role: 'user', content: 'Please call the tool' }], tools },
		});
		const { choices } = await helper.finalChatCompletion();
		expect(choices[0]?.finish_reason).toBe('tool_calls');
		expect(choices[0]?.message.tool_calls?.[0]).toMatchObject({ function: { name: 'get_time' } });
	});

	it('follows a JSON Schema', async () => {
		const schema = { type: 'object', properties: { city: { type: 'string' } } };
		const { choices } = await client.chat.completions.create({
			...{ model, messages },
			response_format: { type: 'json_schema', json_schema: { name: 'answer', schema } },
		});
		expect(JSON.parse(choices[0]?.message.content ?? '')).toEqual({ city: 'sample city' });
	});

	it('returns as many likely tokens as requested', async () => {
		const request = { model, messages, logprobs: true, top_logprobs: 2 };
		const { choices } = await client.chat.completions.create(request);
		expect(choices[0]?.logprobs).toMatchObject({ top_logprobs: [{}, {}] });
	});
});

describe('other groups', () => {
	it('lists models', async () => {
		const ids: string[] = [];
		for await (const { id } of client.models.list()) ids.push(id);
		expect(ids).toContain(model);
	});

	it('embeds, as numbers and in base64', async () => {
		const request = { model: 'embedding-basic', input: ['one', 'two'] };
		const packed = await client.embeddings.create(request);
		const numbers = await client.embeddings.create({ ...request, encoding_format: 'float' });
		expect(packed.data).toHaveLength(2);
		const [first = 0] = packed.data[0]?.embedding ?? [];
		expect(first).toBeCloseTo(numbers.data[0]?.embedding[0] ?? Number.NaN, 5);
	});

	it('speaks, and transcribes what it spoke', async () => {
		const request = { model: 'tts-basic', voice: 'alba', input: 'Good morning' };
		const speech = await client.audio.speech.create({ ...request, response_format: 'wav' });
		const bytes = Buffer.from(await speech.arrayBuffer());
		expect(bytes.toString('latin1', 0, 4)).toBe('RIFF');
		const file = new File([bytes], 'speech.wav', { type: 'audio/wav' });
		const text = await client.audio.transcriptions.create({ file, model: 'asr-basic' });
		expect(typeof text.text).toBe('string');
	});
});

describe('what is refused', () => {
	it.each([
		['a key', 401, () => client.withOptions({ apiKey: 'none' }), { model, messages }],
		['a model', 404, () => client, { model: 'none', messages }],
		['a value', 400, () => client, { model, messages, temperature: 9 }],
		['a model that is offline', 503, () => client, { model: 'text-offline', messages }],
	])('%s is an error of its own with status %i', async (_what, status, by, request) => {
		const error = await failure(by().chat.completions.create(request));
		expect(error).toBeInstanceOf(APIError);
		expect(error).toMatchObject({ status });
	});

	it('a refusal of a stream as well, and a stream that breaks off', async () => {
		const refused = client.chat.completions.create({ model: 'none', messages, stream: true });
		expect(await failure(refused)).toMatchObject({ status: 404 });
		service.fault({ path: '/chat/completions', cut: 'before' });
		const broken = await failure(client.chat.completions.create({ model, messages }));
		expect(broken).toBeInstanceOf(APIConnectionError);
	});

	it('is tried again by the client itself after a 429', async () => {
		service.fault({ path: '/chat/completions', status: 429, headers: { 'retry-after-ms': '1' } });
		const patient = client.withOptions({ maxRetries: 2 });
		const { choices } = await patient.chat.completions.create({ model, messages });
		expect(choices).toHaveLength(1);
		expect(service.requests('/chat/completions')).toHaveLength(2);
	});
});
