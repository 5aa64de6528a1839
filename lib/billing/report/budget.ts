import { DateTime } from 'luxon';

import { startOfCalendarUnit } from '../../core/localTime';
import { KNOWN_CURRENCIES, percentOf, ZERO, type Amount } from '../amount';
import { intervalNamesWithin, type TimeSpan } from '../period';

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

export type BudgetStatus = 'ok' | 'warning' | 'exceeded';

export interface BudgetState {
	/** Whether no more than the limit was used, or no less than the lowest balance is left. */
	withinBudget: boolean;
	/** `warning` from the warning share on. */
	status: BudgetStatus;
	/** What is left until the limit; negative once it is passed. */
	remaining: Amount;
	/** Percentage that is used, to two places; null when it cannot be known. */
	percentUsed: number | null;
}

/** How spend stands against a limit. A limit that is just reached is not passed. */
export function budgetStateOfSpend(used: Amount, limit: Amount, warnPercent: number): BudgetState {
	const percentUsed = percentOf(used, limit);
	const withinBudget = used.lte(limit);
	return {
		withinBudget,
		status: budgetStatusOf(withinBudget, percentUsed, warnPercent),
		remaining: limit.minus(used),
		percentUsed,
	};
}

/** How a balance stands against the lowest one that is allowed; the share used needs to know what a full balance is. */
export function budgetStateOfBalance(
	balance: Amount,
	lowest: Amount,
	full: Amount | undefined,
	warnPercent: number,
): BudgetState {
	const withinBudget = balance.gte(lowest);
	const percentUsed = full === undefined ? null : percentOf(full.minus(balance), full);
	return {
		withinBudget,
		status: budgetStatusOf(withinBudget, percentUsed, warnPercent),
		remaining: balance.minus(lowest),
		percentUsed,
	};
}

function budgetStatusOf(within: boolean, percent: number | null, warn: number): BudgetStatus {
	if (!within) return 'exceeded';
	return percent !== null && percent >= warn ? 'warning' : 'ok';
}

/** The part of a monthly budget that a span has: each day of a month has the same, and of a day that it holds in part, the same part. */
export function budgetOfSpan(monthly: Amount, { start, end }: TimeSpan, zone: string): Amount {
	return intervalNamesWithin({ start, end }, zone, 'day')
		.reduce((sum, date) => {
			const day = startOfCalendarUnit(DateTime.fromISO(date, { zone }), 'day');
			const next = startOfCalendarUnit(day.plus({ days: 1 }), 'day').toMillis();
			const held = Math.min(end, next) - Math.max(start, day.toMillis());
			const share = monthly.times(held).div(next - day.toMillis());
			return sum.plus(share.div(day.endOf('month').day));
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
