import { Big } from 'big.js';

import { factsOf, mainAmount } from '../../../../lib/billing/report/factTexts';
import { changeFrom, spendAmountsOf } from '../../../../lib/billing/report/money';
import { placesForTotal, readablePlaces } from '../../../../lib/billing/report/formatting';
import { roundedParts, roundedText } from '../../../../lib/billing/roundedText';
import { ZERO_SUM } from '../../../../lib/billing/tally';
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
	['0.004', '<0.01'],
	['-0.004', '-<0.01'],
])('%s to two places reads %s', (exact, text) => {
	const amount = new Big(exact);
	expect(roundedText(amount.round(2), amount, 2)).toBe(text);
});

describe('the facts of a currency', () => {
	const facts = (spend: string, refunds: string, before?: string) => {
		const now = { spend: new Big(spend), refunds: new Big(refunds) };
		const net = now.spend.minus(now.refunds);
		const totals = {
			...spendAmountsOf(now),
			entries: 1,
			calls: 0,
			promptTokens: 0,
			completionTokens: 0,
			before: before === undefined ? null : spendAmountsOf({ ...ZERO_SUM, spend: new Big(before) }),
			change: before === undefined ? null : changeFrom(new Big(before), net),
		};
		const all = factsOf('USD', totals, readablePlaces(mainAmount(totals)));
		return Object.fromEntries(all.filter(([name]) => name !== 'Calls' && name !== 'Entries'));
	};

	it.each([
		['1.305', '0.056', '0.995', ['1.31', '0.06', '1.25', '1.00', '+0.25 USD (+25.53%)']],
		// Rounded on its own, the net would be 1.25, which is not the difference that the reader sees.
		['1.306', '0.054', '1', ['1.31', '0.05', '1.26', '1.00', '+0.26 USD (+25.2%)']],
		['0.30', '0.0512', '0', ['0.30', '0.05', '0.25', '0.00', '+0.25 USD']],
		['5', '5', '0', ['5.00', '5.00', '0.00', '0.00', 'no change']],
	])('spend %s, refunds %s, before %s', (spend, refunds, before, [s, r, n, b, change]) => {
		expect(facts(spend, refunds, before)).toEqual({
			Spend: `${s} USD`,
			Refunds: `${r} USD`,
			Net: `${n} USD`,
			'Previous period': `${b} USD`,
			Change: change,
		});
	});

	it.each([
		['5', '0.0000001', '+5.00 USD (+4,999,999,900%)'],
		['5.001', '5', '+<0.01 USD (+0.02%)'],
		['5', '5.001', '-<0.01 USD (-0.02%)'],
		['0', '10', '-10.00 USD (-100%)'],
	])('spend %s after %s changed by %s', (spend, before, change) => {
		expect(facts(spend, '0', before).Change).toBe(change);
	});
});
