import { reportedCost, sumOfCosts } from '../../../lib/pricing/cost';
import { editPrice, musicPrice, tokenPrice } from '../../../lib/pricing/prices';
import { addToTotal, totalKey } from '../../../lib/pricing/runningTotal';

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

	it('has keys that n8n allows', () => {
		expect(totalKey('USD')).toBe('inferenceCostUsd');
		expect(totalKey('BUNDLED_CREDITS')).toBe('inferenceCostBundledcredits');
	});
});

describe('a cost', () => {
	it.each([
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
		[null, null],
		[{}, null],
		[0.5, null],
	])('that is reported as %j stands in the output as %j', (given, cost) => {
		expect(reportedCost(given)).toEqual(cost);
	});

	it('of several calls is their exact sum, and unknown when one is', () => {
		const one = { amount: 0.1, currency: 'USD' };
		const other = { amount: 0.2, currency: 'USD', estimated: true } as const;
		expect(sumOfCosts([one, other])).toEqual({ amount: 0.3, currency: 'USD', estimated: true });
		expect(sumOfCosts([one, null])).toBeNull();
		expect(sumOfCosts([])).toBeNull();
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

	it('of an edit counts the images that are not included', () => {
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
