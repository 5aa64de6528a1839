import { percentOf, type Amount } from '../amount';

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
