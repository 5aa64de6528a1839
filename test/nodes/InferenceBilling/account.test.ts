import { InferenceBilling } from '../../../nodes/InferenceBilling/InferenceBilling.node';
import { withService } from '../withService';

const world = withService();
const node = new InferenceBilling();
const get = world.runner(node, { resource: 'balance', operation: 'get' });
const getRateLimit = world.runner(node, { resource: 'rateLimit', operation: 'get' });
const getLog = world.runner(node, { resource: 'rateLimit', operation: 'getLog' });
const balance = {
	canConsume: true,
	consumptionCurrency: 'USD',
	balances: { diem: null, usd: 100 },
	diemEpochAllocation: 0,
};
const hits = [
	{
		apiKeyId: 'key-1',
		modelId: 'text-basic',
		rateLimitTier: 'paid',
		rateLimitType: 'RPM',
		timestamp: '2026-01-01T00:00:00Z',
	},
	{
		apiKeyId: 'key-1',
		modelId: 'text-basic',
		rateLimitTier: 'paid',
		rateLimitType: 'FAILED_REQUESTS',
		timestamp: '2026-01-01T00:00:01Z',
	},
];

describe('Inference Billing: Get Balance', () => {
	it('returns the balance as it is', async () => {
		const { items } = await get();
		expect(world.service.journal[0]).toMatchObject({
			method: 'GET',
			path: '/billing/balance',
			query: {},
		});
		expect(world.service.journal[0]?.headers.authorization).toBe(
			`Bearer ${world.service.keys.user}`,
		);
		expect(items).toEqual([{ json: balance, pairedItem: { item: 0 } }]);
	});
});

describe('Inference Billing: Get Rate Limits', () => {
	it('returns what the key may use, without the wrapper', async () => {
		const { item, items } = await getRateLimit();
		expect(world.service.journal[0]).toMatchObject({
			method: 'GET',
			path: '/api_keys/rate_limits',
			query: {},
		});
		expect(items).toHaveLength(1);
		expect(item.json).toMatchObject({
			accessPermitted: true,
			tier: expect.any(String),
			balances: {},
			rateLimits: expect.any(Array),
		});
	});
});

describe('Inference Billing: Get Rate Limit Log', () => {
	it('returns no item if there was no hit', async () => {
		const { outputs, error } = await getLog();
		expect(error).toBeUndefined();
		expect(outputs.flat()).toEqual([]);
	});

	it('returns one item per hit', async () => {
		const path = '/api_keys/rate_limits/log';
		world.service.fault({ path, status: 200, body: { object: 'list', data: hits } });
		const { items } = await getLog();
		expect(world.service.journal[0]).toMatchObject({ method: 'GET', path, query: {} });
		expect(items.map(({ json }) => json)).toEqual(hits);
	});
});
