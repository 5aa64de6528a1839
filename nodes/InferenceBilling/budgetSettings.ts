import type { IExecuteSingleFunctions } from 'n8n-workflow';

import { badInput } from '../../lib/core/failure';
import {
	readChoice,
	readNumber,
	readParameter,
	readSwitch,
	readZone,
} from '../../lib/fields/readParameter';
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

const BUDGET_PERIODS = ['custom', 'day', 'hour', 'month', 'week'] as const;
const NON_NEGATIVE_RULE = { kind: 'number', min: 0 } as const;

/** The settings of a budget at `now` (Unix ms), checked; throws a ServiceFailure that names the field. */
export function readBudgetSettings(context: IExecuteSingleFunctions, now: number): BudgetSettings {
	const compare = readChoice(context, 'compare', 'spend', 'Compare', [
		'apiKey',
		'balance',
		'spend',
	]);
	const spend = compare === 'spend';
	const currencies = spend ? KNOWN_CURRENCIES : ['DIEM', 'USD'];
	const currency = readChoice<string>(context, 'currency', 'USD', 'Currency', currencies);
	if (compare === 'apiKey') readChosenKey(context);
	// A key has its own.
	const others = compare === 'balance' ? readLowestBalance(context) : 0;
	const limit = spend ? readBudget(context) : others;
	const rule = { ...NON_NEGATIVE_RULE, label: 'Full Balance', aboveMin: true };
	const full = readParameter(context, 'options.fullBalance', '', rule);
	const zone = readZone(context, 'timeZone');
	const perLabel = spend ? readLabelBudgets(context) : undefined;
	return {
		compare,
		currency,
		limit: amountOf(limit, 'limit'),
		...(full === '' ? {} : { full: amountOf(full, 'full balance') }),
		...(perLabel && { perLabel }),
		period: spend ? readBudgetPeriod(context, now, zone) : { start: now, end: now },
		zone,
		warnPercent: readNumber(context, 'options.warnPercent', 80, {
			label: 'Warn From (%)',
			...{ min: 0, max: 100 },
		}),
		forecast: readSwitch(context, 'options.forecast', false, 'Forecast'),
		stop: readSwitch(context, 'stopWhenExceeded', false, 'Stop When Exceeded'),
	};
}

function readBudget(context: IExecuteSingleFunctions): unknown {
	const rule = { ...NON_NEGATIVE_RULE, label: 'Budget', required: true, aboveMin: true };
	return readParameter(context, 'budget', '', rule);
}

function readLowestBalance(context: IExecuteSingleFunctions): unknown {
	return readParameter(context, 'lowestBalance', 0, {
		...NON_NEGATIVE_RULE,
		label: 'Lowest Balance',
	});
}

function readBudgetPeriod(context: IExecuteSingleFunctions, now: number, zone: string): TimeSpan {
	const unit = readChoice(context, 'period', 'month', 'Period', BUDGET_PERIODS);
	if (unit === 'custom') return readCustomPeriod(context, zone);
	const { start, end } = spendPeriodAround(now, unit, zone);
	return { start: Date.parse(start), end: Date.parse(end) };
}

/** The key that was chosen; throws a ServiceFailure when none was. */
export function readChosenKey(context: IExecuteSingleFunctions): string {
	const id = String(context.getNodeParameter('keyId', '', { extractValue: true })).trim();
	if (id === '') throw badInput('Key must not be empty');
	return id;
}
