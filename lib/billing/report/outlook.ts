import { DateTime } from 'luxon';

import { startOfCalendarUnit } from '../../core/localTime';
import { percentOf, ZERO, KNOWN_CURRENCIES, type Amount } from '../amount';
import { daysInUse, forecastBasis, forecastSpend, type Forecast } from '../forecast';
import { intervalNamesWithin, type TimeSpan } from '../intervals';
import { groupIntervals, type SpendTally } from '../tally';
import { causeOfChange } from './movers';
import { intervalRows, type CurrencyTotals } from './reportRows';

export const BUDGET_CURRENCY = 'USD';

export interface BudgetShare {
	/** The part of the whole period, also of one that is still running. */
	budget: Amount;
	/** Refunds are taken off. */
	used: Amount;
	remaining: Amount;
	/** To two places. */
	percentUsed: number | null;
	/** Never where charges are left out. */
	withinBudget: boolean;
	/** Whether no charge is in a currency that this package does not know, and that is therefore left out. */
	complete: boolean;
	/** The day on which more was spent than the budget; null where it was not. */
	exceededOn: string | null;
}

/** What a running period is expected to come to at its end. */
export interface Outlook extends Forecast {
	/** The product that changed the last days most, where they differ from those before. */
	cause: string | null;
}

export interface CurrencySummary extends CurrencyTotals {
	budget?: BudgetShare;
	/** Of a month that is still running. */
	forecast?: Outlook;
}

/** The part of a monthly budget that a span has: each day of a month has the same, and of a day that it holds in part, the same part. */
export function budgetOfSpan(monthly: Amount, { start, end }: TimeSpan, zone: string): Amount {
	return intervalNamesWithin({ start, end }, zone, 'day')
		.reduce((sum, date) => {
			const day = startOfCalendarUnit(DateTime.fromISO(date, { zone }), 'day');
			const next = startOfCalendarUnit(day.plus({ days: 1 }), 'day').toMillis();
			const held = Math.min(end, next) - Math.max(start, day.toMillis());
			const share = monthly.times(held).div(next - day.toMillis());
			return sum.plus(share.div(day.daysInMonth ?? 30));
		}, ZERO)
		.round(10);
}

/** How the spend of the days of a period stands against its budget. */
export function budgetShare(
	budget: Amount,
	days: Array<{ slot: string; net: Amount }>,
	currencies: Iterable<string>,
): BudgetShare {
	let used = ZERO;
	let exceededOn: string | null = null;
	for (const { slot, net } of days) {
		used = used.plus(net);
		if (used.gt(budget)) exceededOn ??= slot;
		else exceededOn = null;
	}
	const complete = [...currencies].every((name) => KNOWN_CURRENCIES.includes(name));
	return {
		...{ budget, used, remaining: budget.minus(used), percentUsed: percentOf(used, budget) },
		...{ withinBudget: complete && exceededOn === null, complete, exceededOn },
	};
}

export interface OutlookInput {
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
