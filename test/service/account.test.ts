import { chat } from './client';
import { usageAt } from './historyWalk';
import { localService } from './underTest';

const NOW = Date.parse('2026-08-20T12:00:00.000Z');
const local = localService({ now: () => NOW, limits: { audio: 1 } });

const speak = () => local.post('/audio/speech', { input: 'a'.repeat(1000) });

describe.each([
	['/chat/completions', chat()],
	['/audio/speech', { input: 'Hello' }],
] as const)('POST %s', (path, body) => {
	it('says how to pay to a caller without credentials', async () => {
		const reply = await local.call(path, { body, key: null });
		expect(reply.status).toBe(402);
		expect(reply.json).toMatchObject({
			x402Version: 2,
			resource: { url: `${local.service.url}${path}` },
			accepts: [{ scheme: 'exact', amount: expect.stringMatching(/^\d+$/) }, { scheme: 'exact' }],
			authOptions: { apiKey: { header: expect.any(String) }, x402Wallet: {} },
		});
		const header = Buffer.from(reply.headers['payment-required'] ?? '', 'base64').toString();
		expect(header).toBe(reply.text);
	});

	it.each([
		['inactive', 401, 'AUTHENTICATION_FAILED_INACTIVE_KEY'],
		['capped', 402, 'API_KEY_USD_SPEND_LIMIT_EXCEEDED'],
		['poor', 402, 'INSUFFICIENT_BALANCE'],
	] as const)('refuses the %s key with %i', async (name, status, code) => {
		const { json } = await local.call(path, { body, key: local.service.keys[name] });
		expect(json).toEqual({ error: expect.any(String), code });
		await local.answers(path, { body, key: local.service.keys[name] }, status, { code });
	});

	it('refuses a wrong key before it looks at the body, and takes an inference key', async () => {
		const { status, json } = await local.call(path, { body: {}, key: 'wrong' });
		expect([status, json]).toEqual([
			401,
			{ error: expect.any(String), code: 'AUTHENTICATION_FAILED' },
		]);
		expect((await local.call(path, { body, key: local.service.keys.inference })).status).toBe(200);
	});
});

describe('reads of the account', () => {
	it.each(['/billing/usage-history', '/billing/usage-analytics', '/api_keys'])(
		'keep %s from an inference key',
		async (path) => {
			const key = local.service.keys.inference;
			await local.answers(path, { key }, 403, { code: 'UNAUTHORIZED' });
		},
	);

	it.each(['/billing/usage-history', '/api_keys/rate_limits'])('%s wants a key', async (path) => {
		for (const key of [null, 'wrong', local.service.keys.inactive]) {
			expect((await local.call(path, { key })).status).toBe(401);
		}
	});

	it('show limits and balances to any active key', async () => {
		const key = local.service.keys.inference;
		expect((await local.call('/api_keys/rate_limits', { key })).json).toMatchObject({
			data: {
				accessPermitted: true,
				balances: { USD: 100, DIEM: 0 },
				keyExpiration: null,
				nextEpochBegins: expect.stringMatching(/T00:00:00\.000Z$/),
				rateLimits: expect.arrayContaining([
					{ apiModelId: 'tts-basic', rateLimits: [{ amount: 1, type: 'RPM' }] },
				]),
			},
		});
	});
});

describe('usage analytics', () => {
	const PATH = '/billing/usage-analytics';
	const read = async (query: Record<string, string> = {}) =>
		(await local.call(PATH, { query })).json;

	it('add up the last seven days, by day, model and key', async () => {
		local.service.record(usageAt('2026-08-19T10:00:00.000Z', 'image-basic-image'));
		local.service.record({
			...usageAt('2026-08-19T11:00:00.000Z'),
			currency: 'DIEM',
			amount: -0.25,
		});
		local.service.record({ ...usageAt('2026-08-19T12:00:00.000Z'), currency: 'BUNDLED_CREDITS' });
		local.service.record(usageAt('2026-08-12T10:00:00.000Z'));
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

	it('break a model down by the kinds of its tokens, and stay the same for ten minutes', async () => {
		await local.post('/chat/completions', chat());
		const first = await read({ lookback: '1d' });
		expect(first).toMatchObject({
			byModel: [{ unitType: 'tokens', breakdown: [{ type: 'Input' }, { type: 'Output' }] }],
		});
		await speak();
		expect(await read({ lookback: '1d' })).toEqual(first);
		local.service.advance(600_000);
		expect(await read({ lookback: '1d' })).not.toEqual(first);
	});
});

describe('the balance', () => {
	it('names the currency that is charged next', async () => {
		await speak();
		expect((await local.call('/billing/balance')).json).toEqual({
			canConsume: true,
			consumptionCurrency: 'USD',
			balances: { diem: null, usd: 99.996 },
			diemEpochAllocation: 0,
		});
		const { json } = await local.call('/billing/balance', { key: local.service.keys.poor });
		expect(json).toMatchObject({ canConsume: false, consumptionCurrency: null });
	});
});

describe('the log of rate limits', () => {
	const LOG = '/api_keys/rate_limits/log';

	it('has the block after too many failures, and at most 50 lines', async () => {
		await speak();
		for (let count = 0; count < 21; count++) await speak();
		local.service.advance(30_000);
		const { json } = await local.call(LOG);
		const { data } = json as { data: Array<{ rateLimitType: string }> };
		expect(data).toHaveLength(22);
		expect(data[0]?.rateLimitType).toBe('FAILED_REQUESTS');
		for (let count = 0; count < 40; count++) {
			if (count % 20 === 19) local.service.advance(30_000);
			if (count % 20 === 19) await speak();
			await speak();
		}
		const later = await local.call(LOG);
		expect((later.json as { data: unknown[] }).data.length).toBeLessThanOrEqual(50);
	});
});
