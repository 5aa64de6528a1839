import { jStat } from 'jstat';
import { DateTime } from 'luxon';

import { amountOf } from '../../../lib/billing/amount';
import type { UsageCharge } from '../../../lib/billing/usageEntry';
import {
	DailySpend,
	forecastSpend,
	lastWholeDays,
	studentTQuantile90,
} from '../../../lib/billing/forecast';
import { Random } from './random';

const DAY = 86_400_000;
const MONTH = {
	start: Date.parse('2026-04-01T00:00:00Z'),
	end: Date.parse('2026-05-01T00:00:00Z'),
};
const NOW = Date.parse('2026-04-16T12:00:00Z');

/** Of a normal distribution, from twelve uniform numbers. */
const normal = (random: Random) =>
	Array.from({ length: 12 }, () => random.next()).reduce((sum, value) => sum + value, -6);

it.each([2, 3, 4, 6, 13, 27, 89])(
	'the quantile for %d degrees of freedom is that of a statistical library',
	(freedom) => {
		expect(studentTQuantile90(freedom)).toBeCloseTo(jStat.studentt.inv(0.9, freedom), 3);
	},
);

/** Fifty histories: steady, noisy, seldom or growing days. */
const histories = Array.from({ length: 50 }, (_, seed) => {
	const random = new Random(seed + 1);
	const [mean, noise, share] = [5 + 50 * random.next(), random.next() / 2, 0.3 + random.next()];
	const day = () => (random.chance(share) ? Math.max(0, mean * (1 + noise * normal(random))) : 0);
	return { past: Array.from({ length: 28 }, day), rest: Array.from({ length: 14 }, day) };
});

it('holds what comes in about eight of ten histories whose days vary by chance', () => {
	const held = histories.filter(({ past, rest }) => {
		const found = forecastSpend(0, past, { ...MONTH, end: NOW + 14 * DAY }, NOW);
		const came = rest.reduce((sum, value) => sum + value, 0);
		return found !== null && came >= found.low && came <= found.high;
	});
	expect(held.length).toBeGreaterThanOrEqual(34);
	expect(held.length).toBeLessThanOrEqual(47);
});

it.each(histories.map(({ past }, index) => [index, past] as const))(
	'history %d: the expected spend and its range are those of a statistical library',
	(_index, past) => {
		const left = (MONTH.end - NOW) / DAY;
		const expected = left * jStat.mean(past);
		// Of a sum of days that are still to come, around a mean that is itself estimated.
		const error = jStat.stdev(past, true) * Math.sqrt(left * (1 + left / past.length));
		const half = jStat.studentt.inv(0.9, past.length - 1) * error;
		const found = forecastSpend(10, past, MONTH, NOW);
		expect(found?.spend).toBeCloseTo(10 + expected, 4);
		expect(found?.high).toBeCloseTo(10 + expected + half, 2);
		expect(found?.low).toBeCloseTo(10 + Math.max(0, expected - half), 2);
	},
);

it.each([
	['with too few days', [1, 2], NOW, null],
	['after the end of the period', [1, 2, 3], MONTH.end, 10],
	['where more was paid back than charged', [-5, -5, -5], NOW, 10],
])('a forecast guesses nothing %s', (_what, days, now, spend) => {
	expect(forecastSpend(10, days, MONTH, now)?.spend ?? null).toBe(spend);
});

it.each([
	[2, [0.1, 0.1, 0.1], { spend: 3.45, low: 3.45, high: 3.45 }],
	[0.123456789, [0.1, 0.2, 0.7], { spend: 4.9568, low: 0.123456789, high: 10.5315 }],
	[0, [0.00000012345, 0.00000012345, 0.00000012345], { spend: 0.00000179, high: 0.000001791 }],
])(
	'an estimate from %d on has digits that say something, and none of doubles',
	(used, days, found) => {
		expect(forecastSpend(used, days, MONTH, NOW)).toMatchObject(found);
	},
);

it('what is spent is said with every digit where nothing can follow', () => {
	const found = forecastSpend(0.1234567, [1, 2, 3], MONTH, MONTH.end);
	expect(found).toMatchObject({ spend: 0.1234567, low: 0.1234567, high: 0.1234567 });
});

it('counts days of the zone from the first charge on, without today', () => {
	const zone = 'Europe/Berlin';
	const now = DateTime.fromISO('2026-03-30T12:00', { zone }).toMillis();
	const daily = new DailySpend(lastWholeDays(now, 7, zone), zone);
	const charge = (time: string, amount: number) =>
		daily.add({
			at: DateTime.fromISO(time, { zone }).toMillis(),
			amount: amountOf(amount, 'amount'),
		} as UsageCharge);
	charge('2026-03-22T23:59', -100);
	charge('2026-03-26T00:00', -1);
	charge('2026-03-28T23:59', -3);
	charge('2026-03-28T23:59', 1);
	charge('2026-03-29T12:00', -4);
	charge('2026-03-30T00:00', -100);
	expect(daily.dailySums).toEqual([1, 0, 2, 4]);
});
