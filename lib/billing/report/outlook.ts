import { DateTime } from 'luxon';

import { startOfCalendarUnit } from '../../core/localTime';
import { ZERO, type Amount } from '../amount';
import type { TimeSpan } from '../period';
import type { BudgetShare } from './budget';
import { groupIntervals, type SpendTally } from '../tally';
import { causeOfChange } from './movers';
import { intervalRows, type CurrencyTotals } from './reportRows';
import { Big, type RoundingMode } from '../../core/decimal';

/** What a running period is expected to come to at its end. */
interface Outlook extends Forecast {
	/** The product that changed the last days most, where they differ from those before. */
	cause: string | null;
}

export interface CurrencySummary extends CurrencyTotals {
	budget?: BudgetShare;
	/** Of a month that is still running. */
	forecast?: Outlook;
}

interface OutlookInput {
	/** Holds the days that a forecast rests on, by day. */
	recent: SpendTally;
	currency: string;
	used: Amount;
	span: TimeSpan;
	now: number;
	zone: string;
	budget?: Amount;
	complete: boolean;
}

/** What a running period comes to at its end. */
export function outlookOf(input: OutlookInput): Outlook {
	const { recent, currency, now, zone, complete, ...others } = input;
	const basis = forecastBasis(now, zone);
	const rows = intervalRows(recent, currency, basis, zone, 'day');
	const forecast = forecastSpend({
		...{ ...others, now, zone, days: daysInUse(rows) },
		...(complete ? {} : { gap: 'charges in another currency are not counted' }),
	});
	const laterDays = new Set(rows.slice(rows.length / 2).map(({ slot }) => slot));
	const days = groupIntervals(recent.currencies.get(currency), (slot) => slot.slice(0, 10));
	const isChanged = forecast.spend !== null && forecast.low === null;
	const cause = isChanged ? causeOfChange(days, (day) => laterDays.has(day)) : null;
	return { ...forecast, cause };
}

const WEEK = 7;
/** Two of each weekday: fewer cannot tell a weekend from a change. */
const FORECAST_DAYS = 2 * WEEK;
/** From this difference between the last two weeks on, it is open which of them goes on. */
const MAX_WEEKLY_CHANGE = 0.08;
/** The 90 % quantile of Student's t distribution with 7 degrees of freedom: eight of ten values lie between it and its negative. */
const STUDENT_T_90 = 1.4149;
/** The 90 % and the 99.9 % quantile with 6 degrees of freedom, which seven pairs of a weekday have: how much of a rise their noise can hide. */
const HIDDEN_RISE = 1.4398;
const LARGEST_HIDDEN_RISE = 5.2076;

/** The spend at the end of a period if the days left are like the last two weeks, and how that stands against a budget where there is one. */
interface Forecast {
	/** Null where nothing can be expected. */
	spend: number | null;
	/** The range that holds the spend in eight of ten cases; null where the last days do not allow one. */
	low: number | null;
	high: number | null;
	/** `unsure` where the range holds the budget, or there is none; `within` only if no rise that noise can hide reaches the budget. */
	status?: 'within' | 'unsure' | 'exceeded';
	/** Why the status is unsure or the range is missing. */
	reason: string | null;
	/** The day on which the budget is expected to be reached, from today on. */
	reachedOn?: string | null;
}

/** The full days before now that a forecast rests on, in the zone. */
export function forecastBasis(now: number, zone: string): TimeSpan {
	const today = startOfCalendarUnit(DateTime.fromMillis(now, { zone }), 'day');
	const first = startOfCalendarUnit(today.minus({ days: FORECAST_DAYS }), 'day');
	return { start: first.toMillis(), end: today.toMillis() };
}

interface ForecastInput {
	used: Amount;
	/** What the full days before now cost, the last one yesterday; none of them before the first charge. */
	days: readonly Amount[];
	span: TimeSpan;
	now: number;
	zone: string;
	budget?: Amount;
	/** Why the budget cannot be known to hold, whatever is expected. */
	gap?: string;
}

export function forecastSpend(input: ForecastInput): Forecast {
	const { used, days, span, now, zone, budget, gap } = input;
	const parts = daysLeft(now, span, zone);
	const left = parts.reduce((sum, part) => sum + part, 0);
	const lastDays = days.slice(-FORECAST_DAYS).map(Number);
	const doubt = left > 0 ? doubtAbout(lastDays) : undefined;
	const rest = doubt?.isTooShort ? undefined : expectedDays(lastDays, parts);
	const expected = rest?.reduce((sum, day) => sum + day, 0);
	const rangeWith = (hidden: number) =>
		doubt === undefined ? rangeAround(lastDays, left, hidden) : undefined;
	const [half, most] = [rangeWith(HIDDEN_RISE), rangeWith(LARGEST_HIDDEN_RISE)];
	const atEnd = (more: number | undefined, rounding: RoundingMode = Big.roundHalfUp) =>
		more === undefined
			? null
			: more <= 0
				? Number(used)
				: Number(roundedEstimate(used.plus(more), rounding));
	const isRange = expected !== undefined && half !== undefined && most !== undefined;
	const spend = atEnd(expected);
	// Rounded outward, as what is compared with a budget must not be surer than it is.
	const low = atEnd(isRange ? expected - half : undefined, Big.roundDown);
	const high = atEnd(isRange ? expected + half : undefined, Big.roundUp);
	if (budget === undefined) return { spend, low, high, reason: doubt?.reason ?? null };
	const limit = Number(budget);
	const isOver = used.gt(budget) || (low !== null && low > limit);
	const worst = atEnd(isRange ? expected + most : undefined, Big.roundUp);
	const doubtAboutBudget =
		high !== null && high > limit
			? 'the budget lies in the range'
			: worst !== null && worst > limit
				? 'days that vary so much can hide a rise that reaches the budget'
				: gap;
	const unsureReason = doubt?.reason ?? doubtAboutBudget;
	const status = isOver ? 'exceeded' : unsureReason === undefined ? 'within' : 'unsure';
	const crossing = used.gt(budget) || !isRange ? -1 : crossingDay(rest ?? [], limit - Number(used));
	return {
		...{ spend, low, high, status },
		reason: status === 'unsure' ? (unsureReason ?? null) : (doubt?.reason ?? null),
		reachedOn: crossing < 0 ? null : dayAfter(now, crossing, zone),
	};
}

/** Why the days that are left need not be like the last ones: weekdays are compared with the same weekdays. */
function doubtAbout(days: number[]): { reason: string; isTooShort?: true } | undefined {
	if (days.length < FORECAST_DAYS) {
		const count = `${days.length} full ${days.length === 1 ? 'day' : 'days'}`;
		return {
			reason: `${count} since the first charge, and ${FORECAST_DAYS} are needed`,
			isTooShort: true,
		};
	}
	const [before, last] = [meanOf(days.slice(0, WEEK)), meanOf(days.slice(WEEK))];
	if (Math.abs(last - before) <= MAX_WEEKLY_CHANGE * before || last === before) return undefined;
	if (before <= 0) return { reason: 'nothing was spent in the 7 days before the last 7' };
	const percent = Math.round((Math.abs(last - before) / before) * 100);
	return {
		reason: `the last 7 days cost ${percent}% ${last > before ? 'more' : 'less'} than the 7 before`,
	};
}

/** What each day that is left is expected to cost, today's part first: the mean of the last two days of its weekday. */
function expectedDays(days: number[], parts: number[]): number[] {
	return parts.map((part, index) => {
		const weekday = index % WEEK;
		return (part * ((days[weekday] ?? 0) + (days[weekday + WEEK] ?? 0))) / 2;
	});
}

/** How much is left of each day up to the end, from today on, in days; one with a change of the clocks counts as a day. */
function daysLeft(now: number, { start, end }: TimeSpan, zone: string): number[] {
	const today = startOfCalendarUnit(DateTime.fromMillis(now, { zone }), 'day');
	const at = (moment: number) => DateTime.fromMillis(moment, { zone }).diff(today, 'days').days;
	const [from, to] = [at(Math.max(now, start)), at(Math.max(now, end))];
	return Array.from({ length: Math.ceil(to) }, (_, day) =>
		Math.max(0, Math.min(to, day + 1) - Math.max(from, day)),
	);
}

/** Half the range: days of one weekday differ by chance, the mean of two weeks is known only so well, and a change between them, seen or hidden by chance, may go on. */
function rangeAround(days: number[], left: number, hidden: number): number {
	const pairs = days.slice(0, WEEK).map((day, index) => (days[index + WEEK] ?? 0) - day);
	const squares = meanOf(pairs.map((change) => change ** 2));
	const chance = STUDENT_T_90 * Math.sqrt((squares / 2) * (left + left ** 2 / FORECAST_DAYS));
	const change = Math.abs(meanOf(pairs));
	const error = Math.sqrt(Math.max(0, squares - change ** 2) / (WEEK - 1));
	return chance + ((change + hidden * error) / WEEK) * left * (WEEK + left / 2);
}

/** The index of the day on which so much more is spent; -1 for none. */
function crossingDay(rest: number[], remaining: number): number {
	let spent = 0;
	return rest.findIndex((day) => (spent += day) > remaining);
}

function dayAfter(now: number, days: number, zone: string): string {
	return DateTime.fromMillis(now, { zone }).plus({ days }).toISODate() ?? '';
}

const meanOf = (values: number[]) =>
	values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);

/** An estimate with the digits that it can mean: four places, and below one four digits that say something. */
function roundedEstimate(estimate: Amount, rounding: RoundingMode): Amount {
	// What arithmetic of doubles adds in the last places is no reason to round up.
	return estimate.prec(12).round(Math.max(4, 3 - estimate.e), rounding);
}

/** The days from the first one with a charge on: an account that is new has no earlier ones. */
export function daysInUse<T extends { entries: number; net: Amount }>(rows: T[]): Amount[] {
	const first = rows.findIndex(({ entries }) => entries > 0);
	return first < 0 ? [] : rows.slice(first).map(({ net }) => net ?? ZERO);
}
