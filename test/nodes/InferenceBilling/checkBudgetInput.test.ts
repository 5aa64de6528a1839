import type { INodeParameters } from 'n8n-workflow';

import { InferenceBilling } from '../../../nodes/InferenceBilling/InferenceBilling.node';
import { typed } from '../../coverage/given';
import { withService } from '../withService';

const world = withService();
const node = new InferenceBilling();
const zone = { timeZone: 'Europe/Berlin' };

const check = async (parameters: INodeParameters) =>
	await world.run({
		node,
		parameters: { resource: 'budget', operation: 'check', ...zone, ...parameters },
	});

const custom = { period: 'custom', start: '2026-01-01', end: '2026-01-02' };
const bad: Array<[INodeParameters, string]> = [
	[{ budget: 0 }, 'Budget must be a number above 0, but 0 was given'],
	[{ budget: '={{ "" }}' }, 'Budget must not be empty'],
	[{ budget: '={{ "ten" }}' }, 'Budget must be a number above 0, but "ten" was given'],
	[
		{ period: '={{ "year" }}' },
		'Period must be one of custom, day, hour, month, week, but "year" was given',
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
		{ compare: 'balance', lowestBalance: -1 },
		'Lowest Balance must be a number of at least 0, but -1 was given',
	],
	[
		{ compare: 'balance', options: { fullBalance: 0 } },
		'Full Balance must be a number above 0, but 0 was given',
	],
	[
		{ options: { warnPercent: 101 } },
		'Warn From (%) must be a number from 0 to 100, but 101 was given',
	],
	[
		{ stopWhenExceeded: '={{ "maybe" }}' },
		'Stop When Exceeded must be true or false, but "maybe" was given',
	],
	[
		{ compare: '={{ "all" }}', keyId: typed('any') },
		'Compare must be one of apiKey, balance, spend, but "all" was given',
	],
];

describe('what is refused before anything is sent', () => {
	it.each(bad)('%j', async (parameters, sentence) => {
		const { error } = await check(parameters);
		expect(error?.message).toBe(`${sentence}`);
		expect(world.service.journal).toEqual([]);
	});
});
