import type { IDataObject } from 'n8n-workflow';

import { badInput } from '../../lib/core/failure';
import { isRecord } from '../../lib/core/record';
import type { Item } from '../../lib/run/item';
import { keySettings, readKey } from '../../lib/models/apiKeyRecord';
import { amountOf } from '../../lib/billing/amount';
import { spendPeriodAround } from '../../lib/billing/period';
import { budgetStateOfSpend } from '../../lib/billing/report/budget';
import { distinguishableMoney } from '../../lib/billing/report/formatting';
import { readChosenKey, type BudgetSettings } from './budgetSettings';

const UNIT_OF_LIMIT_PERIOD: Record<string, 'day' | 'month'> = { EPOCH: 'day', MONTH: 'month' };

/**
 * What was spent with a key against its own limit, which the service enforces, and the sentence that says it. Throws a ServiceFailure for a key
 * without a limit in the currency.
 */
export async function compareKeySpend(
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
