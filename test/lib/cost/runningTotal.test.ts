import { reportedCost, sumOfCosts, withCostSecond } from '../../../lib/core/cost';
import {
	highestInputRate,
	highestOutputRate,
	editPrice,
	imagePrice,
	musicPrice,
	tokenPrice,
} from '../../../lib/cost/recordPrices';
import { addToTotal, totalSpent } from '../../../lib/cost/runTotals';

const usd = (amount: number) => ({ usd: amount, diem: amount });

function customData(kept: Record<string, string> = {}) {
	return {
		kept,
		get: (key: string) => kept[key],
		set: (key: string, value: string) => (kept[key] = value),
	};
}

describe('the running total', () => {
	it('adds exactly, for each currency', () => {
		const data = customData({ inferenceCostUsd: '0.1', mine: 'stays' });
		const context = { customData: data };
		addToTotal(context, { amount: 0.2, currency: 'USD' });
		addToTotal(context, { amount: 1e-7, currency: 'DIEM', rest: { amount: 1, currency: 'USD' } });
		expect(data.kept).toEqual({
			inferenceCostUsd: '1.3',
			inferenceCostDiem: '0.0000001',
			mine: 'stays',
		});
	});

	it('is kept in n8n 1.x as well, which offers it to expressions only', () => {
		const data = customData();
		const context = { getWorkflowDataProxy: () => ({ $execution: { customData: data } }) };
		addToTotal(context, { amount: 0.2, currency: 'USD' });
		expect(data.kept).toEqual({ inferenceCostUsd: '0.2' });
	});

	it('is silent where n8n keeps no custom data, or takes none', () => {
		const throws = {
			get customData(): never {
				throw new Error('no execution');
			},
		};
		const full = {
			customData: {
				get: () => undefined,
				set: () => {
					throw new Error('full');
				},
			},
		};
		for (const context of [{}, throws, full, { customData: null }]) {
			expect(() => addToTotal(context, { amount: 1, currency: 'USD' })).not.toThrow();
		}
	});

	it.each(['-5', 'x', 'Infinity', '1e400'])('is 0 where it was made %s, and never less', (odd) => {
		const data = customData({ inferenceCostUsd: odd, inferenceCostDiem: '1' });
		expect(totalSpent({ customData: data })).toBe(1);
		addToTotal({ customData: data }, { amount: 0.2, currency: 'USD' });
		expect(data.kept.inferenceCostUsd).toBe('0.2');
	});
});

describe('a cost', () => {
	it.each<[given: unknown, cost: unknown]>([
		[
			{ usd: 0.5, diem: 0 },
			{ amount: 0.5, currency: 'USD' },
		],
		[
			{ usd: 0, diem: 2 },
			{ amount: 2, currency: 'DIEM' },
		],
		[
			{ usd: 1, diem: 2 },
			{ amount: 2, currency: 'DIEM', rest: { amount: 1, currency: 'USD' } },
		],
		[
			{ usd: 0, diem: 0 },
			{ amount: 0, currency: 'USD' },
		],
		[
			{ usd: '0.5', diem: 0 },
			{ amount: 0.5, currency: 'USD' },
		],
		[{ usd: 0.5 }, { amount: 0.5, currency: 'USD', atLeast: true }],
		...[null, 0.5, {}, { usd: null, diem: 0 }].map((odd): [unknown, null] => [odd, null]),
		...[-1, 1e300, Infinity, NaN].map((odd): [unknown, null] => [{ usd: odd, diem: 0 }, null]),
		[{ amount: 1, currency: 'EUR' }, null],
		[{ amount: 1, currency: 'USD', rest: {} }, null],
		[{ amount: -1, currency: 'USD' }, null],
	])('a cost that is reported as %j stands in the output as %j', (given, cost) => {
		expect(reportedCost(given)).toEqual(cost);
	});

	it('the cost of several calls is their exact sum, and unknown when one is', () => {
		const one = { amount: 0.1, currency: 'USD' } as const;
		const other = { amount: 0.2, currency: 'USD', estimated: true } as const;
		expect(sumOfCosts([one, other])).toEqual({ amount: 0.3, currency: 'USD', estimated: true });
		expect(sumOfCosts([one, null])).toBeNull();
		expect(sumOfCosts([])).toBeNull();
	});

	it('stands in the second column, once, wherever it came', () => {
		const cost = { amount: 1, currency: 'USD' };
		const places = [
			{ cost, text: 'a', model: 'b' },
			{ text: 'a', cost, model: 'b' },
			{ text: 'a', model: 'b', cost },
		];
		for (const json of places) {
			expect(Object.entries(withCostSecond(json))).toEqual([
				['text', 'a'],
				['cost', cost],
				['model', 'b'],
			]);
		}
		expect(withCostSecond({ cost })).toEqual({ cost });
		expect(withCostSecond({ text: 'a' })).toEqual({ text: 'a' });
	});
});

describe('a price', () => {
	it('takes cached tokens at their own price, and long requests at the higher rate', () => {
		const pricing = {
			...{ input: usd(10), output: usd(20), cache_input: usd(1) },
			extended: { context_token_threshold: 1000, input: usd(100), output: usd(200) },
		};
		const usage = {
			prompt_tokens: 1000,
			completion_tokens: 100,
			prompt_tokens_details: { cached_tokens: 400 },
		};
		expect(tokenPrice({ pricing }, usage)).toBeCloseTo(0.006 + 0.0004 + 0.002, 10);
		expect(tokenPrice({ pricing }, { ...usage, prompt_tokens: 1001 })).toBeCloseTo(
			0.1001 + 0.02,
			10,
		);
	});

	it.each([
		{ prompt_tokens: -1, completion_tokens: 1 },
		{ prompt_tokens: 1 },
		{ prompt_tokens: 1, completion_tokens: '7' },
		{ prompt_tokens: 9, total_tokens: 3 },
		{ prompt_tokens: 1, completion_tokens: 1, prompt_tokens_details: { cached_tokens: 2 } },
	])('is unknown for %j', (usage) => {
		expect(tokenPrice({ pricing: { input: usd(1), output: usd(1) } }, usage)).toBeUndefined();
	});

	it.each([-1, '1', null, undefined, Infinity])('is unknown where it is %j', (odd) => {
		const [input, pricing] = [usd(1), { usd: odd }];
		const usage = { prompt_tokens: 1, completion_tokens: 1 };
		expect(tokenPrice({ pricing: { input, output: pricing } }, usage)).toBeUndefined();
		expect(tokenPrice({ pricing: { input: pricing, output: input } }, usage)).toBeUndefined();
		const inputImages = { included: 1, additional: pricing };
		expect(editPrice({ pricing: { inpaint: input, inputImages } }, {}, 3)).toBeUndefined();
	});

	it.each(['1', null, -1])('a price that is %j does not give way to another one', (odd) => {
		const [flat, pricing] = [usd(1), { usd: odd }];
		const tiers = { quality: { '1K': { high: pricing } }, generation: flat, inpaint: flat };
		expect(imagePrice({ pricing: tiers }, {})).toBeUndefined();
		expect(editPrice({ pricing: tiers }, {}, 1)).toBeUndefined();
		expect(imagePrice({ pricing: tiers }, { resolution: '2K' })).toBeUndefined();
		expect(imagePrice({ pricing: { resolutions: '0.5', generation: flat } }, {})).toBeUndefined();
		const music = { per_thousand_characters: pricing, generation: flat };
		expect(musicPrice({ pricing: music }, { prompt: 'a' })).toBeUndefined();
		const tokens = { input: flat, output: flat, cache_input: pricing };
		expect(highestInputRate({ pricing: tokens })).toBeUndefined();
		const usage = { prompt_tokens: 10, completion_tokens: 1 };
		expect(tokenPrice({ pricing: tokens }, usage)).toBeCloseTo(11e-6, 10);
		const cached = { ...usage, prompt_tokens_details: { cached_tokens: 2 } };
		expect(tokenPrice({ pricing: tokens }, cached)).toBeUndefined();
	});

	it('is unknown at its highest where the rates of long requests cannot be read', () => {
		const tokens = { input: usd(1), output: usd(2) };
		expect(highestInputRate({ pricing: tokens })).toBe(1);
		expect(highestInputRate({ pricing: { ...tokens, extended: { input: usd(3) } } })).toBe(3);
		for (const extended of ['later', { input: 'later', output: {} }]) {
			expect(highestInputRate({ pricing: { ...tokens, extended } })).toBeUndefined();
			expect(highestOutputRate({ pricing: { ...tokens, extended } })).toBeUndefined();
		}
	});

	it('the price of an edit counts the images that are not included', () => {
		const pricing = { inpaint: usd(0.04), inputImages: { included: 1, additional: usd(0.01) } };
		expect(editPrice({ pricing }, {}, 3)).toBeCloseTo(0.06, 10);
	});

	it('is unknown where the record does not have it', () => {
		for (const spec of [{}, { pricing: null }, { pricing: { input: 'free' } }]) {
			expect(tokenPrice(spec, { prompt_tokens: 1 })).toBeUndefined();
			expect(musicPrice(spec, { prompt: 'a' })).toBeUndefined();
		}
	});
});
