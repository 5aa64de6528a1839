import { reportedCost } from '../../../lib/core/cost';
import { expectedUsage, promptSizeOf } from '../../../lib/cost/expectedUsage';
import { tokenPrice } from '../../../lib/cost/recordPrices';
import { SeenCharges } from '../../../lib/cost/seenCharges';
import { leavesOutReasoning, tokenFields } from '../../../lib/cost/tokens';

const size = (text: number, own = 1_750) => ({ text, files: 0, own });

describe('what is seen of charges', () => {
	it('takes what is added from the shortest prompt, and the ratio from the longest', () => {
		const seen = new SeenCharges();
		expect(seen.promptTokens(size(10))).toBe(1_760);
		seen.notePrompt(size(10_000), 15_900);
		seen.notePrompt(size(10), 915);
		expect(seen.promptTokens(size(10))).toBeGreaterThanOrEqual(915);
		expect(seen.promptTokens(size(10))).toBeLessThan(925);
		expect(seen.promptTokens(size(10_000))).toBeCloseTo(15_900, -1);
	});

	it('does not follow an answer beyond its bounds', () => {
		const seen = new SeenCharges();
		seen.notePrompt(size(10), 1_000_000_000);
		expect(seen.promptTokens(size(10))).toBe(2_540);
		seen.notePrompt(size(5), 'many');
		expect(seen.promptTokens(size(10))).toBe(2_540);
	});

	it('keeps the largest excess over an estimate, not the dearest call', () => {
		const seen = new SeenCharges();
		seen.noteCharge(10, 10);
		seen.noteCharge(0.003, 0.002);
		seen.noteCharge(0.001, 0.002);
		expect(seen.excessUsd).toBeCloseTo(0.001, 10);
		expect(seen.lastUsd).toBe(0.001);
	});

	it('lets one call go first, and the next when that came to nothing', async () => {
		const seen = new SeenCharges();
		const finish = await seen.waitForFirst(undefined);
		const order: string[] = [];
		const next = seen.waitForFirst(undefined).then((done) => {
			order.push('second');
			return done;
		});
		await Promise.resolve();
		order.push('first');
		finish();
		(await next)();
		expect(order).toEqual(['first', 'second']);
	});

	it('does not wait longer than the execution', async () => {
		const seen = new SeenCharges();
		await seen.waitForFirst(undefined);
		const stop = new AbortController();
		const waits = seen.waitForFirst(stop.signal);
		stop.abort();
		await expect(waits).resolves.toBeInstanceOf(Function);
	});
});

describe('the size of a prompt', () => {
	it('has the instructions of the service, unless they are off or the chat is encrypted', () => {
		const messages = [{ role: 'user', content: 'Hi' }];
		const off = { include_service_system_prompt: false };
		expect(promptSizeOf({ messages }, false).own).toBe(1_750);
		expect(promptSizeOf({ messages, service_parameters: off }, false).own).toBe(0);
		expect(promptSizeOf({ messages }, true).own).toBe(0);
	});

	it('has tools, a schema and files, and counts other writing by its bytes', () => {
		const of = (content: unknown, more = {}) =>
			promptSizeOf({ messages: [{ role: 'user', content }], ...more }, false);
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

	it('is said in words, with the answer', () => {
		const request = { messages: [], max_completion_tokens: 5 };
		const { assumptions } = expectedUsage(request, [], size(5), () => 1_755);
		expect(assumptions).toEqual([
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
