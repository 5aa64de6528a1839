import type { Operation } from '../../../../lib/run/operation';
import { toQuery } from '../../../../lib/fields/routing';
import { simplifyField } from '../../../common/fields/simplifyField';
import { addAnalyticsPeriod, readAnalytics } from '../../analytics';

const SHOW_FOR_DATES = { show: { period: ['dates'] } };

export const getUsageAnalytics = {
	option: {
		name: 'Get Analytics',
		value: 'getAnalytics',
		action: 'Get usage analytics',
		description:
			"Get the service's daily totals by model and API key, before refunds: they need not match the usage history",
		routing: { request: { method: 'GET', url: '/billing/usage-analytics' } },
	},
	free: true,
	prepare: [addAnalyticsPeriod],
	read: readAnalytics,
	fields: [
		{
			displayName: 'Period',
			name: 'period',
			type: 'options',
			default: 'days',
			options: [
				{ name: 'Between Dates', value: 'dates' },
				{ name: 'Last Days', value: 'days' },
			],
		},
		{
			displayName: 'Days',
			name: 'days',
			type: 'number',
			typeOptions: { minValue: 1, maxValue: 90, numberPrecision: 0 },
			default: 7,
			description: 'Number of days to look back, 1 to 90',
			displayOptions: { show: { period: ['days'] } },
		},
		{
			displayName: 'First Day',
			name: 'firstDay',
			type: 'dateTime',
			typeOptions: { dateOnly: true },
			required: true,
			default: '',
			description: 'First day (inclusive). The time of day is ignored.',
			displayOptions: SHOW_FOR_DATES,
			routing: toQuery('startDate'),
		},
		{
			displayName: 'Last Day',
			name: 'lastDay',
			type: 'dateTime',
			typeOptions: { dateOnly: true },
			required: true,
			default: '',
			description:
				'Last day (inclusive). The time of day is ignored. If the service takes too long, choose fewer days.',
			displayOptions: SHOW_FOR_DATES,
			routing: toQuery('endDate'),
		},
		{
			displayName: 'Output As',
			name: 'outputAs',
			type: 'options',
			default: 'byDate',
			options: [
				{ name: 'API Keys', value: 'byKey', description: 'One item per API key' },
				{ name: 'Days', value: 'byDate', description: 'One item per day' },
				{
					name: 'Days, Split by API Key',
					value: 'byKeyDaily',
					description: 'The keys with the highest spend only',
				},
				{
					name: 'Days, Split by Model',
					value: 'byModelDaily',
					description: 'The models with the highest spend only',
				},
				{ name: 'Everything', value: 'single', description: 'One item with the whole answer' },
				{ name: 'Models', value: 'byModel', description: 'One item per model' },
			],
		},
		simplifyField(),
	],
} satisfies Operation;
