import type { IDataObject, IExecuteSingleFunctions, IHttpRequestOptions } from 'n8n-workflow';

import { badInput } from '../../lib/core/failure';
import { isRecord } from '../../lib/core/record';
import { withPathValues } from '../../lib/fields/routing';
import { objectWith, readAs } from '../../lib/wire/readAs';
import type { Send } from '../../lib/wire/send';
import { API_KEY, keySettings } from '../../lib/models/apiKeyRecord';
import { amountOf, exactText } from '../../lib/billing/amount';
import { spendPeriod } from '../../lib/billing/period';
import { projection, spendState } from '../../lib/billing/report/budget';
import { readableMonies } from '../../lib/billing/report/words';
import { chosenKey, type BudgetSettings } from './budgetSettings';

const ANSWER = objectWith({ data: API_KEY });
const KEY_URL = '/api_keys/{id}';
const PERIODS: Record<string, 'day' | 'month'> = { EPOCH: 'day', MONTH: 'month' };

/**
 * What was spent with a key against its own limit, which the service enforces, and the sentence that says it. Throws a ServiceFailure for a key
 * without a limit in the currency.
 */
export async function keyAnswer(
	context: IExecuteSingleFunctions,
	options: IHttpRequestOptions,
	send: Send,
	{ currency, warnPercent }: BudgetSettings,
	now: number,
): Promise<{ json: IDataObject; sentence: string }> {
	const url = withPathValues(KEY_URL, { id: chosenKey(context) });
	const answer = await send({ ...options, url, qs: {} }, { bucket: KEY_URL });
	const { data } = readAs(answer, ANSWER);
	const { id, description, limitPeriod, usdLimit, diemLimit } = keySettings(data);
	const given = currency === 'DIEM' ? diemLimit : usdLimit;
	if (given === null) {
		throw badInput(
			`The key "${description ?? id}" has no limit in ${currency}`,
			'Set one with Inference API Keys > Update, or compare the spend of a period.',
		);
	}
	const limit = amountOf(given, 'limit');
	const use = isRecord(data.currentPeriodUsage) ? data.currentPeriodUsage : {};
	const used = amountOf(use[currency.toLowerCase()], `use in ${currency}`);
	// Other than a budget, a limit that is reached lets nothing more through.
	const isUsedUp = used.gte(limit);
	const state = spendState(used, limit, warnPercent);
	const unit = PERIODS[limitPeriod ?? ''];
	const span = unit && spendPeriod(now, unit, 'UTC');
	const projected =
		span && projection(used, { start: Date.parse(span.start), end: Date.parse(span.end) }, now);
	const json: IDataObject = {
		compare: 'apiKey',
		currency,
		withinBudget: !isUsedUp,
		status: isUsedUp ? 'exceeded' : state.status,
		budget: Number(limit),
		used: Number(used),
		remaining: Number(state.remaining),
		percentUsed: state.percentUsed,
		projected: projected === undefined || projected === null ? null : Number(projected),
		exact: { used: exactText(used), remaining: exactText(state.remaining) },
		key: { id, description, limitPeriod },
		...(span && { period: { timeZone: 'UTC', start: span.start, end: span.end } }),
	};
	const [spent, allowed] = readableMonies([exactText(used), exactText(limit)], currency);
	const name = description ?? id;
	return {
		json,
		sentence: `The limit of the key "${name}" is used up: ${spent} spent of ${allowed}`,
	};
}
