import { InferenceBilling } from '../../../nodes/InferenceBilling/InferenceBilling.node';
import { typed } from '../../coverage/given';
import { tableRows } from './row';

const billing = new InferenceBilling();
const timeZone = 'Europe/Berlin';
const report = { resource: 'report', operation: 'get', timeZone };
const budget = { resource: 'budget', operation: 'check', timeZone };
const analytics = { resource: 'usage', operation: 'getAnalytics' };
const custom = { period: 'custom', start: '2026-01-01', end: '2026-01-02' };
const dates = { period: 'dates' };

export const billingRows = [
	...tableRows('report', billing, report, [
		[
			{ timeZone: 'Berlin' },
			'Time Zone must be an IANA name such as Europe/Berlin or UTC, but "Berlin" was given',
		],
		[
			{ period: '={{ "week" }}' },
			'Period must be one of custom, last30Days, last7Days, lastMonth, lastWeek, thisMonth, today, yesterday, but "week" was given',
		],
		[{ ...custom, start: '={{ "" }}' }, 'Start must not be empty'],
		[
			{ ...custom, end: '={{ "soon" }}' },
			'End must be a date and time such as 2026-01-31T08:00:00Z, but "soon" was given',
		],
		[
			{ ...custom, end: '2026-01-01' },
			'End must be later than Start, but Start is 2025-12-31T23:00:00.000Z and End is 2025-12-31T23:00:00.000Z',
		],
		[
			{ ...custom, groupBy: ['hour'], end: '2026-02-02' },
			'A period that is grouped by hour may have at most 31 days, but 32 were given',
		],
		[
			{ ...custom, start: '2001-01-01' },
			'The period may have at most 3660 days, but 9132 were given',
		],
		[
			{ currency: '={{ "EUR" }}' },
			'Currency must be one of all, BUNDLED_CREDITS, DIEM, USD, but "EUR" was given',
		],
		[
			{ groupBy: ['week'] },
			'Group By must be one of apiKey, costLabel, day, hour, model, product, but "week" was given',
		],
		[{ files: ['pdf'] }, 'Files must be one of chart, focus, html, but "pdf" was given'],
		[{ chartField: '={{ " " }}' }, 'Put Chart in Field must not be empty'],
		[
			{ files: ['chart', 'html'], htmlField: 'chart' },
			'Chart and HTML report need a field each, but both have "chart"',
		],
	]),
	...tableRows('budget', billing, budget, [
		[{ budget: '={{ "" }}' }, 'Budget must not be empty'],
		[
			{ period: '={{ "year" }}' },
			'Period must be one of custom, hour, month, week, day, but "year" was given',
		],
		[
			{ ...custom, end: '2025-12-31' },
			'End must be later than Start, but Start is 2025-12-31T23:00:00.000Z and End is 2025-12-30T23:00:00.000Z',
		],
		[
			{ timeZone: 'CEST' },
			'Time Zone must be an IANA name such as Europe/Berlin or UTC, but "CEST" was given',
		],
		[
			{ compare: 'balance', currency: 'BUNDLED_CREDITS' },
			'Currency must be one of DIEM, USD, but "BUNDLED_CREDITS" was given',
		],
		[{ compare: 'apiKey', keyId: typed(' ') }, 'Key must not be empty'],
		[
			{ compare: '={{ "all" }}', keyId: typed('any') },
			'Compare must be one of apiKey, balance, spend, but "all" was given',
		],
	]),
	...tableRows('analytics', billing, analytics, [
		[{ days: '={{ "" }}' }, 'Days must not be empty'],
		[{ ...dates, firstDay: '={{ "" }}', lastDay: '2026-01-31' }, 'First Day must not be empty'],
		[{ ...dates, firstDay: '2026-01-01', lastDay: '={{ "" }}' }, 'Last Day must not be empty'],
		[
			{ ...dates, firstDay: 'yesterday', lastDay: '2026-01-31' },
			'First Day must be a date such as 2026-01-31, but "yesterday" was given',
		],
		[
			{ ...dates, firstDay: '2026-02-30', lastDay: '2026-03-31' },
			'First Day must be a date such as 2026-01-31, but "2026-02-30" was given',
		],
		[
			{ ...dates, firstDay: '2026-02-01', lastDay: '2026-01-31' },
			'Last Day must not be before First Day, but First Day is 2026-02-01 and Last Day is 2026-01-31',
		],
	]),
];
