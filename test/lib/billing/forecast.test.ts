import { Big } from 'big.js';

import { forecastSpend, outlookOf } from '../../../lib/billing/report/outlook';
import { forecastBasis } from '../../../lib/billing/report/pastSpend';
import { SpendTally } from '../../../lib/billing/tally';
import { rounds } from '../../rounds';
import {
	BEFORE,
	DAY,
	forecastAt,
	forecastMonths,
	HISTORY_START,
	historyOf,
	HOUR_OF_CHECK,
	MONTH,
	SHAPES,
	zone,
} from './forecastMonths';

const HISTORIES = rounds(40, 200);

describe.each(Object.entries(SHAPES))('months that are %s', (name, shape) => {
	it('end in the range in about eight of ten cases, and are hardly ever called within a budget that they pass', () => {
		const figures = forecastMonths(shape, HISTORIES, name.length);
		expect(figures.forecasts).toBeGreaterThan(HISTORIES);
		expect(figures.held / figures.forecasts).toBeGreaterThan(0.72);
		expect(figures.wronglyWithin / figures.passed).toBeLessThan(0.05);
	});
});

it('steady months with room for three tenths more are within their budget on the 15th', () => {
	const { steady } = SHAPES;
	if (steady === undefined) throw new Error('There is no steady month');
	const { roomy, rightlyWithin } = forecastMonths(steady, HISTORIES, 4);
	expect(rightlyWithin / roomy).toBeGreaterThan(0.8);
});

describe('the same days of last month', () => {
	const peaks = historyOf(({ fromEnd }) => (fromEnd < 3 ? 500 : 100));

	it.each([16, 21, 26])('a month-end peak is known on the %dth', (day) => {
		const forecast = forecastAt(day, peaks, { hour: HOUR_OF_CHECK, budget: 3_400 });
		expect(forecast).toMatchObject({
			status: 'unsure',
			reason: 'the same days of last month cost 1,200.00 USD more than usual',
		});
		expect(Number(forecast.high)).toBeGreaterThan(30 * 100 + 3 * 400);
		expect(Number(forecast.low)).toBeLessThan(30 * 100);
	});

	it('a budget that bears the peak is within', () => {
		expect(forecastAt(16, peaks, { budget: 4_700 }).status).toBe('within');
	});

	it('the same numbers count too, wherever the month ends', () => {
		const rent = historyOf(({ dayOfMonth }) => (dayOfMonth === 20 ? 800 : 100));
		const { high, reason } = forecastAt(15, rent, { budget: 3_500 });
		expect(Number(high)).toBeGreaterThan(30 * 100 + 700);
		expect(reason).toBe('the same days of last month cost 700.00 USD more than usual');
	});
});

it('a job at noon is still to come in the morning, and over in the evening', () => {
	const job = historyOf(() => 100);
	expect(forecastAt(10, job, { hour: 8, rhythm: 12 }).spend).toBe(3_000);
	expect(forecastAt(10, job, { hour: 20, rhythm: 12 }).spend).toBe(3_000);
});

it('a range is never narrower than a twentieth of what is to come, either way', () => {
	const level = historyOf(() => 100);
	const { spend, low, high } = forecastAt(16, level, { rhythm: 12 });
	expect([spend, low, high]).toEqual([3_000, 2_925, 3_075]);
});

describe('a change', () => {
	const stepped = (from: number, to: number) =>
		historyOf(({ day }) => (day < BEFORE + 7 ? from : to));

	it('a change in the last week is in the range, beside what the weeks before say', () => {
		const { low, high, reason } = forecastAt(15, stepped(100, 200), { budget: 4_000 });
		expect(reason).toMatch(/^the last 7 days cost 100% more than the 7 before$/);
		expect(Number(high)).toBeGreaterThan(7 * 100 + 23 * 200);
		expect(Number(low)).toBeLessThan(7 * 100 + 23 * 200);
	});

	it('three days without spend can be the end of it', () => {
		const { low, reason } = forecastAt(11, stepped(100, 0), { budget: 2_000 });
		expect(low).toBe(700);
		expect(reason).toBe('next to nothing was spent in the last 3 days');
	});

	it('a rise from nothing has no percentage', () => {
		const days = historyOf(({ day }) =>
			day < BEFORE - 8 ? (day === BEFORE - 9 ? 1 : 0) : day < BEFORE ? 0 : 100,
		);
		expect(forecastAt(8, days, { budget: 1_500 }).reason).toBe(
			'nothing was spent in the 7 days before the last 7',
		);
	});
});

describe('what cannot be known', () => {
	const level = historyOf(() => 10);
	const lately = historyOf(({ day }) => (day < BEFORE ? 0 : 10));

	it('fewer than two weeks have no expectation at all', () => {
		expect(forecastAt(10, lately, { budget: 1000 })).toEqual({
			...{ spend: null, low: null, high: null, status: 'unsure', reachedOn: null },
			reason: '9 full days since the first charge, and 14 are needed',
		});
	});

	it('a budget that is passed already is exceeded, whatever else is unsure', () => {
		expect(forecastAt(5, lately, { budget: 30 })).toMatchObject({ status: 'exceeded', low: null });
	});

	it('a gap is never within', () => {
		const now = MONTH.start + 15 * DAY;
		const hours = new Map(
			level.map((spend, index) => [
				`${new Date(HISTORY_START + index * DAY).toISOString().slice(0, 16)}+00:00`,
				new Big(spend),
			]),
		);
		const used = new Big(150);
		const all = { used, hours, span: MONTH, zone, now, currency: 'USD', budget: new Big(1000) };
		expect(forecastSpend({ ...all, gap: 'charges are missing' })).toMatchObject({
			...{ status: 'unsure', reason: 'charges are missing' },
		});
		expect(forecastSpend(all).status).toBe('within');
	});
});

describe('a forecast', () => {
	const level = historyOf(() => 10);

	it.each([
		[400, 'within', null, null],
		[320, 'within', null, null],
		[300, 'unsure', 'the budget lies in the range', null],
		[299, 'unsure', 'the budget lies in the range', '2026-04-30'],
		[200, 'exceeded', null, '2026-04-21'],
	])('a budget of %d is %s', (budget, status, reason, reachedOn) => {
		expect(forecastAt(16, level, { budget, rhythm: 12 })).toMatchObject({
			...{ status, reason, reachedOn },
		});
	});

	it('a period that is over is what was spent', () => {
		const past = {
			...{ used: new Big(7), hours: new Map<string, Big>(), span: MONTH, zone, currency: 'USD' },
			now: MONTH.end + DAY,
		};
		const all = { spend: 7, low: 7, high: 7, reason: null, reachedOn: null };
		expect(forecastSpend({ ...past, budget: new Big(7) })).toEqual({ ...all, status: 'within' });
		expect(forecastSpend({ ...past, budget: new Big(6) })).toEqual({ ...all, status: 'exceeded' });
	});
});

it.each([
	// The 31st has no day of the same number in April: the last one is as far from the end.
	['2026-05-31T10:00:00Z', '2026-04-29T22:00:00.000Z', '2026-05-30T22:00:00.000Z'],
	['2026-04-05T01:00:00Z', '2026-03-04T23:00:00.000Z', '2026-04-04T22:00:00.000Z'],
	['2026-03-01T09:00:00Z', '2026-01-31T23:00:00.000Z', '2026-02-28T23:00:00.000Z'],
])(
	'a forecast of %s rests on four weeks and on the days of last month that are like those to come',
	(now, start, end) => {
		const basis = forecastBasis(Date.parse(now), 'Europe/Berlin');
		expect(new Date(basis.start).toISOString()).toBe(start);
		expect(new Date(basis.end).toISOString()).toBe(end);
	},
);

it('an hour that two parts of the history share counts whole', () => {
	const noon = (day: number) => HISTORY_START + day * DAY + 12 * 3_600_000;
	const hourOf = (at: number) => `${new Date(at).toISOString().slice(0, 13)}:00+00:00`;
	const charge = (at: number, usd: number) =>
		({ at, currency: 'USD', product: 'chat', amount: new Big(-usd), units: new Big(1) }) as never;
	const [whole, first, second] = [0, 1, 2].map(() => new SpendTally(hourOf)) as [
		SpendTally,
		SpendTally,
		SpendTally,
	];
	const days = Array.from({ length: BEFORE + 15 }, (_, day) => noon(day));
	for (const at of days) {
		whole.add(charge(at, 10));
		first.add(charge(at, 4));
		second.add(charge(at + 60_000, 6));
	}
	const now = MONTH.start + 15 * DAY;
	const forecast = (recent: SpendTally[]) =>
		outlookOf({
			...{ recent, currency: 'USD', complete: true, used: new Big(150), span: MONTH, now, zone },
		});
	expect(forecast([whole]).spend).toBe(300);
	expect(forecast([first, second])).toEqual(forecast([whole]));
});
