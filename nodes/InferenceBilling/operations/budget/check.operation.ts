import type { Operation } from '../../../../lib/run/operation';
import { PAGES_AT_ONCE } from '../../../../lib/billing/pages/historyPages';
import { apiKey } from '../../../common/fields/apiKey';
import { maxPages } from '../../../common/fields/maxPages';
import { options } from '../../../common/fields/options';
import { currency } from '../../../common/fields/usageFilters';
import { checkBudget as check, checkSettings } from '../../checkBudget';
import { costLabels } from '../../fields/costLabels';
import { labelBudgetRows, LEAST_BUDGET } from '../../fields/labelBudgets';
import { customPeriod, timeZone } from '../../fields/period';

const spend = { show: { compare: ['spend'] } };
const key = { show: { compare: ['apiKey'] } };
const balance = { show: { compare: ['balance'] } };

export const checkBudget = {
	option: {
		name: 'Check',
		value: 'check',
		action: 'Check a budget',
		description: 'Compare what was spent, or what is left, with a limit',
		routing: { request: { method: 'GET', url: '/billing/usage-history' } },
	},
	free: true,
	usualConcurrency: PAGES_AT_ONCE,
	prepare: [checkSettings],
	sendAll: check,
	fields: [
		{
			displayName: 'Compare',
			name: 'compare',
			type: 'options',
			default: 'spend',
			options: [
				{
					name: 'API Key',
					value: 'apiKey',
					description: 'The spend of a key against its own limit, which the service enforces',
				},
				{
					name: 'Balance',
					value: 'balance',
					description: 'The balance of the account against a minimum',
				},
				{ name: 'Spend', value: 'spend', description: 'The charges of a period against a budget' },
			],
		},
		{
			...currency(),
			description: 'Currency to check. Bundled credits have no balance and no limit.',
			routing: undefined,
		},
		{ ...apiKey(), displayOptions: key },
		{
			displayName: 'Budget',
			name: 'budget',
			type: 'number',
			typeOptions: { minValue: LEAST_BUDGET },
			required: true,
			default: 10,
			description: 'Amount that may be spent in the period, above 0. Refunds are subtracted.',
			displayOptions: spend,
		},
		{
			displayName: 'Lowest Balance',
			name: 'lowestBalance',
			type: 'number',
			typeOptions: { minValue: 0 },
			default: 0,
			description: 'Minimum balance. Below it, the status is "exceeded".',
			displayOptions: balance,
		},
		{
			displayName: 'Period',
			name: 'period',
			type: 'options',
			default: 'month',
			options: [
				{ name: 'Custom', value: 'custom' },
				{ name: 'This Hour', value: 'hour' },
				{ name: 'This Month', value: 'month' },
				{ name: 'This Week', value: 'week', description: 'Starting on Monday' },
				{ name: 'Today', value: 'day' },
			],
			displayOptions: spend,
		},
		...customPeriod().map((field) => ({
			...field,
			displayOptions: { show: { ...spend.show, ...field.displayOptions?.show } },
		})),
		{ ...timeZone(), displayOptions: spend },
		{
			displayName: 'Stop When Exceeded',
			name: 'stopWhenExceeded',
			type: 'boolean',
			default: false,
			description:
				'Whether to stop the workflow with an error that contains the figures. If off, branch on the output field withinBudget.',
		},
		options([
			costLabels('Used for Budgets per Label'),
			labelBudgetRows(),
			{
				displayName: 'Forecast From Days',
				name: 'forecastDays',
				type: 'number',
				typeOptions: { minValue: 0, maxValue: 90, numberPrecision: 0 },
				default: 28,
				description:
					'For spend: number of full days before today, 3 to 90, from which to forecast the spend at the end of the period, with a range. 0 means no forecast.',
			},
			{
				displayName: 'Full Balance',
				name: 'fullBalance',
				type: 'number',
				typeOptions: { minValue: LEAST_BUDGET },
				default: 100,
				description:
					'For a balance: the amount that counts as 100%. If not set, DIEM uses the allocation of the day.',
			},
			maxPages(),
			{
				displayName: 'Warn From (%)',
				name: 'warnPercent',
				type: 'number',
				typeOptions: { minValue: 0, maxValue: 100 },
				default: 80,
				description: 'Percentage of the budget at which the status becomes "warning", 0 to 100',
			},
		]),
	],
} satisfies Operation;
