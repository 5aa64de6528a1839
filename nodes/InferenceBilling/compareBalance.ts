import type { IDataObject } from 'n8n-workflow';
import { z } from 'zod';

import { ServiceFailure } from '../../lib/core/failure';
import { objectWith, nullIfUnreadable, readAs } from '../../lib/wire/readAs';
import type { Item } from '../../lib/run/item';
import { amountOf, type Amount } from '../../lib/billing/amount';
import { budgetStateOfBalance } from '../../lib/billing/report/budget';
import { distinguishableMoney } from '../../lib/billing/report/formatting';
import type { BudgetSettings } from './budgetSettings';

const BALANCE_AMOUNT_SCHEMA = z.number().nullish();

/** What the account has left (docs/maintainers/service.md#billing). */
export const BALANCE_SCHEMA = objectWith({
	canConsume: z.boolean(),
	consumptionCurrency: nullIfUnreadable(z.string()),
	balances: objectWith({ usd: BALANCE_AMOUNT_SCHEMA, diem: BALANCE_AMOUNT_SCHEMA }),
	diemEpochAllocation: nullIfUnreadable(z.number()),
});

/** The balance against the lowest one that is allowed, and the sentence that says it (docs/maintainers/service.md#billing). Throws a ServiceFailure when there is no balance. */
export async function compareBalance(
	{ request, send }: Item,
	{ currency, limit, full, warnPercent }: BudgetSettings,
): Promise<{ json: IDataObject; sentence: string }> {
	const response = await send(
		{ ...request, url: '/billing/balance', qs: {} },
		{ bucket: '/billing/balance' },
	);
	const answer = readAs(response, BALANCE_SCHEMA);
	const sentBalance = answer.balances[currency.toLowerCase()];
	if (sentBalance === null || sentBalance === undefined) throw noBalanceFailure(currency);
	const balance = amountOf(sentBalance, 'balance');
	const state = budgetStateOfBalance(
		balance,
		limit,
		full ?? dailyAllocation(currency, answer),
		warnPercent,
	);
	const json: IDataObject = {
		compare: 'balance',
		currency,
		withinBudget: state.withinBudget,
		status: state.status,
		balance: Number(balance),
		lowestBalance: Number(limit),
		remaining: Number(state.remaining),
		percentUsed: state.percentUsed,
		canConsume: answer.canConsume,
		consumptionCurrency: answer.consumptionCurrency ?? null,
	};
	const [left, lowest] = distinguishableMoney([balance, limit], currency);
	return {
		json,
		sentence: `The balance is too low: ${left} are left, and it must be at least ${lowest}`,
	};
}

/** The staked credit of a day, which is what a full balance of DIEM is. */
function dailyAllocation(currency: string, answer: Record<string, unknown>): Amount | undefined {
	if (currency !== 'DIEM') return undefined;
	const sentAllocation = amountOf(answer.diemEpochAllocation ?? 0, 'allocation');
	return sentAllocation.gt(0) ? sentAllocation : undefined;
}

function noBalanceFailure(currency: string): ServiceFailure {
	return new ServiceFailure(`The service returned no balance in ${currency}`, {
		kind: 'malformed',
		status: 200,
		cure:
			currency === 'DIEM'
				? 'The account has nothing staked: choose USD.'
				: 'The balance is not available now: try again later, or compare the spend of a period.',
	});
}
