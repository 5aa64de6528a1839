import { Big } from 'big.js';

import { amountOf, exactText, percentOf } from '../../../../lib/billing/amount';
import { usageChargeOf } from '../../../../lib/billing/usageEntry';
import {
	customPeriods,
	createIntervalNamer,
	intervalNamesWithin,
} from '../../../../lib/billing/period';
import { RecentRequests, zeroCounts, SpendTally } from '../../../../lib/billing/tally';
import { budgetStateOfSpend } from '../../../../lib/billing/report/budget';
import { spendChart } from '../../../../lib/billing/report/reportCharts';
import { linesThatFit } from '../../../../lib/billing/report/slack';
import { readableAmount } from '../../../../lib/billing/report/formatting';

const zone = 'Europe/Berlin';
const time = (text: string) => Date.parse(text);
const charge = (timestamp: string, sku: string, amount: number, currency = 'USD') =>
	usageChargeOf({ timestamp, sku, amount, currency, units: 1, inferenceDetails: null });

describe('amounts', () => {
	it('are the shortest decimal of the number, added without loss', () => {
		const sum = [0.1, 0.2, 1e-7, 1e21].reduce(
			(all, one) => all.plus(amountOf(one, 'a')),
			new Big(0),
		);
		expect(exactText(sum)).toBe('1000000000000000000000.3000001');
		expect(exactText(amountOf(-0, 'a'))).toBe('0');
	});

	it.each([Number.NaN, Number.POSITIVE_INFINITY, '', 'one', null, undefined, {}, true])(
		'are refused when they are %p',
		(value) =>
			expect(() => amountOf(value, 'amount')).toThrow(
				/whose amount is not a number|without amount/,
			),
	);

	it.each(['-1e40000', '1e-40000', '1e999999999', '9'.repeat(1001)])(
		'are refused when no double has their size: %.20s',
		(value) => {
			expect(() => amountOf(value, 'amount')).toThrow(/^.{0,200}$/);
		},
	);

	it.each([1.7976931348623157e308, 5e-324, -5e-324])('may be as large and small as %p', (value) => {
		const text = exactText(amountOf(value, 'amount'));
		expect(exactText(amountOf(text, 'amount'))).toBe(text);
	});

	it.each([
		['1', '3', 33.33],
		['2', '3', 66.67],
		['1', '20000', 0.01],
		['-1', '20000', -0.01],
		['0.99999999999999999999999', '20000', 0],
		['1', '-8', -12.5],
		['-1', '-8', 12.5],
		['5', '0', null],
	])('%s of %s is %p %%', (part, all, percent) => {
		expect(percentOf(new Big(part), new Big(all))).toBe(percent);
	});

	it.each([
		['0', '0.00'],
		['1234567.891', '1,234,567.89'],
		['-1234.5', '-1,234.50'],
		['0.05', '0.05'],
		['0.0012345', '0.0012'],
		['0.0000001', '0.0000001'],
		['0.0000000001', '0.0000000001'],
		['-0.0000000001', '-0.0000000001'],
	])('%s is read as %s', (exact, text) => expect(readableAmount(new Big(exact))).toBe(text));
});

describe('periods and slots', () => {
	it('compares a custom period with as many days, or as many milliseconds', () => {
		const start = time('2026-03-29T00:00:00+01:00');
		const whole = customPeriods({ start, end: time('2026-04-05T00:00:00+02:00') }, zone);
		expect(new Date(whole.before.start).toISOString()).toBe('2026-03-21T23:00:00.000Z');
		const part = customPeriods({ start, end: start + 1000 }, zone);
		expect(part.before).toEqual({ start: start - 1000, end: start });
	});

	it('keeps the two hours of one name apart, and skips the one that is missing', () => {
		const hours = (from: string, to: string, where = zone) =>
			intervalNamesWithin({ start: time(from), end: time(to) }, where, 'hour').map((slot) =>
				slot.slice(11),
			);
		expect(hours('2026-10-24T23:30:00Z', '2026-10-25T02:30:00Z')).toEqual([
			...['01:00+02:00', '02:00+02:00', '02:00+01:00', '03:00+01:00'],
		]);
		expect(hours('2026-03-29T00:00:00Z', '2026-03-29T01:00:01Z')).toEqual([
			...['01:00+01:00', '03:00+02:00'],
		]);
		const half = hours('2026-04-04T14:30:00Z', '2026-04-04T16:00:00Z', 'Australia/Lord_Howe');
		expect(half).toEqual(['01:00+11:00', '01:00+10:30', '02:00+10:30']);
	});

	it('names a day that has no midnight', () => {
		const day = createIntervalNamer('Africa/Cairo', 'day');
		expect(['2026-04-23T21:59:59Z', '2026-04-23T22:00:00Z'].map((at) => day(time(at)))).toEqual([
			'2026-04-23',
			'2026-04-24',
		]);
	});
});

describe('calls', () => {
	const seen = (id: string, at: number, prompt: number, completion: number) => ({
		...charge('2026-01-01T00:00:00Z', 'a', -1),
		at,
		requestId: id,
		promptTokens: prompt,
		completionTokens: completion,
	});

	it('counts the entries of one request once, and the tokens they say', () => {
		const [recent, counts] = [new RecentRequests(), zeroCounts()];
		recent.countOnce('', seen('a', 0, 10, 0), counts);
		recent.countOnce('', seen('a', 5, 10, 7), zeroCounts());
		recent.countOnce('', seen('b', 6, 1, 1), counts);
		expect(counts).toEqual({ calls: 2, promptTokens: 11, completionTokens: 8 });
	});

	it('forgets requests after ten minutes, so that memory stays flat', () => {
		const [recent, counts] = [new RecentRequests(), zeroCounts()];
		for (let second = 0; second < 2_000; second++) {
			recent.countOnce('', seen(`r-${second}`, second * 1000, 1, 1), counts);
		}
		expect(counts.calls).toBe(2_000);
		expect(recent.size).toBe(601);
	});
});

describe('a budget', () => {
	it('is not passed when it is just reached', () => {
		const state = budgetStateOfSpend(new Big('0.3'), new Big('0.1').plus('0.2'), 80);
		expect(state).toMatchObject({ withinBudget: true, status: 'warning', percentUsed: 100 });
	});
});

describe('a chart and a message', () => {
	const span = { start: time('2026-01-01T00:00:00Z'), end: time('2026-01-03T00:00:00Z') };
	const tallied = (products: number) => {
		const tally = new SpendTally(createIntervalNamer('UTC', 'day'));
		for (let index = 1; index <= products; index++) {
			for (const currency of ['USD', 'DIEM', 'BUNDLED_CREDITS', 'VCU']) {
				tally.add(charge('2026-01-02T00:00:00Z', `p${index}`, -index, currency));
			}
		}
		return tally;
	};
	const words = { title: 'T', subtitle: 'S', money: 'USD', places: 2 };
	const wish = { currency: 'USD', zone: 'UTC', ...words, series: 2 };

	it.each([
		[2, ['p2', 'p1'], [2, 1]],
		[3, ['p3', 'p2', 'p1'], [3, 2, 1]],
		[4, ['p4', 'p3', 'Others'], [4, 3, 3]],
	])('a chart of %d products groups those that do not fit', (products, series, values) => {
		const chart = spendChart(tallied(products), { ...wish, span, unit: 'day' });
		expect(chart).toMatchObject({ title: 'T', subtitle: 'S', unit: 'USD', series });
		expect(chart.bars).toEqual([
			{ label: '1 Jan', short: '1', values: series.map(() => 0), total: '0.00' },
			{ label: '2 Jan', short: '2', values, total: `${(products * (products + 1)) / 2}.00` },
		]);
	});

	it('takes months where days would be too many', () => {
		const year = { ...span, end: time('2027-01-01T00:00:00Z') };
		const { bars } = spendChart(tallied(1), { ...wish, span: year, unit: 'day' });
		expect(bars).toHaveLength(12);
		expect(bars[0]).toEqual({ label: 'Jan 2026', short: 'Jan', values: [1], total: '1.00' });
	});

	it('says how many lines it left out', () => {
		expect(linesThatFit(['a', 'b'], 30)).toBe('a\nb');
		expect(linesThatFit(['a'.repeat(9), 'b'.repeat(9), 'c'.repeat(20)], 38)).toBe(
			'aaaaaaaaa\n… 2 more',
		);
	});
});
