import { localService } from './underTest';

const local = localService({ now: () => Date.parse('2026-01-31T12:00:00Z') });

const NEW = { apiKeyType: 'INFERENCE', description: 'Tests' };
const make = async (more: object = {}) => {
	const { json } = await local.call('/api_keys', { body: { ...NEW, ...more } });
	return (json as { data: { id: string; apiKey: string } }).data;
};
const embed = async (key: string) =>
	await local.call('/embeddings', { key, body: { model: 'embedding-basic', input: 'pears' } });

it.each<[string, object]>([
	['no type', { apiKeyType: undefined }],
	['another type', { apiKeyType: 'ROOT' }],
	['no description', { description: undefined }],
	['a long description', { description: 'x'.repeat(65) }],
	['an unknown field', { scope: 'all' }],
	['an unknown currency', { consumptionLimit: { eur: 1 } }],
	['a negative limit', { consumptionLimit: { usd: -1 } }],
	['a limit as text', { consumptionLimit: { usd: '1' } }],
	['another period', { limitPeriod: 'WEEK' }],
	['a local time', { expiresAt: '2026-02-01T08:00:00+01:00' }],
	['no date', { expiresAt: '2026-13-01' }],
	['another privacy', { modelPrivacy: 'NONE' }],
])('refuses a new key with %s', async (_what, change) => {
	const { status } = await local.call('/api_keys', { body: { ...NEW, ...change } });
	expect(status).toBe(400);
});

it.each([
	['PATCH', { body: { description: 'x' } }],
	['PATCH', { body: { id: 'gone' } }],
	['PATCH', { body: { id: 'key-user', apiKeyType: 'ADMIN' } }],
	['DELETE', {}],
	['DELETE', { query: { id: 'gone' } }],
	['DELETE', { query: { id: 'key-poor' } }],
] as const)('refuses %s of %j', async (method, options) => {
	expect((await local.call('/api_keys', { method, ...options })).status).toBe(400);
});

it('makes at most 20 in a minute', async () => {
	for (let n = 0; n < 20; n++) await make();
	expect((await local.call('/api_keys', { body: NEW })).status).toBe(429);
});

it('holds a key to its limit until its period is over', async () => {
	const { apiKey, id } = await make({ consumptionLimit: { usd: 1e-9 }, limitPeriod: 'MONTH' });
	expect((await embed(apiKey)).status).toBe(200);
	const refused = await embed(apiKey);
	expect(refused.status).toBe(402);
	expect(refused.json).toMatchObject({ code: 'API_KEY_USD_SPEND_LIMIT_EXCEEDED' });
	local.service.advance(12 * 3_600_000);
	expect((await embed(apiKey)).status).toBe(200);
	const { json } = await local.call(`/api_keys/${id}`);
	const { currentPeriodUsage, usage } = (json as { data: Record<string, never> }).data;
	expect(Number(Object(usage).trailingSevenDays.usd)).toBeCloseTo(
		2 * Number(Object(currentPeriodUsage).usd),
		10,
	);
});

it('refuses a key that has expired or was deleted', async () => {
	const { apiKey } = await make({ expiresAt: '2026-01-31T13:00:00Z' });
	expect((await embed(apiKey)).status).toBe(200);
	local.service.advance(3_600_000);
	expect((await embed(apiKey)).status).toBe(401);
	const other = await make();
	await local.call('/api_keys', { method: 'DELETE', query: { id: other.id } });
	expect((await embed(other.apiKey)).status).toBe(401);
});
