import { startService, type LocalService } from '../service/service';

/** The provider of the AI SDK for services of the chat convention, against the local service. */
let service: LocalService;
// Both are modules of the newer kind only.
let sdk: typeof import('ai');
let maker: typeof import('@ai-sdk/openai-compatible');
beforeAll(async () => {
	sdk = await import('ai');
	maker = await import('@ai-sdk/openai-compatible');
	service = await startService();
});
beforeEach(() => service.reset());
afterEach(() => expect(service.unexpected).toEqual([]));
afterAll(async () => await service.close());

const provider = () =>
	maker.createOpenAICompatible({
		...{ name: 'service', baseURL: service.url, apiKey: service.keys.user },
		includeUsage: true,
	});
const prompt = 'Say hello';

it('generates a text with its usage', async () => {
	const { text, usage } = await sdk.generateText({ model: provider()('text-basic'), prompt });
	expect(text).toContain(prompt);
	expect(usage.totalTokens).toBeGreaterThan(0);
});

it('streams a text with its usage', async () => {
	const { textStream, usage } = sdk.streamText({ model: provider()('text-basic'), prompt });
	const pieces: string[] = [];
	for await (const piece of textStream) pieces.push(piece);
	expect(pieces.length).toBeGreaterThan(1);
	expect(pieces.join('')).toContain(prompt);
	expect((await usage).totalTokens).toBeGreaterThan(0);
});

it('calls a tool', async () => {
	const inputSchema = sdk.jsonSchema<object>({ type: 'object', properties: {} });
	const { toolCalls } = await sdk.generateText({
		model: provider()('text-basic'),
		prompt: 'Please call the tool',
		tools: { get_time: sdk.tool({ inputSchema }) },
	});
	expect(toolCalls).toMatchObject([{ toolName: 'get_time' }]);
});

it('embeds', async () => {
	const model = provider().embeddingModel('embedding-basic');
	const { embeddings } = await sdk.embedMany({ model, values: ['one', 'two'] });
	expect(embeddings.map(({ length }) => length > 0)).toEqual([true, true]);
});

it.each([
	['none', 404],
	['text-offline', 503],
])('makes an error with its status of the model %s', async (id, statusCode) => {
	const generated = sdk.generateText({ model: provider()(id), prompt, maxRetries: 0 });
	await expect(generated).rejects.toMatchObject({ statusCode });
});

it('hands on the refusal of a stream', async () => {
	const errors: unknown[] = [];
	const { textStream } = sdk.streamText({
		...{ model: provider()('none'), prompt, maxRetries: 0 },
		onError: ({ error }) => void errors.push(error),
	});
	for await (const piece of textStream) expect(piece).toBe('');
	expect(errors).toMatchObject([{ statusCode: 404 }]);
});
