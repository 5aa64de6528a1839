import type { Operation } from '../../../../lib/run/operation';
import { apiKeyField } from '../../../common/fields/picker';
import { maxPagesField } from '../../../common/fields/maxPages';
import { optionsField } from '../../../common/fields/optionGroup';
import { currencyField } from '../../../common/fields/usageFilters';
import { compareBudget as check, checkBudgetSettings } from '../../compareBudget';
import { costLabelsField } from '../../fields/costLabelsField';
import { labelBudgetsField, MIN_BUDGET } from '../../fields/labelBudgetRows';
import { customPeriodFields, timeZoneField } from '../../fields/customPeriod';

const SHOW_FOR_SPEND = { show: { compare: ['spend'] } };
const SHOW_FOR_KEY = { show: { compare: ['apiKey'] } };
const SHOW_FOR_BALANCE = { show: { compare: ['balance'] } };

export const checkBudget = {
	option: {
		name: 'Check',
		value: 'check',
		action: 'Check a budget',
		description: 'Compare what was spent, or what is left, with a limit',
		routing: { request: { method: 'GET', url: '/billing/usage-history' } },
	},
	free: true,
	prepare: [checkBudgetSettings],
	make: check,
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
			...currencyField(),
			description: 'Currency to check. Bundled credits have no balance and no limit.',
			routing: undefined,
		},
		{ ...apiKeyField(), displayOptions: SHOW_FOR_KEY },
		{
			displayName: 'Budget',
			name: 'budget',
			type: 'number',
			typeOptions: { minValue: MIN_BUDGET },
			required: true,
			default: 10,
			description: 'Amount that may be spent in the period, above 0. Refunds are subtracted.',
			displayOptions: SHOW_FOR_SPEND,
		},
		{
			displayName: 'Lowest Balance',
			name: 'lowestBalance',
			type: 'number',
			typeOptions: { minValue: 0 },
			default: 0,
			description: 'Minimum balance. Below it, the status is "exceeded".',
			displayOptions: SHOW_FOR_BALANCE,
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
			displayOptions: SHOW_FOR_SPEND,
		},
		...customPeriodFields().map((field) => ({
			...field,
			displayOptions: { show: { ...SHOW_FOR_SPEND.show, ...field.displayOptions?.show } },
		})),
		{ ...timeZoneField(), displayOptions: SHOW_FOR_SPEND },
		{
			displayName: 'Stop When Exceeded',
			name: 'stopWhenExceeded',
			type: 'boolean',
			default: false,
			description:
				'Whether to stop the workflow with an error that contains the figures. If off, branch on the output field withinBudget.',
		},
		optionsField([
			costLabelsField('Used for Budgets per Label'),
			labelBudgetsField(),
			{
				displayName: 'Forecast',
				name: 'forecast',
				type: 'boolean',
				default: true,
				description:
					'Whether to forecast the spend at the end of the period from the last 14 full days, with a range. Reads these days, too.',
			},
			{
				displayName: 'Full Balance',
				name: 'fullBalance',
				type: 'number',
				typeOptions: { minValue: MIN_BUDGET },
				default: 100,
				description:
					'For a balance: the amount that counts as 100%. If not set, DIEM uses the allocation of the day.',
			},
			maxPagesField(),
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
