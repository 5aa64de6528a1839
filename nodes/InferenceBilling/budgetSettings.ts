import { chosenIn, type ItemContext } from '../../lib/core/execution';
import { badInput, emptyInput } from '../../lib/core/failure';
import { chosenZone } from '../../lib/fields/readParameter';
import { amountOf, KNOWN_CURRENCIES, type Amount } from '../../lib/billing/amount';
import { spendPeriodAround, type TimeSpan } from '../../lib/billing/period';
import { readCustomPeriod } from './fields/customPeriod';
import { readLabelBudgets, type LabelBudgets } from './labelBudgets';

export interface BudgetSettings {
	compare: string;
	currency: string;
	/** The limit of the spend, or the lowest balance. */
	limit: Amount;
	/** What counts as a full balance, if the user says so. */
	full?: Amount;
	period: TimeSpan;
	zone: string;
	warnPercent: number;
	stop: boolean;
	/** Whether the spend at the end of the period is wanted. */
	forecast: boolean;
	perLabel?: LabelBudgets;
}

/** The settings of a budget at `now` (Unix ms), checked; throws a ServiceFailure that names the field. */
export function readBudgetSettings(context: ItemContext, now: number): BudgetSettings {
	const { options, ...parameters } = context.parameters;
	const compare = String(parameters.compare ?? 'spend');
	const spend = compare === 'spend';
	const currency = String(parameters.currency ?? 'USD');
	const currencies = spend ? KNOWN_CURRENCIES : ['DIEM', 'USD'];
	if (!currencies.some((known) => known === currency))
		throw badInput(
			`Currency must be one of ${currencies.join(', ')}, but "${currency}" was given`,
			'Choose one of them in Currency.',
		);
	if (compare === 'apiKey') readChosenKey(context);
	// A key has its own.
	const limit = spend ? parameters.budget : (parameters.lowestBalance ?? 0);
	if (spend && typeof limit !== 'number') throw emptyInput('Budget');
	const { fullBalance: full } = options;
	const zone = chosenZone(parameters.timeZone, context);
	const perLabel = spend ? readLabelBudgets(context) : undefined;
	return {
		compare,
		currency,
		limit: amountOf(limit, 'limit'),
		...(typeof full !== 'number' ? {} : { full: amountOf(full, 'full balance') }),
		...(perLabel && { perLabel }),
		period: spend ? readBudgetPeriod(context, now, zone) : { start: now, end: now },
		zone,
		warnPercent: Number(options.warnPercent ?? 80),
		forecast: options.forecast === true,
		stop: parameters.stopWhenExceeded === true,
	};
}

function readBudgetPeriod(context: ItemContext, now: number, zone: string): TimeSpan {
	const unit = (context.parameters.period ?? 'month') as
		Parameters<typeof spendPeriodAround>[1] | 'custom';
	if (unit === 'custom') return readCustomPeriod(context, zone);
	const { start, end } = spendPeriodAround(now, unit, zone);
	return { start: Date.parse(start), end: Date.parse(end) };
}

/** The key that was chosen; throws a ServiceFailure when none was. */
export function readChosenKey(context: ItemContext): string {
	const id = chosenIn(context.parameters.keyId);
	if (id === '') throw emptyInput('Key');
	return id;
}
