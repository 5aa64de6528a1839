import type { IDataObject } from 'n8n-workflow';

import { failureOrRethrow, type ServiceFailure } from '../../lib/core/failure';
import { verdictOf } from '../../lib/wire/errors/verdict';
import { KNOWN_CURRENCIES } from '../../lib/billing/amount';
import { outlookOf } from '../../lib/billing/report/outlook';
import { forecastBasis } from '../../lib/billing/report/pastSpend';
import {
	budgetStateOfSpend,
	type BudgetState,
	type BudgetStatus,
} from '../../lib/billing/report/budget';
import { spendAmountsOf, withNumbers } from '../../lib/billing/report/money';
import { withLabelAsProduct } from '../../lib/billing/report/reportRows';
import { readableTimeRangeWithZone } from '../../lib/billing/report/times';
import { oneLine, readableMoney, distinguishableMoney } from '../../lib/billing/report/formatting';
import { createIntervalNamer, localIsoText, type TimeSpan } from '../../lib/billing/period';
import { groupSum, wholeCurrency, SpendTally } from '../../lib/billing/tally';
import type { BudgetSettings } from './budgetSettings';
import { rememberedCharges } from './earlierCharges';
import { labelStates } from './labelBudgets';
import { walkCharges, type HistorySource } from './walkCharges';

const MAX_LABEL_LENGTH = 100;

/** What was spent in the period against the budget, and the sentence that says it. Refunds are taken off. */
export async function compareSpendWithBudget(
	source: HistorySource & { accountId: string },
	settings: BudgetSettings,
	now: number,
): Promise<{ json: IDataObject; sentence: string }> {
	const { currency, limit, period, zone, warnPercent, forecast, perLabel } = settings;
	const tally = new SpendTally();
	const byLabel = new SpendTally();
	const recent = new SpendTally(createIntervalNamer(zone, 'hour'));
	const basis = forecastBasis(now, zone);
	const earlierSpan = { start: basis.start, end: Math.min(period.start, basis.end) };
	let earlier: SpendTally | undefined;
	try {
		await walkCharges(source, period, currency, (charge) => {
			tally.add(charge);
			if (perLabel) byLabel.add(withLabelAsProduct(charge, perLabel.labels));
			if (charge.at >= basis.start && charge.at < basis.end) recent.add(charge);
		});
		if (forecast) earlier = await chargesOf(source, earlierSpan, settings);
	} catch (error) {
		return unknownBudgetAnswer(unreadHistoryFailure(error), settings);
	}
	const sum = groupSum(wholeCurrency(tally.currencies.get(currency)));
	const { net: used, spend, refunds } = spendAmountsOf(sum);
	const labels = perLabel ? labelStates(byLabel, perLabel, currency, warnPercent) : [];
	const exceeded = labels.filter(({ status }) => status === 'exceeded');
	const state = worstBudgetState(budgetStateOfSpend(used, limit, warnPercent), labels);
	// What the budget cannot count: nothing says how much of it that is.
	const others = [...tally.currencies]
		.filter(([name]) => !KNOWN_CURRENCIES.includes(name))
		.map(([name, own]) => ({ currency: name, ...spendAmountsOf(groupSum(wholeCurrency(own))) }));
	const complete = others.length === 0;
	const isUndecided = state.withinBudget && !complete;
	const json = {
		compare: 'spend',
		currency,
		withinBudget: state.withinBudget && complete,
		status: isUndecided ? 'incomplete' : state.status,
		complete,
		budget: limit,
		used,
		remaining: state.remaining,
		percentUsed: state.percentUsed,
		spend,
		refunds,
		entries: sum.entries,
		calls: tally.allCounts.calls,
		...(earlier && {
			forecast: outlookOf({
				...{ recent: [earlier, recent], currency, used, span: period },
				...{ now, zone, budget: limit, complete },
			}),
		}),
		...(perLabel && { byCostLabel: labels.map(({ json: own }) => own) }),
		...(!complete && { otherCurrencies: others }),
		period: periodFacts(settings),
	};
	const [spent, allowed] = distinguishableMoney([used, limit], currency);
	const span = readableTimeRangeWithZone(period, zone);
	const otherCurrencyAmounts = others.map((one) => readableMoney(one.net, one.currency)).join(', ');
	const exceededLabels = exceeded
		.map(({ costLabel }) => `"${oneLine(costLabel, MAX_LABEL_LENGTH)}"`)
		.join(', ');
	const sentence = isUndecided
		? `The budget for ${span} cannot be checked: beside ${spent} of ${allowed}, the history has charges in another currency (${otherCurrencyAmounts})`
		: used.gt(limit)
			? `The budget for ${span} is exceeded: ${spent} spent of ${allowed}`
			: `The budget of the cost label ${exceededLabels} for ${span} is exceeded`;
	return { json: withNumbers(json) as IDataObject, sentence };
}

/** The charges before the period that a forecast rests on. */
async function chargesOf(
	source: HistorySource & { accountId: string },
	span: TimeSpan,
	{ currency, zone }: BudgetSettings,
): Promise<SpendTally> {
	return await rememberedCharges(span, [source.accountId, currency, zone], async () => {
		const tally = new SpendTally(createIntervalNamer(zone, 'hour'));
		await walkCharges(source, span, currency, (charge) => tally.add(charge));
		return tally;
	});
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

/** Why the history could not be read to its end, where reading again may help; what the user has to change is thrown on. */
function unreadHistoryFailure(error: unknown): ServiceFailure {
	const failure = failureOrRethrow(error);
	const { kind } = failure.facts;
	const { reason } = verdictOf(failure.facts);
	if (reason !== undefined && reason !== 'limit' && reason !== 'trouble') throw error;
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
			reason: message,
			period: periodFacts(settings),
		},
		sentence,
	};
}
