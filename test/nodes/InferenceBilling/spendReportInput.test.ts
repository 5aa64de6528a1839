import type { INodeParameters } from 'n8n-workflow';

import { InferenceBilling } from '../../../nodes/InferenceBilling/InferenceBilling.node';
import { withService } from '../withService';

const world = withService();
const node = new InferenceBilling();
const action = { resource: 'report', operation: 'get' };
const zone = { timeZone: 'Europe/Berlin' };

const custom = { period: 'custom', start: '2026-01-01', end: '2026-01-02' };
const bad: Array<[INodeParameters, string]> = [
	[
		{ timeZone: 'Berlin' },
		'Time Zone must be an IANA name such as Europe/Berlin or UTC, but "Berlin" was given',
	],
	[
		{ period: '={{ "week" }}' },
		'Period must be one of custom, last30Days, last7Days, lastMonth, thisMonth, today, yesterday, but "week" was given',
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
		'Currency must be one of all, USD, DIEM, BUNDLED_CREDITS, but "EUR" was given',
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
	[
		{ options: { topProducts: 0 } },
		'Top Products must be a whole number from 1 to 100, but 0 was given',
	],
	[
		{ options: { comparePeriods: '={{ "no" }}' } },
		'Compare With Previous Period must be true or false, but "no" was given',
	],
];

describe('what is refused before anything is sent', () => {
	it.each(bad)('%j', async (parameters, sentence) => {
		const { error } = await world.run({ node, parameters: { ...action, ...zone, ...parameters } });
		expect(error?.message).toBe(`${sentence}`);
		expect(world.service.journal).toEqual([]);
	});
});
