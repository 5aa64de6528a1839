import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { InferenceBilling } from '../../../nodes/InferenceBilling/InferenceBilling.node';
import { clock } from '../../../lib/core/clock';
import { withService } from '../withService';
import { entry, recordTwoDays } from './spendHistory';

const world = withService();
const node = new InferenceBilling();
const action = { resource: 'report', operation: 'get' };
const path = '/billing/usage-history';
const now = '2026-03-30T06:00:00.000Z';
const zone = { timeZone: 'Europe/Berlin' };

beforeEach(() => {
	jest.spyOn(clock, 'now').mockReturnValue(Date.parse(now));
	recordTwoDays(world.service);
});

async function report(parameters: INodeParameters = {}) {
	const { item, items } = await world.run({
		node,
		parameters: { ...action, ...zone, files: [], ...parameters },
	});
	expect(items).toHaveLength(1);
	return { json: item.json ?? {}, binary: item.binary ?? {} };
}

const queries = () => world.service.requests(path).map(({ query }) => query);

describe('Inference Billing: Get Spend Report', () => {
	it('adds up yesterday in the time zone, and the day before, in one walk', async () => {
		const { json } = await report();
		expect(queries()).toEqual([
			{ startTimestamp: '2026-03-27T23:00:00.000Z', endTimestamp: '2026-03-29T22:00:00.000Z' },
		]);
		expect(json).toMatchObject({
			period: {
				label: 'Yesterday',
				timeZone: 'Europe/Berlin',
				start: '2026-03-29T00:00:00.000+01:00',
				end: '2026-03-30T00:00:00.000+02:00',
			},
			comparedWith: {
				start: '2026-03-28T00:00:00.000+01:00',
				end: '2026-03-29T00:00:00.000+01:00',
			},
			currencies: ['USD', 'DIEM'],
			entries: 5,
			calls: 2,
			promptTokens: 200,
			completionTokens: 40,
		});
		expect(json.totals).toEqual({
			USD: {
				spend: 0.3000001,
				refunds: 0.05,
				net: 0.2500001,
				entries: 4,
				calls: 2,
				promptTokens: 200,
				completionTokens: 40,
				before: {
					spend: 0.8,
					refunds: 0,
					net: 0.8,
				},
				change: { absolute: -0.5499999, percent: -68.75 },
			},
			DIEM: expect.objectContaining({
				spend: 2,
				entries: 1,
				calls: 0,
				change: { absolute: 2, percent: null },
			}),
			BUNDLED_CREDITS: expect.objectContaining({ spend: 0, entries: 0 }),
		});
	});

	it('splits the spend by product, and puts those beyond the top together', async () => {
		const { json } = await report({
			currency: 'USD',
			options: { topProducts: 1, comparePeriods: false },
		});
		expect(queries()).toEqual([
			{
				currency: 'USD',
				startTimestamp: '2026-03-28T23:00:00.000Z',
				endTimestamp: '2026-03-29T22:00:00.000Z',
			},
		]);
		expect(Object.keys(json.totals as IDataObject)).toEqual(['USD']);
		expect(json.comparedWith).toBeNull();
		expect(json.byProduct).toMatchObject([
			{ product: 'alpha-output', products: 1, spend: 0.2, calls: 1, units: 1, share: 66.67 },
			{ product: null, products: 2, spend: 0.1000001, refunds: 0.05, calls: null, share: 33.33 },
		]);
	});

	it('lists every day or hour of the period, the missing hour of the spring night left out', async () => {
		const { json } = await report({ groupBy: ['day', 'hour'], currency: 'USD' });
		expect(json.byDay).toMatchObject([{ day: '2026-03-29', spend: 0.3000001, calls: 2 }]);
		const hours = json.byHour as IDataObject[];
		expect(hours).toHaveLength(23);
		expect(hours.slice(0, 4).map(({ hour, spend, calls }) => [hour, spend, calls])).toEqual([
			['2026-03-29T00:00+01:00', 0.3, 1],
			['2026-03-29T01:00+01:00', 0, 0],
			['2026-03-29T03:00+02:00', 1e-7, 1],
			['2026-03-29T04:00+02:00', 0, 0],
		]);
		expect(json).not.toHaveProperty('byProduct');
	});

	it('walks a running month with the days that its forecast rests on', async () => {
		await report({ period: 'thisMonth' });
		expect(queries()).toEqual([{ startTimestamp: '2026-01-31T23:00:00.000Z', endTimestamp: now }]);
	});

	it('takes a custom period in the time zone, and as many days before it', async () => {
		await report({ period: 'custom', start: '2026-03-28T00:00:00', end: '2026-03-30' });
		expect(queries()).toEqual([
			{ startTimestamp: '2026-03-25T23:00:00.000Z', endTimestamp: '2026-03-29T22:00:00.000Z' },
		]);
	});

	it('goes on after a refused cursor and counts nothing twice', async () => {
		for (let index = 0; index < 2500; index++) {
			world.service.record(entry('2026-03-29T10:00:00.000Z', -0.001));
		}
		world.service.fault({ refuseCursor: true });
		const { json } = await report({ currency: 'USD' });
		expect(world.service.journal.filter(({ status }) => status === 400)).toHaveLength(1);
		expect(json.totals).toMatchObject({ USD: { entries: 2504, spend: 2.8000001 } });
	});

	it('returns the sums of the service per model and API key under their own name', async () => {
		const byModel = [{ modelName: 'Alpha', totalUsd: 1 }];
		world.service.fault({
			path: '/billing/usage-analytics',
			status: 200,
			body: { byModel, byKey: [] },
		});
		const { json } = await report({ groupBy: ['model'] });
		expect(json.serviceFigures).toEqual({
			startDate: '2026-03-28',
			endDate: '2026-03-29',
			timeZone: 'UTC',
			byModel,
		});
		expect(world.service.requests('/billing/usage-analytics')[0]?.query).toEqual({
			startDate: '2026-03-28',
			endDate: '2026-03-29',
		});
	});
});
