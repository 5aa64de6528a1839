import { call, chat } from './client';
import { type LocalService, startService } from './service';

let service: LocalService;

beforeAll(async () => {
	service = await startService();
});
afterAll(() => service.close());
beforeEach(() => service.reset());

const PAID = [
	['/chat/completions', chat()],
	['/audio/speech', { input: 'Hello' }],
] as const;

describe.each(PAID)('POST %s', (path, body) => {
	it('says how to pay to a caller without credentials', async () => {
		const reply = await call(service, path, { body, key: null });
		expect(reply.status).toBe(402);
		expect(reply.json).toMatchObject({
			x402Version: 2,
			resource: { url: `${service.url}${path}` },
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
		const reply = await call(service, path, { body, key: service.keys[name] });
		expect(reply.status).toBe(status);
		expect(reply.json).toEqual({ error: expect.any(String), code });
		expect(service.ledger).toEqual([]);
	});

	it('refuses a wrong key before it looks at the body', async () => {
		const reply = await call(service, path, { body: {}, key: 'wrong' });
		expect(reply.status).toBe(401);
		expect(reply.json).toEqual({ error: expect.any(String), code: 'AUTHENTICATION_FAILED' });
	});

	it('takes an inference key', async () => {
		const reply = await call(service, path, { body, key: service.keys.inference });
		expect(reply.status).toBe(200);
	});
});

describe('account reads', () => {
	it('keeps the billing history from an inference key', async () => {
		const reply = await call(service, '/billing/usage-history', { key: service.keys.inference });
		expect(reply.status).toBe(403);
		expect(reply.json).toMatchObject({ code: 'UNAUTHORIZED' });
	});

	it.each(['/billing/usage-history', '/api_keys/rate_limits'])('%s wants a key', async (path) => {
		expect((await call(service, path, { key: null })).status).toBe(401);
		expect((await call(service, path, { key: 'wrong' })).status).toBe(401);
		expect((await call(service, path, { key: service.keys.inactive })).status).toBe(401);
	});

	it('shows limits and balances to any active key', async () => {
		const reply = await call(service, '/api_keys/rate_limits', { key: service.keys.inference });
		expect(reply.json).toMatchObject({
			data: {
				accessPermitted: true,
				balances: { USD: 100, DIEM: 0 },
				keyExpiration: null,
				nextEpochBegins: expect.stringMatching(/T00:00:00\.000Z$/),
				rateLimits: expect.arrayContaining([
					{ apiModelId: 'tts-basic', rateLimits: [{ amount: 60, type: 'RPM' }] },
				]),
			},
		});
	});
});

describe('models', () => {
	it.each([null, 'wrong'])('are public, with the key %s', async (key) => {
		expect((await call(service, '/models', { key })).status).toBe(200);
	});

	it('lists text models by default, others by type', async () => {
		expect((await call(service, '/models')).json).toMatchObject({ object: 'list', type: 'text' });
		const { json } = await call(service, '/models', { query: { type: 'tts' } });
		expect(json).toMatchObject({ type: 'tts', data: [{ id: 'tts-basic' }, {}, {}, {}] });
		const code = await call(service, '/models', { query: { type: 'code' } });
		expect(code.json).toMatchObject({ type: 'code', data: [{ id: 'text-code' }] });
	});

	it.each(['asr', 'embedding', 'image', 'inpaint', 'music', 'upscale', 'video'])(
		'has a record of type %s',
		async (type) => {
			const { json } = await call(service, '/models', { query: { type } });
			expect(json).toMatchObject({ data: expect.arrayContaining([{ ...anyModel(), type }]) });
		},
	);

	it('refuses a type that does not exist', async () => {
		const reply = await call(service, '/models', { query: { type: 'audio' } });
		expect(reply.status).toBe(400);
	});

	it('describes one model, also when its id holds a slash', async () => {
		const reply = await call(service, '/models/lab%2Ftext-thinker');
		expect(reply.json).toMatchObject({ id: 'lab/text-thinker', type: 'text' });
		const unknown = await call(service, '/models/nothing');
		expect(unknown.status).toBe(404);
		expect(unknown.json).toMatchObject({ code: 'MODEL_NOT_FOUND' });
		expect(service.unexpected).toEqual([]);
	});
});

function anyModel() {
	return {
		id: expect.any(String),
		object: 'model',
		owned_by: 'service.example',
		created: expect.any(Number),
		model_spec: expect.objectContaining({ privacy: 'private' }),
	};
}
