import { chat } from './client';
import { localService } from './underTest';

let now = Date.parse('2026-08-01T12:00:00.000Z');
const local = localService({
	limits: { S: 2, audio: 3, tokens: { M: 10 } },
	now: () => now,
});

const speak = (key?: string) => local.call('/audio/speech', { body: { input: 'Hi' }, key });
const say = (more: Record<string, unknown> = {}) =>
	local.call('/chat/completions', { body: chat('Hello', more) });
const fail = () => local.call('/audio/speech', { body: {} });

describe('rate limits', () => {
	it('stop a class of one user until the time that the headers name', async () => {
		const answers = [await speak(), await speak(), await speak()];
		expect(answers.map(({ headers }) => headers['x-ratelimit-remaining-requests'])).toEqual([
			'2',
			'1',
			'0',
		]);
		const refused = await speak(local.service.keys.inference);
		expect(refused.status).toBe(429);
		expect(refused.json).toMatchObject({ code: 'RATE_LIMIT_EXCEEDED' });
		expect(refused.headers).toMatchObject({
			'x-ratelimit-type': 'user',
			'x-ratelimit-remaining-requests': '0',
			'x-ratelimit-reset-requests': String(now / 1000 + 60),
			'x-ratelimit-reset-tokens': '60',
		});
		expect(local.service.ledger).toHaveLength(3);
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
		expect((await local.call('/models')).status).toBe(429);
		expect((await local.call('/models', { key: null })).status).toBe(200);
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
		local.service.fault({ status: 500, times: 21 });
		for (let count = 0; count < 21; count++) expect((await speak()).status).toBe(500);
		expect((await speak()).status).toBe(429);
	});
});
