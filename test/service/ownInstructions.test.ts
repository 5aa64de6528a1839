import { chat } from './client';
import { localService } from './underTest';

const local = localService();
const without = localService({ ownInstructionTokens: 0 });
const atTop = localService({ ownInstructionTokens: 0, cacheCountsAtTop: true });
const lenient = localService({ failureBudget: 50 });

const OFF = { service_parameters: { include_service_system_prompt: false } };
const SMALL_TOOL = {
	type: 'function',
	function: { name: 'clock', description: 'The time', parameters: { type: 'object' } },
};

const say = async ({ post }: typeof local, more: Record<string, unknown> = {}) => {
	const { json } = await post('/chat/completions', chat('Hello', more));
	return json as {
		usage: Record<string, number> & { prompt_tokens_details: unknown };
		cost: { usd: number };
	};
};
const promptOf = async (from: typeof local, more: Record<string, unknown> = {}) =>
	Number((await say(from, more)).usage.prompt_tokens);

test('a chat is billed for the own instructions of the service, unless they are off', async () => {
	const plain = await promptOf(without);
	expect(await promptOf(local)).toBe(plain + 1_700);
	expect(await promptOf(local, OFF)).toBe(plain);
	const [first, second] = local.service.ledger;
	expect(Number(first?.usd) - Number(second?.usd)).toBeCloseTo((1_700 / 1e6) * 0.5, 10);
});

test('tools and a schema are billed by their text and what the template adds to it', async () => {
	const plain = await promptOf(without);
	const withTool = (await promptOf(without, { tools: [SMALL_TOOL] })) - plain;
	expect(withTool).toBeGreaterThanOrEqual(43);
	expect(withTool).toBeLessThanOrEqual(270);
	const schema = { type: 'object', properties: { note: { description: 'x'.repeat(1_330) } } };
	const response_format = {
		type: 'json_schema',
		json_schema: { name: 'note', strict: true, schema },
	};
	const withSchema = (await promptOf(without, { response_format })) - plain;
	expect(withSchema).toBeGreaterThanOrEqual(250);
	expect(withSchema).toBeLessThanOrEqual(741);
});

test('a picture is billed as a picture, and not by the characters of its base64', async () => {
	const url = `data:image/png;base64,${'A'.repeat(400_000)}`;
	const messages = [{ role: 'user', content: [{ type: 'image_url', image_url: { url } }] }];
	const prompt = await promptOf(without, { model: 'text-vision', messages });
	expect(prompt).toBeGreaterThan(1_000);
	expect(prompt).toBeLessThan(2_000);
});

test('the counts of cached tokens can stand at the top of the usage, without details', async () => {
	const messages = [{ role: 'user', content: 'A reader may borrow ten books. '.repeat(200) }];
	const short = { messages, max_completion_tokens: 1 };
	await say(atTop, short);
	const { usage, cost } = await say(atTop, short);
	expect(usage.prompt_tokens_details).toBeNull();
	expect(usage.cache_read_input_tokens).toBe(usage.prompt_tokens);
	expect(usage.cache_creation_input_tokens).toBe(0);
	expect(cost.usd).toBeLessThan((Number(usage.prompt_tokens) / 1e6) * 0.5);
});

test('a service with a larger failure budget blocks later', async () => {
	for (let count = 0; count < 50; count++) await lenient.post('/audio/speech', {});
	expect((await lenient.post('/audio/speech', { input: 'Hi' })).status).toBe(200);
});
