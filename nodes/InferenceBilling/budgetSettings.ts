import type { IExecuteSingleFunctions } from 'n8n-workflow';

import { amountOf, type Amount } from '../../lib/usage/report/amount';
import type { Span } from '../../lib/usage/report/period';
import { CURRENCIES } from '../../lib/usage/report/report';
import { PERIOD_UNITS, spendPeriod } from '../../lib/usage/spendPeriod';
import { readField, readSpan, readZone } from './fields/readField';

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
}

const CHOICES = ['custom', 'day', 'hour', 'month', 'week'];

/** The settings of a budget at `now` (Unix ms), checked; throws a ServiceFailure that names the field. */
export function budgetSettings(context: IExecuteSingleFunctions, now: number): BudgetSettings {
	const compare = String(
		readField(context, 'compare', 'spend', {
			label: 'Compare',
			kind: 'choice',
			values: ['balance', 'spend'],
		}),
	);
	const spend = compare === 'spend';
	const currencies = spend ? CURRENCIES : ['DIEM', 'USD'];
	const currency = String(
		readField(context, 'currency', 'USD', {
			label: 'Currency',
			kind: 'choice',
			values: currencies,
		}),
	);
	const rule = { kind: 'number', min: 0 } as const;
	const limit = spend
		? readField(context, 'budget', '', { ...rule, label: 'Budget', required: true, aboveMin: true })
		: readField(context, 'lowestBalance', 0, { ...rule, label: 'Lowest Balance' });
	const full = readField(context, 'options.fullBalance', '', {
		...rule,
		label: 'Full Balance',
		aboveMin: true,
	});
	const zone = readZone(context);
	return {
		compare,
		currency,
		limit: amountOf(limit, 'limit'),
		...(full === '' ? {} : { full: amountOf(full, 'full balance') }),
		period: spend ? periodOf(context, now, zone) : { start: now, end: now },
		zone,
		warnPercent: Number(
			readField(context, 'options.warnPercent', 80, {
				label: 'Warn From (%)',
				kind: 'number',
				min: 0,
				max: 100,
			}),
		),
		stop:
			readField(context, 'stopWhenExceeded', false, {
				label: 'Stop When Exceeded',
				kind: 'boolean',
			}) === true,
	};
}

function periodOf(context: IExecuteSingleFunctions, now: number, zone: string): Span {
	const name = String(
		readField(context, 'period', 'month', { label: 'Period', kind: 'choice', values: CHOICES }),
	);
	const unit = PERIOD_UNITS.find((one) => one === name);
	if (unit === undefined) return readSpan(context, zone);
	const { start, end } = spendPeriod(now, unit, zone);
	return { start: Date.parse(start), end: Date.parse(end) };
}
