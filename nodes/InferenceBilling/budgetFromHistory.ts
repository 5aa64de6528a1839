import type { IDataObject } from 'n8n-workflow';

import { failureOrRethrow, type ServiceFailure } from '../../lib/core/failure';
import { verdictOf } from '../../lib/wire/errors/verdict';
import { KNOWN_CURRENCIES, amountOf, exactText } from '../../lib/billing/amount';
import { DailySpend, forecastSpend, lastWholeDays } from '../../lib/billing/forecast';
import {
	projectedSpend,
	budgetStateOfSpend,
	type BudgetState,
	type BudgetStatus,
} from '../../lib/billing/report/budget';
import { spendAmountsOf, netOf } from '../../lib/billing/report/money';
import { withLabelAsProduct } from '../../lib/billing/report/reportRows';
import { readableTimeRangeWithZone } from '../../lib/billing/report/times';
import { oneLine, readableMoney, distinguishableMoney } from '../../lib/billing/report/formatting';
import { localIsoText } from '../../lib/billing/intervals';
import { groupSum, wholeCurrency, SpendTally } from '../../lib/billing/tally';
import type { BudgetSettings } from './budgetSettings';
import { labelStates } from './labelBudgets';
import { walkCharges, type HistorySource } from './walkCharges';

const MAX_LABEL_LENGTH = 100;

/** What was spent in the period against the budget, and the sentence that says it. Refunds are taken off. */
export async function compareSpendWithBudget(
	source: HistorySource,
	settings: BudgetSettings,
	now: number,
): Promise<{ json: IDataObject; sentence: string }> {
	const { currency, limit, period, zone, warnPercent, forecastDays, perLabel } = settings;
	const tally = new SpendTally();
	const byLabel = new SpendTally();
	const before = lastWholeDays(now, forecastDays, zone);
	const daily = new DailySpend(before, zone);
	const start = forecastDays > 0 ? Math.min(period.start, before.start) : period.start;
	const failure = await walkCharges(source, { ...period, start }, currency, (charge) => {
		if (charge.at >= period.start) {
			tally.add(charge);
			if (perLabel) byLabel.add(withLabelAsProduct(charge, perLabel.labels));
		}
		daily.add(charge);
	}).catch(unreadHistoryFailure);
	if (failure !== undefined) return unknownBudgetAnswer(failure, settings);
	const sum = groupSum(wholeCurrency(tally.currencies.get(currency)));
	const used = netOf(sum);
	const labels = perLabel ? labelStates(byLabel, perLabel, currency, warnPercent) : [];
	const exceeded = labels.filter(({ status }) => status === 'exceeded');
	const state = worstBudgetState(budgetStateOfSpend(used, limit, warnPercent), labels);
	// What the budget cannot count: nothing says how much of it that is.
	const others = [...tally.currencies]
		.filter(([name]) => !KNOWN_CURRENCIES.includes(name))
		.map(([name, own]) => ({ currency: name, ...spendAmountsOf(groupSum(wholeCurrency(own))) }));
	const complete = others.length === 0;
	const isUndecided = state.withinBudget && !complete;
	const projected = projectedSpend(used, period, now);
	const { spend, refunds } = spendAmountsOf(sum);
	const json: IDataObject = {
		compare: 'spend',
		currency,
		withinBudget: state.withinBudget && complete,
		status: isUndecided ? 'incomplete' : state.status,
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
		calls: tally.allCounts.calls,
		...(forecastDays > 0 && { forecast: budgetForecast(Number(used), daily, settings, now) }),
		...(perLabel && { byCostLabel: labels.map(({ json: own }) => own) }),
		...(!complete && { otherCurrencies: others }),
		period: periodFacts(settings),
	};
	const [spent, allowed] = distinguishableMoney([exactText(used), exactText(limit)], currency);
	const span = readableTimeRangeWithZone(period, zone);
	const otherCurrencyAmounts = others
		.map((one) => readableMoney(one.exact.net, one.currency))
		.join(', ');
	const exceededLabels = exceeded
		.map(({ costLabel }) => `"${oneLine(costLabel, MAX_LABEL_LENGTH)}"`)
		.join(', ');
	const sentence = isUndecided
		? `The budget for ${span} cannot be checked: beside ${spent} of ${allowed}, the history has charges in another currency (${otherCurrencyAmounts})`
		: used.gt(limit)
			? `The budget for ${span} is exceeded: ${spent} spent of ${allowed}`
			: `The budget of the cost label ${exceededLabels} for ${span} is exceeded`;
	return { json, sentence };
}

function worstBudgetState(
	state: BudgetState,
	labels: Array<{ status: BudgetStatus | null }>,
): BudgetState {
	const all = [state.status, ...labels.map(({ status }) => status)];
	if (all.includes('exceeded')) return { ...state, withinBudget: false, status: 'exceeded' };
	return all.includes('warning') ? { ...state, status: 'warning' } : state;
}

function periodFacts({ period, zone }: BudgetSettings): IDataObject {
	const { start, end } = period;
	return { timeZone: zone, start: localIsoText(start, zone), end: localIsoText(end, zone) };
}

/** What was spent at the end of the period, and how that stands against the budget; `unsure` where the range holds it. */
function budgetForecast(
	used: number,
	{ dailySums: sums }: DailySpend,
	{ period, limit }: BudgetSettings,
	now: number,
): IDataObject | null {
	const expected = forecastSpend(used, sums, period, now);
	if (expected === null) return null;
	const most = Number(limit);
	const { low, high } = expected;
	const status = high <= most ? 'within' : low > most ? 'exceeded' : 'unsure';
	return { ...expected, status };
}

/** Why the history could not be read to its end, where reading again may help; what the user has to change is thrown on. */
function unreadHistoryFailure(error: unknown): ServiceFailure {
	const failure = failureOrRethrow(error);
	const { kind } = failure.facts;
	const { reason } = verdictOf(failure.facts);
	if (reason === 'access' || reason === 'funds' || reason === 'request') throw error;
	if (kind === 'cancelled' || kind === 'input') throw error;
	return failure;
}

/** A budget that cannot be compared counts as exceeded: nothing says what was spent. */
function unknownBudgetAnswer(
	{ message }: ServiceFailure,
	settings: BudgetSettings,
): { json: IDataObject; sentence: string } {
	const { currency, limit, period, zone } = settings;
	const sentence = `The budget for ${readableTimeRangeWithZone(period, zone)} cannot be checked, as the history could not be read to its end: ${message}`;
	return {
		json: {
			...{ compare: 'spend', currency, withinBudget: false, status: 'unknown', complete: false },
			...{ budget: Number(limit), used: null, remaining: null, percentUsed: null },
			...{ projected: null, projectedWithinBudget: null, reason: message },
			period: periodFacts(settings),
		},
		sentence,
	};
}
