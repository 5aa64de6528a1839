import type { Operation } from '../../../../lib/run/operation';
import { maxPagesField } from '../../../common/fields/maxPages';
import { optionsField } from '../../../common/fields/optionGroup';
import { OUTPUT_FIELD_HINT } from '../../../common/fields/outputFileFields';
import { currencyField } from '../../../common/fields/usageFilters';
import { byteOrderMarkField } from '../../fields/byteOrderMark';
import { costLabelsField } from '../../fields/costLabelsField';
import { focusPartyFields } from '../../fields/focusPartyFields';
import { MIN_BUDGET } from '../../fields/labelBudgetRows';
import { customPeriodFields, timeZoneField } from '../../fields/customPeriod';
import { checkReport, makeReport } from '../../makeReport';

const reportCurrencyField = currencyField();

export const getSpendReport = {
	option: {
		name: 'Get',
		value: 'get',
		action: 'Get a spend report',
		description:
			'Sum up what was charged in a period, as data, a Slack message, a chart and a page',
		routing: { request: { method: 'GET', url: '/billing/usage-history' } },
	},
	free: true,
	prepare: [checkReport],
	make: makeReport,
	fields: [
		{
			displayName: 'Period',
			name: 'period',
			type: 'options',
			default: 'yesterday',
			description:
				'Period to sum up. A running period is compared with the same part of the one before.',
			options: [
				{ name: 'Custom', value: 'custom', description: 'Between two times of your choice' },
				{
					name: 'Last 30 Days',
					value: 'last30Days',
					description: 'The last 30 full days, excluding today',
				},
				{
					name: 'Last 7 Days',
					value: 'last7Days',
					description: 'The last 7 full days, excluding today',
				},
				{ name: 'Last Month', value: 'lastMonth', description: 'The whole month before this one' },
				{
					name: 'Last Week',
					value: 'lastWeek',
					description: 'The whole week before this one, Monday to Sunday',
				},
				{ name: 'This Month', value: 'thisMonth', description: 'From the first day until now' },
				{ name: 'Today', value: 'today', description: 'From midnight until now' },
				{ name: 'Yesterday', value: 'yesterday', description: 'The whole day before today' },
			],
		},
		...customPeriodFields(),
		timeZoneField(),
		{
			...reportCurrencyField,
			default: 'all',
			description: 'Currencies to include. Each has its own totals.',
			options: [{ name: 'All', value: 'all' }, ...(reportCurrencyField.options ?? [])],
			routing: undefined,
		},
		{
			displayName: 'Group By',
			name: 'groupBy',
			type: 'multiOptions',
			default: ['product', 'day'],
			description:
				"What to split the totals by. The usage history contains neither model nor API key: these figures are the service's own sums for whole UTC days, without bundled credits, and need not match the totals.",
			options: [
				{
					name: 'API Key (Whole UTC Days)',
					value: 'apiKey',
					description: 'Up to ten minutes old',
				},
				{
					name: 'Cost Label',
					value: 'costLabel',
					description:
						'By the Labels by Request ID under Options. The chart is stacked by them, too.',
				},
				{ name: 'Day', value: 'day' },
				{ name: 'Hour', value: 'hour', description: 'For up to 31 days' },
				{
					name: 'Model (Whole UTC Days)',
					value: 'model',
					description: 'Up to ten minutes old',
				},
				{ name: 'Product', value: 'product', description: 'SKU of each entry' },
			],
		},
		{
			displayName: 'Files',
			name: 'files',
			type: 'multiOptions',
			default: ['chart'],
			description: 'Files to create',
			options: [
				{ name: 'Chart (PNG)', value: 'chart' },
				{
					name: 'FOCUS 1.4 (CSV)',
					value: 'focus',
					description:
						'Charges in the period, for finance tools. Fetches the usage history a second time.',
				},
				{
					name: 'Report (HTML)',
					value: 'html',
					description: 'A page to download or attach; the editor shows no preview',
				},
			],
		},
		{
			displayName: 'Put Chart in Field',
			name: 'chartField',
			type: 'string',
			required: true,
			default: 'chart',
			hint: 'The name of the output binary field to put the chart in',
			builderHint: { propertyHint: OUTPUT_FIELD_HINT },
			description:
				'With several currencies, the other charts go into fields with the currency at the end, such as chart_DIEM',
			displayOptions: { show: { files: ['chart'] } },
		},
		{
			displayName: 'Put FOCUS File in Field',
			name: 'focusField',
			type: 'string',
			required: true,
			default: 'focus',
			hint: 'The name of the output binary field to put the FOCUS file in',
			builderHint: { propertyHint: OUTPUT_FIELD_HINT },
			displayOptions: { show: { files: ['focus'] } },
		},
		...focusPartyFields({ show: { files: ['focus'] } }),
		{
			displayName: 'Put HTML Report in Field',
			name: 'htmlField',
			type: 'string',
			required: true,
			default: 'html',
			hint: 'The name of the output binary field to put the page in',
			builderHint: { propertyHint: OUTPUT_FIELD_HINT },
			displayOptions: { show: { files: ['html'] } },
		},
		optionsField([
			byteOrderMarkField(),
			{
				displayName: 'Compare With Previous Period',
				name: 'comparePeriods',
				type: 'boolean',
				default: true,
				description:
					'Whether to compare with the period before. Takes about twice as many requests.',
			},
			costLabelsField('Used for Group By > Cost Label and for the Tags column of a FOCUS file'),
			maxPagesField(),
			{
				displayName: 'Monthly Budget (USD)',
				name: 'monthlyBudget',
				type: 'number',
				typeOptions: { minValue: MIN_BUDGET },
				default: 100,
				description:
					'Amount that may be spent in a month. The report says how much of it is used, when it was or will be reached, and has a chart of the sum so far.',
			},
			{
				displayName: 'Top Products',
				name: 'topProducts',
				type: 'number',
				typeOptions: { minValue: 1, maxValue: 100, numberPrecision: 0 },
				default: 10,
				description: 'Number of products to list, 1 to 100. The others are combined.',
			},
		]),
	],
} satisfies Operation;
