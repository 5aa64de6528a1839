import type { INodeExecutionData, IDataObject } from 'n8n-workflow';
import { z } from 'zod';

import { clock } from '../../lib/core/clock';
import { badInput, ServiceFailure } from '../../lib/core/failure';
import type { Item } from '../../lib/run/item';
import type { Prepare } from '../../lib/wire/send';
import { readBudgetSettings, type BudgetSettings, readChosenKey } from './budgetSettings';
import { compareSpendWithBudget } from './budgetFromHistory';
import { readMaxPages } from './walkCharges';
import { objectWith, nullIfUnreadable, readAs } from '../../lib/wire/readAs';
import { amountOf, type Amount } from '../../lib/billing/amount';
import { budgetStateOfBalance, budgetStateOfSpend } from '../../lib/billing/report/budget';
import { distinguishableMoney } from '../../lib/billing/report/formatting';
import { isRecord } from '../../lib/core/record';
import { keySettings, readKey } from '../../lib/models/apiKeyRecord';
import { spendPeriodAround } from '../../lib/billing/period';

/** Refuses settings that cannot be met, before anything is sent. */
export const checkBudgetSettings: Prepare = function () {
	readBudgetSettings(this, clock.now());
	readMaxPages(this);
};

const REMEDIES: Record<string, string> = {
	apiKey: 'Raise the limit of the key',
	balance: 'Top up the account, lower Lowest Balance',
	spend: 'Raise the budget',
};

/** How spend or balance stands, as one item; throws a ServiceFailure that says the figures when the user wants to stop there. */
export async function compareBudget(item: Item): Promise<INodeExecutionData[]> {
	const now = clock.now();
	const settings = readBudgetSettings(item.context, now);
	const { json, sentence } = await budgetComparison(item, settings, now);
	if (settings.stop && json.withinBudget === false) {
		const first = json.status === 'exceeded' ? `${REMEDIES[settings.compare]}, or turn` : 'Turn';
		throw badInput(sentence, `${first} Stop When Exceeded off and branch on withinBudget.`);
	}
	return [{ json }];
}

async function budgetComparison(item: Item, settings: BudgetSettings, now: number) {
	switch (settings.compare) {
		case 'balance':
			return await compareBalance(item, settings);
		case 'apiKey':
			return await compareKeySpend(item, settings, now);
		default: {
			const { request, send, run, context, account } = item;
			const mostPages = readMaxPages(context);
			const source = { request, send, run, mostPages, accountId: account.id };
			return await compareSpendWithBudget(source, settings, now);
		}
	}
}

const BALANCE_AMOUNT_SCHEMA = z.number().nullish();

/** What the account has left (docs/maintainers/service.md#billing). */
export const BALANCE_SCHEMA = objectWith({
	canConsume: z.boolean(),
	consumptionCurrency: nullIfUnreadable(z.string()),
	balances: objectWith({ usd: BALANCE_AMOUNT_SCHEMA, diem: BALANCE_AMOUNT_SCHEMA }),
	diemEpochAllocation: nullIfUnreadable(z.number()),
});

/** The balance against the lowest one that is allowed, and the sentence that says it (docs/maintainers/service.md#billing). Throws a ServiceFailure when there is no balance. */
async function compareBalance(
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
		sentence: `The balance is too low: ${left} left, but at least ${lowest} required`,
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

const UNIT_OF_LIMIT_PERIOD: Record<string, 'day' | 'month'> = { EPOCH: 'day', MONTH: 'month' };

/**
 * What was spent with a key against its own limit, which the service enforces, and the sentence that says it. Throws a ServiceFailure for a key
 * without a limit in the currency.
 */
async function compareKeySpend(
	{ context, request, send }: Item,
	{ currency, warnPercent }: BudgetSettings,
	now: number,
): Promise<{ json: IDataObject; sentence: string }> {
	const key = await readKey(request, send, readChosenKey(context));
	const { id, description, limitPeriod, usdLimit, diemLimit } = keySettings(key);
	const keyLimit = currency === 'DIEM' ? diemLimit : usdLimit;
	if (keyLimit === null) {
		throw badInput(
			`The key "${description ?? id}" has no limit in ${currency}`,
			'Set one with Inference API Keys > Update, or compare the spend of a period.',
		);
	}
	const limit = amountOf(keyLimit, 'limit');
	const currentUsage = isRecord(key.currentPeriodUsage) ? key.currentPeriodUsage : {};
	const used = amountOf(currentUsage[currency.toLowerCase()], `use in ${currency}`);
	// Other than a budget, a limit that is reached lets nothing more through.
	const isUsedUp = used.gte(limit);
	const state = budgetStateOfSpend(used, limit, warnPercent);
	const unit = UNIT_OF_LIMIT_PERIOD[limitPeriod ?? ''];
	const span = unit && spendPeriodAround(now, unit, 'UTC');
	const json: IDataObject = {
		compare: 'apiKey',
		currency,
		withinBudget: !isUsedUp,
		status: isUsedUp ? 'exceeded' : state.status,
		budget: Number(limit),
		used: Number(used),
		remaining: Number(state.remaining),
		percentUsed: state.percentUsed,
		key: { id, description, limitPeriod },
		...(span && { period: { timeZone: 'UTC', start: span.start, end: span.end } }),
	};
	const [spent, allowed] = distinguishableMoney([used, limit], currency);
	const name = description ?? id;
	return {
		json,
		sentence: `The limit of the key "${name}" is used up: ${spent} spent of ${allowed}`,
	};
}
