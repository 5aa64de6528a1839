import { DateTime } from 'luxon';

import { Big, type RoundingMode } from '../../core/decimal';
import type { Amount } from '../amount';
import type { TimeSpan } from '../period';
import { groupIntervals, groupSum, type SpendTally } from '../tally';
import type { BudgetShare } from './budget';
import { readableMoney } from './formatting';
import { causeOfChange } from './movers';
import { netOf } from './money';
import { daysToCome, PastSpend, WEEK, weekdayOf } from './pastSpend';
import type { CurrencyTotals } from './reportRows';

/** What a running period is expected to come to at its end. */
interface Outlook extends Forecast {
	/** The product that changed the last 7 days most, where there is a reason to doubt. */
	cause: string | null;
}

export interface CurrencySummary extends CurrencyTotals {
	budget?: BudgetShare;
	/** Of a month that is still running. */
	forecast?: Outlook;
}

interface OutlookInput extends Pick<ForecastInput, 'used' | 'span' | 'now' | 'zone' | 'budget'> {
	/** Hold the charges that a forecast rests on, by hour, each charge in one of them. */
	recent: readonly SpendTally[];
	currency: string;
	/** Whether all charges are in currencies that are known. */
	complete: boolean;
}

/** What a running period comes to at its end. */
export function outlookOf({ recent, currency, complete, ...input }: OutlookInput): Outlook {
	const tallies = recent.map((tally) => tally.currencies.get(currency));
	const hours = new Map<string, Amount>();
	for (const tally of tallies)
		for (const [hour, group] of groupIntervals(tally, (name) => name))
			hours.set(hour, netOf(groupSum(group)).plus(hours.get(hour) ?? 0));
	const gap = complete ? undefined : 'charges in another currency are not counted';
	const forecast = forecastSpend({ ...input, hours, currency, gap });
	if (forecast.reason === null || forecast.spend === null) return { ...forecast, cause: null };
	const { now, zone } = input;
	const [first = '', later = ''] = [2 * WEEK, WEEK].map((days) => dayBefore(now, zone, days));
	const today = dayBefore(now, zone, 0);
	const days = new Map(
		tallies
			.flatMap((tally) => [...groupIntervals(tally, (hour) => hour.slice(0, 10))])
			.filter(([day]) => day >= first && day < today),
	);
	return { ...forecast, cause: causeOfChange(days, (day) => day >= later) };
}

const dayBefore = (now: number, zone: string, days: number) =>
	DateTime.fromMillis(now, { zone }).minus({ days }).toISODate() ?? '';

/** Two of each weekday: fewer cannot tell a weekend from a change. */
const FEWEST_DAYS = 2 * WEEK;
/** More weeks would miss that spend has begun to grow, fewer would take chance for growth. */
const FITTED_WEEKS = 3;
/** A day that costs so many times as much as usual is taken for usual, unless it is one of the last three and may go on. */
const SPIKE = 2.5;
const LAST_DAYS = 3;
/** Up to this share of what is usual, a day counts as one without spend. */
const NEXT_TO_NOTHING = 0.1;
/** The 90 % quantiles of Student's t distribution with 6 and 13 degrees of freedom, which two and three fitted weeks have: eight of ten values lie between one and its negative. */
const STUDENT_T_90 = [0, 0, 1.4398, 1.3502] as const;
/** What a range has at least on either side, as a share of what is still to come: days are never as even as they look. */
const LEAST_HALF = 0.05;
/** From so many halves of the range on, the last week says something else than the weeks before. */
const CHANGED_FROM = 1.5;
/** What `within` must bear: more than the range, and more than what last month's days cost beyond the usual. */
const SURE_HALVES = 1.5;
const SURE_EXTRA = 1.2;
const LIKELY_EXTRA = 1.1;

/** The spend at the end of a period if the days left are like the last weeks and the same days of last month, and how that stands against a budget where there is one. */
interface Forecast {
	/** Null where nothing can be expected. */
	spend: number | null;
	/** The range that holds the spend in eight of ten cases. */
	low: number | null;
	high: number | null;
	/** `unsure` where the budget is not safe and not lost. */
	status?: 'within' | 'unsure' | 'exceeded';
	/** Why the status is unsure, or what the range does not rest on. */
	reason: string | null;
	/** The day on which the budget is expected to be reached, from today on. */
	reachedOn?: string | null;
}

export interface ForecastInput {
	used: Amount;
	/** What each hour (`2026-03-29T03:00+02:00`) with a charge came to, of the days that `forecastBasis` names. */
	hours: ReadonlyMap<string, Amount>;
	span: TimeSpan;
	now: number;
	zone: string;
	currency: string;
	budget?: Amount;
	/** Why the budget cannot be known to hold, whatever is expected. */
	gap?: string;
}

export function forecastSpend(input: ForecastInput): Forecast {
	const { used, span, now, zone, budget, gap, currency } = input;
	const past = new PastSpend(input.hours, now, zone);
	const coming = daysToCome(past, span);
	const dayCount = past.days.length;
	if (coming.length > 0 && dayCount < FEWEST_DAYS) return unknownForecast(input, dayCount);
	const rest = coming.length === 0 ? OVER : restOf(past, coming);
	const extra = past.extraOfLastMonth(coming);
	const atEnd = (more: number, rounding: RoundingMode = Big.roundHalfUp) =>
		more <= 0 ? Number(used) : Number(roundedEstimate(used.plus(more), rounding));
	// Rounded outward, as what is compared with a budget must not be surer than it is.
	const low = atEnd(rest.low, Big.roundDown);
	const high = atEnd(rest.high + LIKELY_EXTRA * extra, Big.roundUp);
	const range = { spend: atEnd(rest.expected), low, high };
	const more = roundedEstimate(new Big(extra), Big.roundHalfUp);
	const extraReason = `the same days of last month cost ${readableMoney(more, currency)} more than usual`;
	if (budget === undefined) {
		const isPeak = LIKELY_EXTRA * extra > rest.high - rest.expected;
		return { ...range, reason: rest.doubt ?? (isPeak ? extraReason : null) };
	}
	const limit = Number(budget);
	const isWithin = (days: number) => atEnd(rest.most + SURE_EXTRA * days, Big.roundUp) <= limit;
	const reasons = [
		isWithin(0) && !isWithin(extra) && extraReason,
		!isWithin(0) && rest.doubt,
		high > limit && 'the budget lies in the range',
		!isWithin(extra) && 'days that vary so much can hide a rise that reaches the budget',
		gap,
	];
	const unsureReason = reasons.find((reason) => typeof reason === 'string');
	const isOver = used.gt(budget) || low > limit;
	const status = isOver ? 'exceeded' : unsureReason === undefined ? 'within' : 'unsure';
	const crossing = used.gt(budget) ? -1 : crossingDay(rest.days, limit - Number(used));
	return {
		...{ ...range, status },
		reason: status === 'unsure' ? (unsureReason ?? null) : null,
		reachedOn: crossing < 0 ? null : dayBefore(now, zone, -crossing),
	};
}

function unknownForecast({ used, budget }: ForecastInput, days: number): Forecast {
	const count = `${days} full ${days === 1 ? 'day' : 'days'}`;
	const reason = `${count} since the first charge, and ${FEWEST_DAYS} are needed`;
	const unknown = { spend: null, low: null, high: null, reason };
	if (budget === undefined) return unknown;
	return { ...unknown, status: used.gt(budget) ? 'exceeded' : 'unsure', reachedOn: null };
}

/** What the rest of a period costs. */
interface Rest {
	/** By day, today first. */
	days: number[];
	expected: number;
	low: number;
	high: number;
	/** What it is sure not to pass, as far as days say so. */
	most: number;
	/** Why the last days are no guide. */
	doubt?: string;
}

/** Of a period that has ended. */
const OVER: Rest = { days: [], expected: 0, low: 0, high: 0, most: 0 };

/**
 * Reads the days to come from the last weeks by least squares: each weekday has a mean, and all share one slope, which goes on as a rate of
 * growth, so that noise grows with spend. The range is that of a prediction.
 */
function restOf(past: PastSpend, parts: readonly number[]): Rest {
	const { days } = past;
	const weeks = Math.min(FITTED_WEEKS, Math.floor(days.length / WEEK));
	const { means, slope, variance, spread, middleOf } = fitted(past, weeks);
	const mean = meanOf(means);
	const rate = mean > 0 ? slope / mean : 0;
	const perWeekday = means.map(() => 0);
	let [noise, lever] = [0, 0];
	const comingDays = parts.map((part, day) => {
		const weekday = weekdayOf(day);
		const ahead = day - middleOf(weekday);
		const share = part * Math.exp(rate * ahead);
		noise += share ** 2;
		lever += share * ahead;
		perWeekday[weekday] = (perWeekday[weekday] ?? 0) + share;
		return share * Math.max(0, means[weekday] ?? 0);
	});
	const expected = sumOf(comingDays);
	const ofMeans = sumOf(perWeekday.map((share) => share ** 2)) / weeks;
	const deviation = Math.sqrt(variance * (noise + ofMeans + lever ** 2 / spread));
	const half = Math.max((STUDENT_T_90[weeks] ?? 0) * deviation, LEAST_HALF * expected);
	const asLastWeek = sumOf(parts.map((part, day) => part * (days.at(weekdayOf(day) - WEEK) ?? 0)));
	const isChanged = Math.abs(asLastWeek - expected) > CHANGED_FROM * half;
	const hasStopped = stopped(past);
	const other = isChanged ? asLastWeek : expected;
	return {
		days: comingDays,
		expected,
		low: hasStopped ? 0 : Math.max(0, Math.min(expected, other) - half),
		high: Math.max(expected, other) + half,
		most: Math.max(expected + SURE_HALVES * half, other + half),
		...(isChanged && { doubt: weekChange(days) }),
		...(hasStopped &&
			expected > 0 && { doubt: `next to nothing was spent in the last ${LAST_DAYS} days` }),
	};
}

/** The mean of each weekday, today's first, the slope that all share, and what is left over; spikes that are over count as usual. */
function fitted(past: PastSpend, weeks: number) {
	const count = weeks * WEEK;
	const middleOf = (weekday: number) => weekday - (WEEK * (weeks + 1)) / 2;
	const rows = past.days.slice(-count).map((spend, index) => {
		const day = index - count;
		const usual = past.usualOf(day);
		const isOver = day < -LAST_DAYS && spend > SPIKE * usual;
		const weekday = weekdayOf(day);
		return { weekday, ahead: day - middleOf(weekday), spend: isOver ? usual : spend };
	});
	const means = Array.from({ length: WEEK }, (_, weekday) =>
		meanOf(rows.filter((row) => row.weekday === weekday).map(({ spend }) => spend)),
	);
	const spread = sumOf(rows.map(({ ahead }) => ahead ** 2));
	const slope = sumOf(rows.map(({ ahead, spend }) => ahead * spend)) / spread;
	const left = rows.map(
		({ weekday, ahead, spend }) => spend - (means[weekday] ?? 0) - slope * ahead,
	);
	const variance = sumOf(left.map((one) => one ** 2)) / (count - WEEK - 1);
	return { means, slope, variance, spread, middleOf };
}

function stopped(past: PastSpend): boolean {
	return past.days
		.slice(-LAST_DAYS)
		.every((spend, index) => spend <= NEXT_TO_NOTHING * past.usualOf(index - LAST_DAYS));
}

function weekChange(days: readonly number[]): string {
	const [before, last] = [sumOf(days.slice(-2 * WEEK, -WEEK)), sumOf(days.slice(-WEEK))];
	if (before <= 0) return 'nothing was spent in the 7 days before the last 7';
	const percent = Math.round((Math.abs(last - before) / before) * 100);
	return `the last 7 days cost ${percent}% ${last > before ? 'more' : 'less'} than the 7 before`;
}

/** The index of the day on which so much more is spent; -1 for none. */
function crossingDay(rest: number[], remaining: number): number {
	let spent = 0;
	return rest.findIndex((day) => (spent += day) > remaining);
}

const sumOf = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0);

const meanOf = (values: readonly number[]) => sumOf(values) / Math.max(1, values.length);

/** An estimate with the digits that it can mean: four places, and below one four digits that say something. */
function roundedEstimate(estimate: Amount, rounding: RoundingMode): Amount {
	// What arithmetic of doubles adds in the last places is no reason to round up.
	return estimate.prec(12).round(Math.max(4, 3 - estimate.e), rounding);
}
