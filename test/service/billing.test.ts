import { call, chat } from './client';
import { usageAt } from './historyWalk';
import { type LocalService, startService } from './service';

let service: LocalService;
const NOW = Date.parse('2026-08-20T12:00:00.000Z');

beforeAll(async () => {
	service = await startService({ now: () => NOW, limits: { audio: 1 } });
});
afterAll(() => service.close());
beforeEach(() => service.reset());

const PATH = '/billing/usage-analytics';
const read = async (query: Record<string, string> = {}) =>
	(await call(service, PATH, { query })).json;
const speak = () => call(service, '/audio/speech', { body: { input: 'a'.repeat(1000) } });

describe('usage analytics', () => {
	it.each([
		['lookback', { lookback: '91d' }],
		['lookback', { lookback: '0d' }],
		['lookback', { lookback: '7' }],
		['lookback', { lookback: '7d', startDate: '2026-08-01', endDate: '2026-08-02' }],
		['startDate', { startDate: '2026-8-1', endDate: '2026-08-02' }],
		['startDate', { endDate: '2026-08-02' }],
		['endDate', { startDate: '2026-08-01' }],
		['endDate', { startDate: '2026-08-02', endDate: '2026-08-01' }],
	])('refuse a bad %s: %j', async (field, query) => {
		const reply = await call(service, PATH, { query });
		expect(reply.status).toBe(400);
		expect(reply.json).toMatchObject({ details: { [field]: { _errors: expect.any(Array) } } });
	});

	it('add up the last seven days, by day, model and key', async () => {
		service.record(usageAt('2026-08-19T10:00:00.000Z', 'image-basic-image'));
		service.record({ ...usageAt('2026-08-19T11:00:00.000Z'), currency: 'DIEM', amount: -0.25 });
		service.record({ ...usageAt('2026-08-19T12:00:00.000Z'), currency: 'BUNDLED_CREDITS' });
		service.record(usageAt('2026-08-12T10:00:00.000Z'));
		await speak();
		expect(await read()).toEqual({
			lookback: '7d',
			byDate: [
				{ date: '2026-08-19', USD: 0.5, DIEM: 0.25 },
				{ date: '2026-08-20', USD: 0.004, DIEM: 0 },
			],
			byModel: [
				expect.objectContaining({
					modelName: 'image-basic',
					unitType: 'images',
					modelType: 'image',
					totalUsd: 0.5,
				}),
				expect.objectContaining({ modelName: 'late-line', modelType: null, totalDiem: 0.25 }),
				expect.objectContaining({ modelName: 'tts-basic', totalUsd: 0.004, totalUnits: 0.001 }),
			],
			byModelDaily: [
				{ date: Date.parse('2026-08-19'), 'image-basic': 0, 'late-line': 0.25, 'tts-basic': 0 },
				{ date: Date.parse('2026-08-20'), 'image-basic': 0, 'late-line': 0, 'tts-basic': 0 },
			],
			topModels: ['image-basic', 'late-line', 'tts-basic'],
			byKey: [
				{ apiKeyId: null, description: 'Web App', totalUsd: 0.5, totalDiem: 0.25, totalUnits: 2 },
				expect.objectContaining({ apiKeyId: 'key-user', totalUsd: 0.004 }),
			],
			byKeyDaily: expect.any(Array),
			topKeyNames: ['Web App', 'key-user'],
		});
	});

	it('take both dates as whole days', async () => {
		service.record(usageAt('2026-07-01T00:00:00.000Z'));
		service.record(usageAt('2026-07-02T23:59:59.000Z'));
		service.record(usageAt('2026-07-03T00:00:00.000Z'));
		expect(await read({ startDate: '2026-07-01', endDate: '2026-07-02' })).toMatchObject({
			lookback: '2d',
			byDate: [{ date: '2026-07-01' }, { date: '2026-07-02' }],
		});
	});

	it('break a model down by the kinds of its tokens, and stay the same for ten minutes', async () => {
		await call(service, '/chat/completions', { body: chat() });
		const first = await read({ lookback: '1d' });
		expect(first).toMatchObject({
			byModel: [{ unitType: 'tokens', breakdown: [{ type: 'Input' }, { type: 'Output' }] }],
		});
		await speak();
		expect(await read({ lookback: '1d' })).toEqual(first);
		service.advance(600_000);
		expect(await read({ lookback: '1d' })).not.toEqual(first);
	});

	it('are for keys that manage', async () => {
		expect((await call(service, PATH, { key: service.keys.inference })).status).toBe(403);
	});
});

describe('the balance', () => {
	it('names the currency that is charged next', async () => {
		await speak();
		expect((await call(service, '/billing/balance')).json).toEqual({
			canConsume: true,
			consumptionCurrency: 'USD',
			balances: { diem: null, usd: 99.996 },
			diemEpochAllocation: 0,
		});
		const { json } = await call(service, '/billing/balance', { key: service.keys.poor });
		expect(json).toMatchObject({ canConsume: false, consumptionCurrency: null });
	});

	it('has staked credit where there is some', async () => {
		const other = await startService({ balances: { diem: 5 } });
		await call(other, '/audio/speech', { body: { input: 'a'.repeat(1000) } });
		expect((await call(other, '/billing/balance')).json).toMatchObject({
			consumptionCurrency: 'DIEM',
			balances: { diem: 4.996 },
			diemEpochAllocation: 5,
		});
		await other.close();
	});
});

describe('the log of rate limits', () => {
	const LOG = '/api_keys/rate_limits/log';

	it('has what was really refused', async () => {
		expect((await call(service, LOG)).json).toEqual({ object: 'list', data: [] });
		await speak();
		expect((await speak()).status).toBe(429);
		expect((await call(service, LOG)).json).toEqual({
			object: 'list',
			data: [
				{
					apiKeyId: 'key-user',
					modelId: 'tts-basic',
					rateLimitTier: 'paid',
					rateLimitType: 'RPM',
					timestamp: '2026-08-20T12:00:00.000Z',
				},
			],
		});
	});

	it('has the block after too many failures, and at most 50 lines', async () => {
		await speak();
		for (let count = 0; count < 21; count++) await speak();
		service.advance(30_000);
		const { json } = await call(service, LOG);
		const { data } = json as { data: Array<{ rateLimitType: string }> };
		expect(data).toHaveLength(22);
		expect(data[0]?.rateLimitType).toBe('FAILED_REQUESTS');
		for (let count = 0; count < 40; count++) {
			if (count % 20 === 19) service.advance(30_000);
			if (count % 20 === 19) await speak();
			await speak();
		}
		const later = await call(service, LOG);
		expect((later.json as { data: unknown[] }).data.length).toBeLessThanOrEqual(50);
	});
});

it('answers the older list of charges with 410, and says since when', async () => {
	const { status, headers } = await call(service, '/billing/usage');
	expect([status, headers.sunset]).toEqual([410, 'Wed, 16 Sep 2026 00:00:00 GMT']);
});
