import type { Operation } from '../../../../lib/description/operation';
import { PAGES_AT_ONCE } from '../../../../lib/transport/pages/historyPages';
import { options } from '../../../common/fields/options';
import { outputFieldHint } from '../../../common/fields/outputFile';
import { currency } from '../../../common/fields/usageFilters';
import { costLabels } from '../../fields/costLabels';
import { focusParties } from '../../fields/focusParties';
import { customPeriod, timeZone } from '../../fields/period';
import { checkReport, makeReport } from '../../spendReport';

const charged = currency();

export const getSpendReport = {
	option: {
		name: 'Get',
		value: 'get',
		action: 'Get a spend report',
		description:
			'Add up what was charged in a period, as data, as a message for Slack, as a chart and as a page',
		routing: { request: { method: 'GET', url: '/billing/usage-history' } },
	},
	free: true,
	usualConcurrency: PAGES_AT_ONCE,
	prepare: [checkReport],
	sendAll: makeReport,
	fields: [
		{
			displayName: 'Period',
			name: 'period',
			type: 'options',
			default: 'yesterday',
			description:
				'What is added up. A period that is still running is compared with the same part of the one before.',
			options: [
				{ name: 'Custom', value: 'custom' },
				{ name: 'Last 30 Days', value: 'last30Days', description: '30 whole days, without today' },
				{ name: 'Last 7 Days', value: 'last7Days', description: 'Seven whole days, without today' },
				{ name: 'Last Month', value: 'lastMonth' },
				{ name: 'This Month', value: 'thisMonth', description: 'From the first day until now' },
				{ name: 'Today', value: 'today', description: 'From midnight until now' },
				{ name: 'Yesterday', value: 'yesterday' },
			],
		},
		...customPeriod(),
		timeZone(),
		{
			...charged,
			default: 'all',
			description: 'Currencies stand beside each other and are never added together',
			options: [{ name: 'All', value: 'all' }, ...(charged.options ?? [])],
			routing: undefined,
		},
		{
			displayName: 'Group By',
			name: 'groupBy',
			type: 'multiOptions',
			default: ['product', 'day'],
			description:
				'What the totals are split by. The usage history knows neither model nor API key: these figures are added up by the service for whole UTC days, without bundled credits, and need not agree with the totals.',
			options: [
				{
					name: 'API Key (Figures of the Service)',
					value: 'apiKey',
					description: 'Whole UTC days, up to ten minutes old',
				},
				{
					name: 'Cost Label',
					value: 'costLabel',
					description: 'By the Cost Labels under Options. The chart is stacked by them, too.',
				},
				{ name: 'Day', value: 'day' },
				{ name: 'Hour', value: 'hour', description: 'For up to 31 days' },
				{
					name: 'Model (Figures of the Service)',
					value: 'model',
					description: 'Whole UTC days, up to ten minutes old',
				},
				{ name: 'Product', value: 'product', description: 'The sku of each entry' },
			],
		},
		{
			displayName: 'Files',
			name: 'files',
			type: 'multiOptions',
			default: ['chart'],
			description: 'Which files are made',
			options: [
				{ name: 'Chart (PNG)', value: 'chart' },
				{
					name: 'FOCUS 1.4 (CSV)',
					value: 'focus',
					description: 'The charges of the period, for tools of finance; takes a walk of its own',
				},
				{ name: 'Report (HTML)', value: 'html' },
			],
		},
		{
			displayName: 'Put Chart in Field',
			name: 'chartField',
			type: 'string',
			required: true,
			default: 'chart',
			hint: 'The name of the output binary field to put the chart in',
			builderHint: { propertyHint: outputFieldHint },
			description:
				'With several currencies, the chart of each further one goes into a field that ends in its name, such as chart_DIEM',
			displayOptions: { show: { files: ['chart'] } },
		},
		{
			displayName: 'Put FOCUS File in Field',
			name: 'focusField',
			type: 'string',
			required: true,
			default: 'focus',
			hint: 'The name of the output binary field to put the FOCUS file in',
			builderHint: { propertyHint: outputFieldHint },
			displayOptions: { show: { files: ['focus'] } },
		},
		...focusParties({ show: { files: ['focus'] } }),
		{
			displayName: 'Put HTML Report in Field',
			name: 'htmlField',
			type: 'string',
			required: true,
			default: 'html',
			hint: 'The name of the output binary field to put the page in',
			builderHint: { propertyHint: outputFieldHint },
			displayOptions: { show: { files: ['html'] } },
		},
		options([
			{
				displayName: 'Compare With Previous Period',
				name: 'comparePeriods',
				type: 'boolean',
				default: true,
				description:
					'Whether to compare with the period before, which takes about twice as many requests',
			},
			costLabels('Used for Group By > Cost Label and for the Tags column of a FOCUS file'),
			{
				displayName: 'Top Products',
				name: 'topProducts',
				type: 'number',
				typeOptions: { minValue: 1, maxValue: 100, numberPrecision: 0 },
				default: 10,
				description: 'How many products are listed, 1 to 100; the others are put together',
			},
		]),
	],
} satisfies Operation;
