import type { IDataObject } from 'n8n-workflow';

import { amountOf, exactText } from '../../lib/usage/report/amount';
import { projection, spendState } from '../../lib/usage/report/budget';
import { moneyOf, netOf } from '../../lib/usage/report/moneyOf';
import { localTime } from '../../lib/usage/report/slots';
import { sumOf, whole } from '../../lib/usage/report/sums';
import { Tally } from '../../lib/usage/report/tally';
import { readableSpan } from '../../lib/usage/report/times';
import { readableMonies } from '../../lib/usage/report/words';
import type { BudgetSettings } from './budgetSettings';
import { walkCharges, type HistorySource } from './walkCharges';

/** What was spent in the period against the budget, and the sentence that says it. Refunds are taken off. */
export async function spendAnswer(
	source: HistorySource,
	{ currency, limit, period, zone, warnPercent }: BudgetSettings,
	now: number,
): Promise<{ json: IDataObject; sentence: string }> {
	const tally = new Tally();
	await walkCharges(source, period, currency, (charge) => tally.add(charge));
	const sum = sumOf(whole(tally.currencies.get(currency)));
	const used = netOf(sum);
	const state = spendState(used, limit, warnPercent);
	const projected = projection(used, period, now);
	const { spend, refunds } = moneyOf(sum);
	const json: IDataObject = {
		compare: 'spend',
		currency,
		withinBudget: state.withinBudget,
		status: state.status,
		budget: Number(limit),
		used: Number(used),
		remaining: Number(state.remaining),
		percentUsed: state.percentUsed,
		projected: projected === null ? null : Number(projected),
		projectedWithinBudget: projected === null ? null : amountOf(projected, 'projection').lte(limit),
		exact: { used: exactText(used), remaining: exactText(state.remaining), projected },
		spend,
		refunds,
		entries: sum.entries,
		calls: tally.all.calls,
		period: {
			timeZone: zone,
			start: localTime(period.start, zone),
			end: localTime(period.end, zone),
		},
	};
	const [spent, allowed] = readableMonies([exactText(used), exactText(limit)], currency);
	const sentence = `The budget for ${readableSpan(period, zone)} is exceeded: ${spent} spent of ${allowed}`;
	return { json, sentence };
}
