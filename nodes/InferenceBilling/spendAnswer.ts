import type { IDataObject } from 'n8n-workflow';

import { CURRENCIES } from '../../lib/usage/currency';
import { amountOf, exactText } from '../../lib/usage/amount';
import { projection, spendState } from '../../lib/usage/report/budget';
import { moneyOf, netOf } from '../../lib/usage/report/moneyOf';
import { localTime } from '../../lib/usage/slots';
import { sumOf, whole } from '../../lib/usage/sums';
import { Tally } from '../../lib/usage/tally';
import { readableSpan } from '../../lib/usage/report/times';
import { readableMoney, readableMonies } from '../../lib/usage/report/words';
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
	// What the budget cannot count: nothing says how much of it that is.
	const others = [...tally.currencies]
		.filter(([name]) => !CURRENCIES.includes(name))
		.map(([name, own]) => ({ currency: name, ...moneyOf(sumOf(whole(own))) }));
	const complete = others.length === 0;
	const isOpen = state.withinBudget && !complete;
	const projected = projection(used, period, now);
	const { spend, refunds } = moneyOf(sum);
	const json: IDataObject = {
		compare: 'spend',
		currency,
		withinBudget: state.withinBudget && complete,
		status: isOpen ? 'incomplete' : state.status,
		complete,
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
		...(!complete && { otherCurrencies: others }),
		period: {
			timeZone: zone,
			start: localTime(period.start, zone),
			end: localTime(period.end, zone),
		},
	};
	const [spent, allowed] = readableMonies([exactText(used), exactText(limit)], currency);
	const span = readableSpan(period, zone);
	const foreign = others.map((one) => readableMoney(one.exact.net, one.currency)).join(', ');
	const sentence = isOpen
		? `The budget for ${span} cannot be checked: beside ${spent} of ${allowed}, the history has charges in another currency (${foreign})`
		: `The budget for ${span} is exceeded: ${spent} spent of ${allowed}`;
	return { json, sentence };
}
