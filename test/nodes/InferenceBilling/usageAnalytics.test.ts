import { InferenceBilling } from '../../../nodes/InferenceBilling/InferenceBilling.node';
import { withService } from '../withService';

const world = withService();
const run = world.runner(new InferenceBilling());
const action = { resource: 'usage', operation: 'getAnalytics' };
const path = '/billing/usage-analytics';
const body = {
	lookback: '7d',
	byDate: [
		{ date: '2026-01-01', USD: 1, DIEM: 0 },
		{ date: '2026-01-02', USD: 2, DIEM: 0 },
	],
	byModel: [{ modelName: 'Text Basic', unitType: 'tokens', modelType: 'LLM', totalUsd: 3 }],
	byModelDaily: [{ date: 1767225600000, 'Text Basic': 3 }],
	topModels: ['Text Basic'],
	byKey: [{ apiKeyId: null, description: 'Web', totalUsd: 3 }],
	byKeyDaily: [{ date: 1767225600000, Web: 3 }],
	topKeyNames: ['Web'],
};
const answer = () => world.service.fault({ path, status: 200, body });
const dates = { ...action, period: 'dates' };

describe('Inference Billing: Get Usage Analytics', () => {
	it('looks back seven days, and returns the whole answer in one item', async () => {
		answer();
		const { items } = await run({ ...action, outputAs: 'single', simplify: false });
		expect(world.service.journal[0]).toMatchObject({ method: 'GET', path });
		expect(world.service.journal[0]?.query).toEqual({ lookback: '7d' });
		expect(items).toEqual([{ json: body, pairedItem: { item: 0 } }]);
	});

	it('sends the number of days', async () => {
		const { item } = await run({ ...action, outputAs: 'single', days: 90 });
		expect(item.json).toMatchObject({ lookback: expect.stringMatching(/^9[01]d$/) });
		expect(world.service.journal[0]?.query).toEqual({ lookback: '90d' });
	});

	it.each([
		['2026-01-01', '2026-01-31'],
		['2026-01-01T00:00:00', '2026-01-31T23:59:59'],
		['2026-01-01T00:30:00+02:00', '2026-01-31T23:30:00-05:00'],
		['={{ DateTime.fromISO("2026-01-01") }}', '={{ DateTime.fromISO("2026-01-31") }}'],
	])('sends the days from %s to %s as they are written', async (startDate, endDate) => {
		const { error } = await run({ ...dates, firstDay: startDate, lastDay: endDate });
		expect(error).toBeUndefined();
		expect(world.service.journal[0]?.query).toEqual({
			startDate: '2026-01-01',
			endDate: '2026-01-31',
		});
	});

	it.each(['byDate', 'byModel', 'byModelDaily', 'byKey', 'byKeyDaily'] as const)(
		'returns the entries of %s as items',
		async (outputAs) => {
			answer();
			const { items } = await run({ ...action, outputAs, simplify: false });
			expect(items.map(({ json }) => json)).toEqual(body[outputAs]);
		},
	);

	it('lists what a model was charged with null where that is no number', async () => {
		const byModelDaily = [{ date: 1767225600000, Basic: '3', Large: 4, Huge: null, extra: {} }];
		world.service.fault({ path, status: 200, body: { ...body, byModelDaily } });
		const { item } = await run({ ...action, outputAs: 'single' });
		expect(item.json.byModelDaily).toEqual([
			{
				date: '2026-01-01',
				amounts: [
					{ name: 'Basic', amount: null },
					{ name: 'Large', amount: 4 },
					{ name: 'Huge', amount: null },
				],
			},
		]);
	});
});
