import { InferenceBilling } from '../../../nodes/InferenceBilling/InferenceBilling.node';
import { InferenceUsageTrigger } from '../../../nodes/InferenceUsageTrigger/InferenceUsageTrigger.node';
import { isRecord } from '../../../lib/base/record';
import { call } from '../../service/client';
import type { FullRuns } from '../fullRun';
import { typed } from '../given';

/** The local service has charges from here on. */
export const HISTORY_FROM = '2026-01-01T00:00:00.000Z';

export const billing: FullRuns = {
	node: new InferenceBilling(),
	runs: [
		{
			resource: 'usage',
			operation: 'getAll',
			name: 'every filter',
			parameters: {
				returnAll: true,
				filters: { currency: 'USD', start: HISTORY_FROM, end: '2026-01-02T00:00:00.000Z' },
				options: { pageSize: 10 },
			},
		},
		{
			resource: 'usage',
			operation: 'getAll',
			name: 'no more than the limit',
			parameters: { returnAll: false, limit: 12 },
		},
		{
			resource: 'usage',
			operation: 'getAll',
			name: 'from a cursor on',
			parameters: { returnAll: true },
			async prepare({ service }) {
				const { json } = await call(service, '/billing/usage-history', {
					query: { pageSize: '10' },
				});
				const cursor = isRecord(json) ? String(json.nextCursor) : '';
				return { options: { cursor } };
			},
		},
		{
			resource: 'report',
			operation: 'get',
			name: 'a report with every setting',
			parameters: {
				period: 'custom',
				start: HISTORY_FROM,
				end: '2026-01-02T00:00:00.000Z',
				timeZone: 'Europe/Berlin',
				currency: 'USD',
				groupBy: ['product', 'costLabel', 'day', 'hour', 'model', 'apiKey'],
				files: ['chart', 'focus', 'html'],
				chartField: 'picture',
				focusField: 'finance',
				billingAccountId: 'account',
				providerName: 'provider',
				htmlField: 'page',
				options: {
					comparePeriods: true,
					topProducts: 2,
					costLabels: '[{ "requestId": "r", "costLabel": "Sales" }]',
				},
			},
		},
		{
			resource: 'budget',
			operation: 'check',
			name: 'the spend of a period',
			parameters: {
				compare: 'spend',
				currency: 'USD',
				budget: 1000,
				period: 'custom',
				start: HISTORY_FROM,
				end: '2026-01-02T00:00:00.000Z',
				timeZone: 'Europe/Berlin',
				stopWhenExceeded: true,
				options: { forecastDays: 3, warnPercent: 90 },
			},
		},
		{
			resource: 'budget',
			operation: 'check',
			name: 'a balance',
			parameters: {
				compare: 'balance',
				currency: 'USD',
				lowestBalance: 1,
				options: { fullBalance: 100 },
			},
		},
		{
			resource: 'budget',
			operation: 'check',
			name: 'the limit of a key',
			parameters: { compare: 'apiKey', keyId: typed('key-capped') },
		},
		{
			resource: 'usage',
			operation: 'getAnalytics',
			name: 'the last days',
			parameters: { period: 'days', days: 30 },
		},
		{
			resource: 'usage',
			operation: 'getAnalytics',
			name: 'the days between two dates',
			parameters: {
				period: 'dates',
				firstDay: '2026-01-01T00:00:00Z',
				lastDay: '2026-01-31T00:00:00Z',
			},
		},
		{ resource: 'balance', operation: 'get', name: 'the balance' },
		{
			...{ resource: 'runCost', operation: 'get', name: 'what the execution cost' },
			parameters: { groupBy: 'node' },
		},
		{ resource: 'rateLimit', operation: 'get', name: 'the limits' },
		{ resource: 'rateLimit', operation: 'getLog', name: 'the log' },
	],
};

export const usageTrigger: FullRuns = {
	node: new InferenceUsageTrigger(),
	runs: [
		{
			operation: '',
			name: 'a poll with every option',
			parameters: {
				startFrom: 'date',
				start: HISTORY_FROM,
				options: {
					currency: 'USD',
					lookBack: 60,
					maxEntries: 100,
					minAmount: 0.0001,
					product: '*-mtoken',
					replayUnfinished: true,
					settleDelay: 30,
				},
			},
		},
		{
			operation: '',
			name: 'a threshold',
			parameters: {
				startFrom: 'all',
				emit: 'threshold',
				threshold: 1,
				period: 'month',
				options: { timeZone: 'Europe/Berlin' },
			},
		},
	],
};
