import { reportedCost } from '../../../lib/core/cost';
import { CallPrice } from '../../../lib/cost/callPrice';
import { callSizeOf } from '../../../lib/cost/callSize';
import { tokenPrice } from '../../../lib/cost/recordPrices';
import { SeenCharges } from '../../../lib/cost/seenCharges';
import { leavesOutReasoning, tokenFields } from '../../../lib/cost/tokens';

const size = (text: number, own = 1_750) => ({ text, files: 0, own });
const usageOf = (prompt: number, answer: number) => ({
	prompt_tokens: prompt,
	completion_tokens: answer,
});
const prompts = (...seenPrompts: Array<[text: number, prompt: number]>) => {
	const seen = new SeenCharges();
	for (const [text, prompt] of seenPrompts)
		seen.note('a', { size: size(text), prompt, answer: 20, usage: usageOf(prompt, 20) });
	return seen;
};

describe('what is seen of charges', () => {
	it('takes what is added from the shortest prompt, and the ratio from the longest', () => {
		expect(prompts().promptTokens(size(10))).toBe(1_760);
		const seen = prompts([10_000, 15_900], [10, 915]);
		expect(seen.promptTokens(size(10))).toBeGreaterThanOrEqual(915);
		expect(seen.promptTokens(size(10))).toBeLessThan(925);
		expect(seen.promptTokens(size(10_000))).toBeCloseTo(15_900, -1);
	});

	it('does not follow an answer beyond its bounds', () => {
		expect(prompts([10, 1_000_000_000]).promptTokens(size(10))).toBe(2_540);
	});

	it('has the lengths of the answers of each node, counts a cut one double, and forgets old ones', () => {
		const seen = prompts();
		const note = (answer: number, limit?: number) =>
			seen.note('a', { size: size(9), prompt: 9, answer, limit, usage: {} });
		note(100);
		note(300, 300);
		expect(seen.lengthsOf('a')).toEqual({ usual: 200, shortest: 100, longest: 600 });
		expect(seen.lengthsOf('b')).toBeUndefined();
		for (let count = 0; count < 20; count++) note(4);
		expect(seen.lengthsOf('a')).toEqual({ usual: 4, shortest: 4, longest: 4 });
	});

	it('learns what is charged beside the price, without a list of prices at that time', () => {
		const seen = new SeenCharges();
		const usage = usageOf(10, 20);
		for (const usd of [60, 90, undefined])
			seen.note('a', { size: size(9), prompt: 10, answer: 20, usage, usd });
		expect(seen.chargeFactor(() => 30)).toEqual({ usual: 2.5, most: 3 });
		expect(seen.chargeFactor(() => undefined)).toEqual({ usual: 1, most: 1 });
	});
});

const sizeOf = (request: object, isEncrypted = false) =>
	callSizeOf(request as Record<string, unknown>, [], isEncrypted);

describe('the size of a call', () => {
	it('has the instructions of the service, unless they are off or the chat is encrypted', () => {
		const messages = [{ role: 'user', content: 'Hi' }];
		const off = { include_service_system_prompt: false };
		expect(sizeOf({ messages }).prompt.own).toBe(1_750);
		expect(sizeOf({ messages, service_parameters: off }).prompt.own).toBe(0);
		expect(sizeOf({ messages }, true).prompt.own).toBe(0);
	});

	it('has tools, a schema and files, and counts other writing by its bytes', () => {
		const of = (content: unknown, more = {}) =>
			sizeOf({ messages: [{ role: 'user', content }], ...more }).prompt;
		const plain = of('Hi').text;
		expect(of('Hi', { tools: [{ type: 'function' }] }).text).toBeGreaterThan(plain + 250);
		const schema = { response_format: { json_schema: { name: 'a' } } };
		expect(of('Hi', schema).text).toBeGreaterThan(plain + 400);
		expect(of('春眠不觉晓'.repeat(100)).text).toBeGreaterThan(500);
		const url = `data:image/png;base64,${'A'.repeat(400_000)}`;
		const picture = of([{ type: 'image_url', image_url: { url } }]);
		expect(picture.files).toBe(1_500);
		expect(picture.text).toBeLessThan(100);
	});

	it('has answers as long as the newer limit says, longer ones where reasoning is asked for, a few words to a question', () => {
		const messages: unknown[] = [];
		const limits = { max_completion_tokens: 5, max_tokens: 9 };
		expect(sizeOf({ messages, ...limits }).answers).toEqual({ count: 1, usual: 5, limit: 5 });
		expect(sizeOf({ messages, n: 3 }).answers).toMatchObject({ count: 3, usual: 1_000 });
		const high = { reasoning_effort: 'high' };
		expect(sizeOf({ messages, ...high }).answers).toMatchObject({ usual: 4_000 });
		const { usual, limit } = sizeOf({ state: 'x', questions: { a: {}, b: {} } }).answers;
		expect([usual, limit]).toEqual([8, 64]);
	});

	it('says what nothing bounds', () => {
		const file = { type: 'file', file: { file_data: 'https://example.com/a.pdf' } };
		const messages = [{ role: 'user', content: [file] }];
		const search = { service_parameters: { enable_web_search: 'auto' } };
		expect(sizeOf({ messages, ...search }).unbounded).toEqual(['linked files', 'a web search']);
	});
});

const RECORD = {
	pricing: { input: { usd: 1 }, output: { usd: 15 } },
	...{ maxCompletionTokens: 128_000, availableContextTokens: 200_000 },
};
const priceOf = (request: object, seen = new SeenCharges(), spec: object = RECORD) =>
	new CallPrice(sizeOf({ messages: ['x'.repeat(40)], ...request }), null, undefined, {
		...{ spec: { ...spec }, priceOf: tokenPrice, seen, node: 'a' },
	});

describe('the price of a chat', () => {
	it('is at most what its limit costs, within what it may cost', () => {
		const price = priceOf({});
		expect(price.isSeen).toBe(false);
		expect(price.mostUsd).toBeGreaterThan(1.92);
		const { usd, tokens = 0 } = price.most(0.02);
		expect(usd).toBeLessThanOrEqual(0.02);
		expect(tokens).toBeGreaterThan(1_000);
		expect(tokens).toBeLessThan(1_200);
		expect(price.most(10).tokens).toBeUndefined();
		expect(priceOf({ max_completion_tokens: 7 }).most(0.02).tokens).toBeUndefined();
		expect(priceOf({ n: 4 }).most(0.02).tokens).toBeLessThan(tokens / 3.9);
	});

	it('is at most what the context of the model has room for', () => {
		const small = { ...RECORD, availableContextTokens: 3_000 };
		expect(priceOf({}, prompts([10, 1_760]), small).mostUsd).toBeLessThan(0.05);
	});

	it('has room for answers four times as long as the longest, unless no more is left', () => {
		const seen = prompts([10, 1_760]);
		expect(priceOf({}, seen).most(0.0001, false).tokens).toBe(80);
		expect(priceOf({}, seen).most(0.0001, true).tokens).toBe(1);
	});

	it('follows what answers have shown: their length, and charges above the price', () => {
		const seen = prompts([10, 1_760], [10, 1_760]);
		const before = Number(priceOf({}, seen).probable?.amount);
		expect(before).toBeCloseTo((1_760 + 20 * 15) / 1e6, 5);
		const usage = usageOf(1_760, 20);
		const usd = 4 * (tokenPrice(RECORD, usage) ?? 0);
		for (let count = 0; count < 20; count++)
			seen.note('a', { size: size(10), prompt: 1_760, answer: 20, usage, usd });
		expect(priceOf({}, seen).probable?.amount).toBeCloseTo(4 * before, 4);
		expect(priceOf({}, seen).most(1).usd).toBeLessThanOrEqual(1);
	});

	it('counts on longer answers than it asks for where a service ignores limits', () => {
		const seen = prompts([10, 1_760]);
		seen.note('a', { size: size(10), prompt: 1_760, answer: 90_000, limit: 50, usage: {} });
		expect(priceOf({}, seen).most(0.02).usd).toBeGreaterThan(1);
	});

	it('names what it assumes', () => {
		const basis = { from: 'modelPrice', accuracy: 'estimate' } as const;
		const request = { messages: [], max_completion_tokens: 5 };
		expect(new CallPrice(sizeOf(request), null, basis).assumptions).toEqual([
			'about 1,750 tokens that the service adds, such as its own instructions',
			'an answer of 5 tokens',
		]);
	});
});

describe('the tokens of an answer', () => {
	const prices = (list: Record<string, number>) => ({
		pricing: Object.fromEntries(Object.entries(list).map(([name, usd]) => [name, { usd }])),
	});
	const rates = prices({ input: 10, output: 20, cache_input: 1, cache_write: 12 });
	const usage = { prompt_tokens: 10_000, completion_tokens: 10, total_tokens: 10_010 };

	it.each([
		['read', { cache_read_input_tokens: 9_000, cache_creation_input_tokens: 0 }, 0.0192],
		['written', { cache_creation_input_tokens: 9_000, prompt_tokens_details: null }, 0.1182],
		[
			'at both places, once',
			{ cache_read_input_tokens: 9_000, prompt_tokens_details: { cached_tokens: 9_000 } },
			0.0192,
		],
	])('are priced as cached where the counts stand at the top: %s', (_name, more, usd) => {
		expect(tokenPrice(rates, { ...usage, ...more })).toBeCloseTo(usd, 10);
		expect(tokenFields({ ...usage, ...more })).toMatchObject(
			usd > 0.1 ? { cacheWriteTokens: 9_000 } : { cachedTokens: 9_000 },
		);
	});

	it('have the reasoning beside them where the total says so', () => {
		const completion_tokens_details = { reasoning_tokens: 4_000 };
		const beside = { prompt_tokens: 1_000, completion_tokens: 10, completion_tokens_details };
		const whole = { ...beside, total_tokens: 5_010 };
		expect(tokenPrice(prices({ input: 1.25, output: 10 }), whole)).toBeCloseTo(0.04135, 10);
		expect(tokenFields(whole)).toMatchObject({ outputTokens: 4_010, reasoningTokens: 4_000 });
		expect(leavesOutReasoning(whole)).toBe(false);
		expect(leavesOutReasoning(beside)).toBe(true);
		expect(leavesOutReasoning({ ...beside, completion_tokens: 4_010 })).toBe(false);
	});
});

it.each([
	['1.2e-7', 1.2e-7],
	['1E-3', 0.001],
	['0.0012', 0.0012],
])('a cost as the text %s is read', (usd, amount) => {
	expect(reportedCost({ usd, diem: 0 })).toMatchObject({ amount, currency: 'USD' });
});
