import { DateTime } from 'luxon';

import { startOfCalendarUnit } from '../../core/localTime';
import { exactText, percentOf, ZERO, KNOWN_CURRENCIES, type Amount } from '../amount';
import { forecastSpend, type Forecast } from '../forecast';
import type { ReportPeriods } from '../period';
import { intervalNamesWithin, type TimeSpan, type IntervalUnit } from '../intervals';
import { groupSum, wholeCurrency } from '../tally';
import { netOf } from './money';
import { intervalRows, type ComparedTallies, type CurrencyTotals } from './reportRows';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** In days. */
const WEEK_DAYS = 7;
const MONTH_DAYS = 30;

export const BUDGET_CURRENCY = 'USD';

export interface BudgetShare {
	/** The part of the whole period, also of one that is still running. */
	budget: number;
	used: number;
	remaining: number;
	/** To two places. */
	percentUsed: number | null;
	/** Never where charges are left out. */
	withinBudget: boolean;
	/** Whether no charge is in a currency that this package does not know, and that is therefore left out. */
	complete: boolean;
	exact: { budget: string; used: string; remaining: string };
}

/** What a running period is expected to come to at its end, and how that stands against its budget where there is one. */
export interface Outlook extends Forecast {
	/** `unsure` where the range holds the budget, or charges are left out of it. */
	status?: 'within' | 'unsure' | 'exceeded';
}

export interface CurrencySummary extends CurrencyTotals {
	budget?: BudgetShare;
	/** Of a period that is still running. */
	forecast?: Outlook;
	/** What 30 days come to if they are like those of the report, where it is of 7 to 27 days that are over. */
	monthAhead?: Forecast;
}

/** A monthly budget, spread evenly over the days of each month, and over the hours of each day. */
export class MonthlyBudget {
	constructor(
		private readonly monthly: Amount,
		private readonly zone: string,
	) {}

	/** The part of a day (`2026-03-29`) or an hour (`2026-03-29T03:00+02:00`). */
	shareOfInterval(slot: string, unit: IntervalUnit): Amount {
		const date = slot.slice(0, 10);
		const day = DateTime.fromISO(date, { zone: this.zone });
		const shareOfDay = this.monthly.div(day.daysInMonth ?? 30);
		return unit === 'day' ? shareOfDay : shareOfDay.div(this.hourCountOf(date));
	}

	/** The part of a span: of a day that it holds in part, the same part. */
	shareOfSpan({ start, end }: TimeSpan): Amount {
		return intervalNamesWithin({ start, end }, this.zone, 'day').reduce((sum, date) => {
			const day = this.spanOfDay(date);
			const held = Math.min(end, day.end) - Math.max(start, day.start);
			return sum.plus(
				this.shareOfInterval(date, 'day')
					.times(held)
					.div(day.end - day.start),
			);
		}, ZERO);
	}

	private hourCountOf(date: string): number {
		return intervalNamesWithin(this.spanOfDay(date), this.zone, 'hour').length;
	}

	private spanOfDay(date: string): TimeSpan {
		const day = startOfCalendarUnit(DateTime.fromISO(date, { zone: this.zone }), 'day');
		return {
			start: day.toMillis(),
			end: startOfCalendarUnit(day.plus({ days: 1 }), 'day').toMillis(),
		};
	}
}

export function budgetShare(
	{ current }: ComparedTallies,
	{ current: span, whole: fullPeriod = span }: ReportPeriods,
	monthly: MonthlyBudget,
): BudgetShare {
	// More places than any amount is shown with.
	const budget = monthly.shareOfSpan(fullPeriod).round(10);
	const used = netOf(groupSum(wholeCurrency(current.currencies.get(BUDGET_CURRENCY))));
	const remaining = budget.minus(used);
	const complete = [...current.currencies.keys()].every((name) => KNOWN_CURRENCIES.includes(name));
	return {
		budget: Number(budget),
		used: Number(used),
		remaining: Number(remaining),
		percentUsed: percentOf(used, budget),
		withinBudget: complete && used.lte(budget),
		complete,
		exact: {
			budget: exactText(budget),
			used: exactText(used),
			remaining: exactText(remaining),
		},
	};
}

/** What 30 days come to if they are like the whole days of a period that is over: 7 to 27 days, as fewer say little and more are a month themselves. */
export function monthAheadOf(
	tallies: ComparedTallies,
	currency: string,
	periods: ReportPeriods,
	zone: string,
): Forecast | undefined {
	const { current, whole: all } = periods;
	const rows = intervalRows(tallies, currency, periods, zone, 'day');
	const hasWholeDays = Math.abs(current.end - current.start - rows.length * DAY_MS) <= HOUR_MS;
	if (
		all !== undefined ||
		!hasWholeDays ||
		rows.length < WEEK_DAYS ||
		rows.length >= 4 * WEEK_DAYS
	) {
		return undefined;
	}
	const nets = rows.slice(firstUsedIndex(rows)).map(({ net }) => net);
	return forecastSpend(0, nets, { start: 0, end: MONTH_DAYS * DAY_MS }, 0) ?? undefined;
}

/** An account that is new has no earlier days. */
function firstUsedIndex(rows: Array<{ entries: number }>): number {
	const first = rows.findIndex(({ entries }) => entries > 0);
	return first < 0 ? rows.length : first;
}

/** What a running period comes to if its other days are like its full ones so far; undefined for one that is over, or has fewer than three of them. */
export function outlookOf(
	tallies: ComparedTallies,
	currency: string,
	periods: ReportPeriods,
	zone: string,
	share?: BudgetShare,
): Outlook | undefined {
	const { current, whole: all } = periods;
	if (all === undefined || current.end >= all.end) return undefined;
	// The last day is still running.
	const rows = intervalRows(tallies, currency, periods, zone, 'day');
	const full = rows.slice(0, -1);
	const used = Number(netOf(groupSum(wholeCurrency(tallies.current.currencies.get(currency)))));
	const days = full.slice(firstUsedIndex(full)).map(({ net }) => net);
	const expected = forecastSpend(used, days, all, current.end);
	if (expected === null) return undefined;
	if (share === undefined) return expected;
	const { budget, complete } = share;
	const { low, high } = expected;
	const status = low > budget ? 'exceeded' : high <= budget && complete ? 'within' : 'unsure';
	return { ...expected, status };
}
