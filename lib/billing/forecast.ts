import { DateTime } from 'luxon';

import { Big, type RoundingMode } from '../core/decimal';
import { startOfCalendarUnit } from '../core/localTime';
import { ZERO, type Amount } from './amount';
import type { UsageCharge } from './usageEntry';
import { createIntervalNamer, intervalNamesWithin, type TimeSpan } from './intervals';

const DAY_MS = 86_400_000;
/** Fewer days say nothing about how much one differs from the next. */
const MIN_FORECAST_DAYS = 3;
/** Of the standard normal distribution: eight of ten values lie between it and its negative. */
const NORMAL_QUANTILE_90 = 1.2815515655446004;

/** The spend at the end of a period: expected, and the range that holds it in eight of ten cases. */
export interface Forecast {
	spend: number;
	low: number;
	high: number;
	/** How many days it rests on. */
	days: number;
}

/** The whole days before now: so many, in the zone. */
export function lastWholeDays(now: number, days: number, zone: string): TimeSpan {
	const today = startOfCalendarUnit(DateTime.fromMillis(now, { zone }), 'day');
	const first = startOfCalendarUnit(today.minus({ days }), 'day');
	return { start: first.toMillis(), end: today.toMillis() };
}

/** Adds up what the days of a span cost, refunds taken off. */
export class DailySpend {
	private readonly spendByDay = new Map<string, Amount>();

	private readonly dayNameOf: (at: number) => string;

	constructor(
		private readonly span: TimeSpan,
		private readonly zone: string,
	) {
		this.dayNameOf = createIntervalNamer(zone, 'day');
	}

	add({ at, amount }: UsageCharge): void {
		if (at < this.span.start || at >= this.span.end) return;
		const day = this.dayNameOf(at);
		this.spendByDay.set(day, (this.spendByDay.get(day) ?? ZERO).minus(amount));
	}

	/** The sums in order, from the first day with a charge: an account that is new has no earlier ones. Days without charges count as 0. */
	get dailySums(): number[] {
		const all = intervalNamesWithin(this.span, this.zone, 'day');
		const first = all.findIndex((day) => this.spendByDay.has(day));
		return first < 0 ? [] : all.slice(first).map((day) => Number(this.spendByDay.get(day) ?? 0));
	}
}

/**
 * What will have been spent at the end of the period if the days that are left are like the last ones: their mean, with the 80 % prediction
 * interval of Student's t distribution. Never below what is spent. Null with fewer than three days.
 */
export function forecastSpend(
	used: number,
	days: readonly number[],
	{ start, end }: TimeSpan,
	now: number,
): Forecast | null {
	const count = days.length;
	if (count < MIN_FORECAST_DAYS) return null;
	const daysLeft = Math.max(0, end - Math.max(now, start)) / DAY_MS;
	const mean = days.reduce((sum, day) => sum + day, 0) / count;
	const variance = days.reduce((sum, day) => sum + (day - mean) ** 2, 0) / (count - 1);
	// Each day that is left varies on its own, and the mean of the last ones is known only so well.
	const error = Math.sqrt(variance * (daysLeft + daysLeft ** 2 / count));
	const half = studentTQuantile90(count - 1) * error;
	const expected = daysLeft * mean;
	const withRest = (rest: number, rounding: RoundingMode = Big.roundHalfUp) =>
		rest <= 0 ? used : Math.max(used, Number(roundedEstimate(new Big(used + rest), rounding)));
	return {
		spend: withRest(expected),
		// Rounded outward, as what is compared with a budget must not be surer than it is.
		low: withRest(expected - half, Big.roundDown),
		high: withRest(expected + half, Big.roundUp),
		days: count,
	};
}

/** An estimate with the digits that it can mean: four places, and below one four digits that say something. */
export function roundedEstimate(estimate: Amount, rounding: RoundingMode): Amount {
	// What arithmetic of doubles adds in the last places is no reason to round up.
	return estimate.prec(12).round(Math.max(4, 3 - estimate.e), rounding);
}

/** The 90 % quantile of Student's t distribution, by its series around the normal one; exact for two degrees of freedom. */
export function studentTQuantile90(freedom: number): number {
	if (freedom === 2) return Math.sqrt(2 / (0.9 * 0.1)) * (0.9 - 0.5);
	const z = NORMAL_QUANTILE_90;
	const terms = [
		(z ** 3 + z) / 4,
		(5 * z ** 5 + 16 * z ** 3 + 3 * z) / 96,
		(3 * z ** 7 + 19 * z ** 5 + 17 * z ** 3 - 15 * z) / 384,
		(79 * z ** 9 + 776 * z ** 7 + 1482 * z ** 5 - 1920 * z ** 3 - 945 * z) / 92_160,
	];
	return terms.reduce((sum, term, index) => sum + term / freedom ** (index + 1), z);
}
