import { Big } from 'big.js';

import { daysInUse, forecastBasis, forecastSpend } from '../../../lib/billing/report/outlook';
import { rounds } from '../../rounds';
import { Random } from './random';

const DAY = 86_400_000;
const MONTH = {
	start: Date.parse('2026-04-01T00:00:00Z'),
	end: Date.parse('2026-05-01T00:00:00Z'),
};
const zone = 'UTC';

/** Of a normal distribution, from twelve uniform numbers. */
const normal = (random: Random) =>
	Array.from({ length: 12 }, () => random.next()).reduce((sum, value) => sum + value, -6);

const sumOf = (days: number[]) => days.reduce((sum, day) => sum + day, 0);

/** The forecast of a month on the morning of a day, of what its days before came to. */
function morningOf(day: number, days: number[], budget?: number) {
	const past = days.slice(0, day - 1);
	return forecastSpend({
		...{ used: new Big(sumOf(past).toFixed(6)), span: MONTH, zone },
		days: past.map((one) => new Big(one.toFixed(6))),
		now: MONTH.start + (day - 1) * DAY,
		...(budget === undefined ? {} : { budget: new Big(budget) }),
	});
}

type Shape = (day: number, random: Random) => number;

/** A step that came in the first half of the month, as one that is still to come is known to no one. */
const stepAt = (factor: number) => {
	let step = 0;
	return (day: number, random: Random) => {
		if (day === 0) step = random.from(1, 13);
		return day >= step ? factor : 1;
	};
};

const SHAPES: Record<string, Shape> = {
	level: () => 1,
	'growing by 2 % a day': (day) => 1.02 ** day,
	'falling by 2 % a day': (day) => 0.98 ** day,
	'quiet at weekends': (day) => (day % 7 >= 5 ? 0.2 : 1),
	'four times as high from a day on': stepAt(4),
	'half as high from a day on': stepAt(0.5),
};

const MONTHS = rounds(15, 100);
const MORNINGS = Array.from({ length: 22 }, (_, index) => index + 4);

describe.each(Object.entries(SHAPES))('months that are %s', (_name, shape) => {
	it.each([0.05, 0.4])(
		'end in the range, or are unsure, on at least eight of ten mornings, with a noise of %d',
		(noise) => {
			const random = new Random(11);
			const kept = MORNINGS.map(() => 0);
			let falselyWithin = 0;
			for (let month = 0; month < MONTHS; month++) {
				const days = Array.from({ length: 30 }, (_, day) =>
					Math.max(0, 100 * shape(day, random) * (1 + noise * normal(random))),
				);
				const actual = sumOf(days);
				for (const [index, morning] of MORNINGS.entries()) {
					// The budget is just below what the month comes to.
					const { low, high, status } = morningOf(morning, days, actual * 0.98);
					const isHeld = low === null || high === null || (actual >= low && actual <= high);
					kept[index] = (kept[index] ?? 0) + (isHeld ? 1 : 0);
					falselyWithin += status === 'within' ? 1 : 0;
				}
			}
			const total = MONTHS * MORNINGS.length;
			expect(sumOf(kept) / total).toBeGreaterThan(0.85);
			expect(Math.min(...kept) / MONTHS).toBeGreaterThan(0.72);
			expect(falselyWithin / total).toBeLessThan(0.12);
		},
	);
});

describe('months that grow by 2 % a day', () => {
	it.each([0.02, 0.15])(
		'never read within a budget that they pass, and end in the range or are unsure, with a noise of %d',
		(noise) => {
			const random = new Random(23);
			const mornings = [4, 8, 12, 15, 18, 21, 24];
			const results = Array.from({ length: rounds(100, 400) }, () => {
				const days = Array.from({ length: 30 }, (_, day) =>
					Math.max(0, 100 * 1.02 ** day * (1 + noise * normal(random))),
				);
				const actual = sumOf(days);
				return mornings.map((morning) => {
					const { spend, low, high } = morningOf(morning, days);
					// What a budget in between is: above what is expected, below what comes.
					const budget = Math.max(spend ?? 0, high ?? 0, 0.9 * actual);
					const between = budget < actual ? budget : ((spend ?? 0) + actual) / 2;
					const { status } = morningOf(morning, days, between);
					const isHeld = low === null || high === null || (actual >= low && actual <= high);
					return { isWrong: between < actual && status === 'within', isHeld };
				});
			}).flat();
			expect(results.filter(({ isWrong }) => isWrong)).toEqual([]);
			expect(results.filter(({ isHeld }) => isHeld).length / results.length).toBeGreaterThan(0.95);
		},
	);
});

it('a level month with room for a quarter more is within its budget', () => {
	const random = new Random(4);
	const months = Array.from({ length: 100 }, () =>
		Array.from({ length: 30 }, () => 100 * (1 + 0.05 * normal(random))),
	);
	const within = months.filter((days) => morningOf(18, days, 3750).status === 'within');
	expect(within.length).toBeGreaterThan(90);
});

it('days that vary can hide a rise: a budget just above the range is unsure', () => {
	const uneven = Array.from({ length: 30 }, (_, day) => 10 + (day % 3));
	const { high } = morningOf(16, uneven);
	expect(morningOf(16, uneven, Math.ceil(Number(high)))).toMatchObject({
		...{ status: 'unsure' },
		reason: 'days that vary so much can hide a rise that reaches the budget',
	});
	expect(morningOf(16, uneven, 600).status).toBe('within');
});

it('a level month has a range after two weeks, which is narrow', () => {
	const random = new Random(3);
	const days = Array.from({ length: 30 }, () => 100 * (1 + 0.02 * normal(random)));
	const { low, high, reason } = morningOf(20, days);
	expect(reason).toBeNull();
	expect(Number(high) - Number(low)).toBeLessThan(0.06 * sumOf(days));
});

it('weekdays are compared with weekdays: a quiet weekend is no change', () => {
	const days = Array.from({ length: 30 }, (_, day) => (day % 7 >= 5 ? 0 : 10));
	const actual = sumOf(days);
	expect(morningOf(16, days)).toEqual({ spend: actual, low: actual, high: actual, reason: null });
});

describe('what cannot be known', () => {
	const level = Array.from({ length: 30 }, () => 10);
	const rising = level.map((day, index) => (index >= 12 ? day * 2 : day));

	it('fewer than two weeks have no expectation at all', () => {
		expect(morningOf(10, level, 1000)).toEqual({
			...{ spend: null, low: null, high: null, status: 'unsure', reachedOn: null },
			reason: '9 full days since the first charge, and 14 are needed',
		});
	});

	it('a step is named, and never within a budget', () => {
		expect(morningOf(18, rising, 100_000)).toMatchObject({
			...{ low: null, high: null, status: 'unsure', reachedOn: null },
			reason: 'the last 7 days cost 71% more than the 7 before',
		});
	});

	it('a first charge in the last week is no rise by a percentage', () => {
		const first = level.map((day, index) => (index >= 10 ? day : 0));
		const { reason } = morningOf(15, [...first.slice(0, 7).map(() => 0), ...first.slice(7)]);
		expect(reason).toBe('nothing was spent in the 7 days before the last 7');
	});

	it('a budget that is passed already is exceeded, whatever else is unsure', () => {
		expect(morningOf(5, level, 30)).toMatchObject({ status: 'exceeded', low: null });
	});

	it('a gap is never within', () => {
		const wish = { used: new Big(150), days: level.slice(0, 15).map((day) => new Big(day)) };
		const forecast = forecastSpend({
			...{ ...wish, span: MONTH, zone, now: MONTH.start + 15 * DAY, budget: new Big(1000) },
			gap: 'charges are missing',
		});
		expect(forecast).toMatchObject({ status: 'unsure', reason: 'charges are missing' });
	});
});

describe('a forecast', () => {
	const level = Array.from({ length: 30 }, () => 10);

	it.each([
		[400, 'within', null, null],
		[300, 'within', null, null],
		[299, 'exceeded', null, '2026-04-30'],
		[200, 'exceeded', null, '2026-04-21'],
	])('a budget of %d is %s', (budget, status, reason, reachedOn) => {
		expect(morningOf(16, level, budget)).toMatchObject({ status, reason, reachedOn });
	});

	it('a budget inside the range is unsure, with the reason', () => {
		const uneven = level.map((day, index) => day + (index % 2 === 0 ? 1 : -1));
		expect(morningOf(16, uneven, 300)).toMatchObject({
			...{ status: 'unsure', reason: 'the budget lies in the range' },
		});
	});

	it('a period that is over is what was spent', () => {
		const past = { used: new Big(7), days: [], span: MONTH, zone, now: MONTH.end + DAY };
		const all = { spend: 7, low: 7, high: 7, reason: null, reachedOn: null };
		expect(forecastSpend({ ...past, budget: new Big(7) })).toEqual({ ...all, status: 'within' });
		expect(forecastSpend({ ...past, budget: new Big(6) })).toEqual({ ...all, status: 'exceeded' });
	});
});

it('rests on the two weeks before today in the zone, from the first charge on', () => {
	const basis = forecastBasis(Date.parse('2026-04-05T01:00:00Z'), 'Europe/Berlin');
	expect(new Date(basis.start).toISOString()).toBe('2026-03-21T23:00:00.000Z');
	expect(new Date(basis.end).toISOString()).toBe('2026-04-04T22:00:00.000Z');
	const row = (entries: number, net: number) => ({ entries, net: new Big(net) });
	expect(daysInUse([row(0, 0), row(1, 2), row(0, 0)]).map(Number)).toEqual([2, 0]);
	expect(daysInUse([row(0, 0)])).toEqual([]);
});
