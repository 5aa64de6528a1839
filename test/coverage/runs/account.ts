import { InferenceBilling } from '../../../nodes/InferenceBilling/InferenceBilling.node';
import { InferenceUsageTrigger } from '../../../nodes/InferenceUsageTrigger/InferenceUsageTrigger.node';
import { isRecord } from '../../../lib/core/record';
import { call } from '../../service/client';
import type { FullRuns } from '../fullRun';
import { run, typed } from '../given';

/** The local service has charges from here on. */
export const HISTORY_FROM = '2026-01-01T00:00:00.000Z';

export const billing: FullRuns = {
	node: new InferenceBilling(),
	runs: [
		run('usage/getAll', 'every filter', {
			returnAll: true,
			filters: { currency: 'USD', start: HISTORY_FROM, end: '2026-01-02T00:00:00.000Z' },
			options: { pageSize: 10 },
		}),
		run('usage/getAll', 'no more than the limit', { returnAll: false, limit: 12 }),
		{
			...run('usage/getAll', 'from a cursor on', { returnAll: true }),
			async prepare({ service }) {
				const { json } = await call(service, '/billing/usage-history', {
					query: { pageSize: '10' },
				});
				const cursor = isRecord(json) ? String(json.nextCursor) : '';
				return { options: { cursor } };
			},
		},
		run('report/get', 'a report with every setting', {
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
				labelsByRequestId: '[{ "requestId": "r", "costLabel": "Sales" }]',
			},
		}),
		run('budget/check', 'the spend of a period', {
			compare: 'spend',
			currency: 'USD',
			budget: 1000,
			period: 'custom',
			start: HISTORY_FROM,
			end: '2026-01-02T00:00:00.000Z',
			timeZone: 'Europe/Berlin',
			stopWhenExceeded: true,
			options: { forecast: false, warnPercent: 90 },
		}),
		run('budget/check', 'a balance', {
			compare: 'balance',
			currency: 'USD',
			lowestBalance: 1,
			options: { fullBalance: 100 },
		}),
		run('budget/check', 'the limit of a key', { compare: 'apiKey', keyId: typed('key-capped') }),
		run('usage/getAnalytics', 'the last days', { period: 'days', days: 30 }),
		run('usage/getAnalytics', 'the days between two dates', {
			period: 'dates',
			firstDay: '2026-01-01T00:00:00Z',
			lastDay: '2026-01-31T00:00:00Z',
		}),
		run('balance/get', 'the balance'),
		run('runCost/get', 'what the execution cost', { groupBy: 'node' }),
		run('rateLimit/get', 'the limits'),
		run('rateLimit/getLog', 'the log'),
	],
};

export const usageTrigger: FullRuns = {
	node: new InferenceUsageTrigger(),
	runs: [
		run('', 'a poll with every option', {
			pastCharges: 'date',
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
		}),
		run('', 'a threshold', {
			pastCharges: 'all',
			emit: 'threshold',
			threshold: 1,
			period: 'month',
			options: { timeZone: 'Europe/Berlin' },
		}),
	],
};
