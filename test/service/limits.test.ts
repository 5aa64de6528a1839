import { call, chat } from './client';
import { type LocalService, startService } from './service';

let service: LocalService;
let now = Date.parse('2026-08-01T12:00:00.000Z');

beforeAll(async () => {
	service = await startService({
		limits: { S: 2, audio: 3, tokens: { M: 10 } },
		now: () => now,
	});
});
afterAll(() => service.close());
beforeEach(() => service.reset());

const speak = (key?: string) => call(service, '/audio/speech', { body: { input: 'Hi' }, key });
const say = (more: Record<string, unknown> = {}) =>
	call(service, '/chat/completions', { body: chat('Hello', more) });
const fail = () => call(service, '/audio/speech', { body: {} });

describe('rate limits', () => {
	it('stop a class of one user until the time that the headers name', async () => {
		const answers = [await speak(), await speak(), await speak()];
		expect(answers.map(({ headers }) => headers['x-ratelimit-remaining-requests'])).toEqual([
			'2',
			'1',
			'0',
		]);
		const refused = await speak(service.keys.inference);
		expect(refused.status).toBe(429);
		expect(refused.json).toMatchObject({ code: 'RATE_LIMIT_EXCEEDED' });
		expect(refused.headers).toMatchObject({
			'x-ratelimit-type': 'user',
			'x-ratelimit-remaining-requests': '0',
			'x-ratelimit-reset-requests': String(now / 1000 + 60),
			'x-ratelimit-reset-tokens': '60',
		});
		expect(service.ledger).toHaveLength(3);
		expect((await say()).status).toBe(200);
		now += 59_999;
		expect((await speak()).status).toBe(429);
		now += 1;
		expect((await speak()).status).toBe(200);
	});

	it('count each text tier separately', async () => {
		await say();
		await say();
		expect((await say()).status).toBe(429);
		expect((await say({ model: 'text-mini' })).status).toBe(200);
	});

	it('count tokens too', async () => {
		const first = await say({ model: 'text-vision' });
		expect(first.headers['x-ratelimit-remaining-tokens']).toBe('10');
		const second = await say({ model: 'text-vision' });
		expect(second.status).toBe(429);
		expect(second.headers['x-ratelimit-remaining-tokens']).toBe('0');
	});
});

describe('the block after too many failures', () => {
	it('begins with the 21st inside 30 seconds and lasts 30 seconds', async () => {
		for (let count = 0; count < 21; count++) expect((await fail()).status).toBe(400);
		const blocked = await speak();
		expect(blocked.status).toBe(429);
		expect(blocked.json).toEqual({ error: expect.stringContaining('wait 30 seconds') });
		expect(blocked.headers['retry-after']).toBe('30');
		expect(blocked.headers).not.toHaveProperty('x-ratelimit-reset-requests');
		expect((await call(service, '/models')).status).toBe(429);
		expect((await call(service, '/models', { key: null })).status).toBe(200);
		now += 30_000;
		expect((await speak()).status).toBe(200);
	});

	it('does not begin when failures are further apart', async () => {
		for (let count = 0; count < 20; count++) await fail();
		now += 30_000;
		await fail();
		expect((await speak()).status).toBe(200);
	});

	it('counts queued failures', async () => {
		service.fault({ status: 500, times: 21 });
		for (let count = 0; count < 21; count++) expect((await speak()).status).toBe(500);
		expect((await speak()).status).toBe(429);
	});
});
