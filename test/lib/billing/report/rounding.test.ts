import { Big } from 'big.js';

import { placesForTotal } from '../../../../lib/billing/report/formatting';
import { roundedParts, roundedText } from '../../../../lib/billing/amount';
import { madePage } from './page';
import { Random } from '../random';

const big = (texts: string[]) => texts.map((text) => new Big(text));
const sum = (amounts: Big[]) => amounts.reduce((all, one) => all.plus(one), new Big(0));

describe('parts that add up', () => {
	it.each([
		[['1', '1', '1'], 2, ['1', '1', '1']],
		[['0.333', '0.333', '0.334'], 2, ['0.33', '0.33', '0.34']],
		[['0.005', '0.005'], 2, ['0.01', '0']],
		[['0.004', '0.004', '0.004'], 2, ['0.01', '0', '0']],
		[['33.333', '33.333', '33.333'], 1, ['33.4', '33.3', '33.3']],
		[[], 2, []],
		[['0', '0'], 2, ['0', '0']],
	])('%j to %d places', (parts, places, expected) => {
		expect(roundedParts(big(parts), places).map(String)).toEqual(expected);
	});

	it('add up to the rounded sum, each less than a step away, in 2,000 random columns', () => {
		const random = new Random(7);
		const columns = Array.from({ length: 2000 }, () => {
			const places = random.from(0, 6);
			const parts = Array.from({ length: random.from(1, 40) }, () =>
				new Big(random.from(0, 10 ** 9)).div(10 ** random.from(0, 9)),
			);
			return { places, parts, rounded: roundedParts(parts, places) };
		});
		const wrong = columns.filter(({ places, parts, rounded }) => {
			const step = new Big(10).pow(-places);
			const isNear = (part: Big, at: number) => rounded[at]?.minus(part).abs().lt(step) === true;
			return !sum(rounded).eq(sum(parts).round(places)) || !parts.every(isNear);
		});
		expect(wrong).toEqual([]);
	});
});

it.each([
	['0', 2],
	['1234.5', 2],
	['10', 2],
	['9.99', 4],
	['0.54', 4],
	['0.0312', 5],
	['0.00001', 8],
	['1e-30', 12],
])('a total of %s has %d places', (total, places) => {
	expect(placesForTotal(new Big(total))).toBe(places);
});

it.each([
	['0', '0.00'],
	['1234.567', '1,234.57'],
	['0.004', '0.004'],
	['-0.00412', '-0.0041'],
	['1e-40', '1e-40'],
])('%s to two places reads %s', (exact, text) => {
	const amount = new Big(exact);
	expect(roundedText(amount.round(2), amount, 2)).toBe(text);
});

describe('the facts of a currency', () => {
	const facts = (spend: string, refunds: string, before?: string) => {
		const entry = (amount: string, day: number) => ({
			...{ amount, currency: 'USD', sku: 'a', units: 1, timestamp: `2026-10-${day}T10:00:00Z` },
		});
		const entries = [
			...(before === undefined ? [] : [entry(`-${before}`, 24)]),
			...[entry(`-${spend}`, 25), entry(refunds, 25)],
		];
		const { statement } = madePage({ entries, zone: 'UTC', now: '2026-10-26T06:00:00Z' });
		return Object.fromEntries(statement.currencies[0]?.money ?? []);
	};

	it.each([
		['50', '0.0000001', '+50.00 USD (+49,999,999,900.0%)'],
		['50.001', '50', '+0.001 USD (+0.002%)'],
		['50', '50.001', '-0.001 USD (-0.002%)'],
		['0', '10', '-10.00 USD (-100.0%)'],
	])('spend %s after %s changed by %s', (spend, before, change) => {
		expect(facts(spend, '0', before).Change).toBe(change);
	});
});
