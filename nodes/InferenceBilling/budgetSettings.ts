import type { IExecuteSingleFunctions } from 'n8n-workflow';

import { badInput } from '../../lib/core/failure';
import {
	readChoice,
	readNumber,
	readParameter,
	readSwitch,
	readZone,
} from '../../lib/fields/readParameter';
import { amountOf, CURRENCIES, type Amount } from '../../lib/billing/amount';
import { spendPeriod } from '../../lib/billing/period';
import type { Span } from '../../lib/billing/slots';
import { readSpan } from './fields/period';
import { labelBudgets, type LabelBudgets } from './labelBudgets';

export interface BudgetSettings {
	compare: string;
	currency: string;
	/** The limit of the spend, or the lowest balance. */
	limit: Amount;
	/** What counts as a full balance, if the user says so. */
	full?: Amount;
	period: Span;
	zone: string;
	warnPercent: number;
	stop: boolean;
	/** How many of the last days a forecast rests on; 0 for none. */
	forecastDays: number;
	/** What each cost label may spend, where the user asks for it. */
	perLabel?: LabelBudgets;
}

const PERIODS = ['custom', 'day', 'hour', 'month', 'week'] as const;
const LEAST = { kind: 'number', min: 0 } as const;

/** The settings of a budget at `now` (Unix ms), checked; throws a ServiceFailure that names the field. */
export function budgetSettings(context: IExecuteSingleFunctions, now: number): BudgetSettings {
	const compare = readChoice(context, 'compare', 'spend', 'Compare', [
		'apiKey',
		'balance',
		'spend',
	]);
	const spend = compare === 'spend';
	const currencies = spend ? CURRENCIES : ['DIEM', 'USD'];
	const currency = readChoice<string>(context, 'currency', 'USD', 'Currency', currencies);
	if (compare === 'apiKey') chosenKey(context);
	// A key has its own.
	const others = compare === 'balance' ? lowestBalance(context) : 0;
	const limit = spend ? budgetOf(context) : others;
	const rule = { ...LEAST, label: 'Full Balance', aboveMin: true };
	const full = readParameter(context, 'options.fullBalance', '', rule);
	const zone = readZone(context, 'timeZone');
	const perLabel = spend ? labelBudgets(context) : undefined;
	return {
		compare,
		currency,
		limit: amountOf(limit, 'limit'),
		...(full === '' ? {} : { full: amountOf(full, 'full balance') }),
		...(perLabel && { perLabel }),
		period: spend ? periodOf(context, now, zone) : { start: now, end: now },
		zone,
		warnPercent: readNumber(context, 'options.warnPercent', 80, {
			label: 'Warn From (%)',
			...{ min: 0, max: 100 },
		}),
		forecastDays: readNumber(context, 'options.forecastDays', 0, {
			label: 'Forecast From Days',
			...{ min: 0, max: 90, integer: true },
		}),
		stop: readSwitch(context, 'stopWhenExceeded', false, 'Stop When Exceeded'),
	};
}

function budgetOf(context: IExecuteSingleFunctions): unknown {
	const rule = { ...LEAST, label: 'Budget', required: true, aboveMin: true };
	return readParameter(context, 'budget', '', rule);
}

function lowestBalance(context: IExecuteSingleFunctions): unknown {
	return readParameter(context, 'lowestBalance', 0, { ...LEAST, label: 'Lowest Balance' });
}

function periodOf(context: IExecuteSingleFunctions, now: number, zone: string): Span {
	const unit = readChoice(context, 'period', 'month', 'Period', PERIODS);
	if (unit === 'custom') return readSpan(context, zone);
	const { start, end } = spendPeriod(now, unit, zone);
	return { start: Date.parse(start), end: Date.parse(end) };
}

/** The key that was chosen; throws a ServiceFailure when none was. */
export function chosenKey(context: IExecuteSingleFunctions): string {
	const id = String(context.getNodeParameter('keyId', '', { extractValue: true })).trim();
	if (id === '') throw badInput('Key must not be empty');
	return id;
}
