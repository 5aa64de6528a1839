import { call } from './client';
import { startService } from './service';
import { localService } from './underTest';

const local = localService();

const speak = (more: Record<string, unknown> = {}) =>
	local.call('/audio/speech', { body: { input: 'Hi', ...more } });

describe('a queued fault', () => {
	it('answers in place of the service, as often as configured, in order', async () => {
		local.service.fault({ path: '/models', status: 503 });
		local.service.fault({ method: 'post', status: 500, body: { error: 'Upstream' }, times: 2 });
		local.service.fault({ path: /^\/audio/, status: 429, headers: { 'retry-after': '2' } });
		const answers = [await speak(), await speak(), await speak(), await speak()];
		expect(answers.map(({ status }) => status)).toEqual([500, 500, 429, 200]);
		expect(answers[0]?.json).toEqual({ error: 'Upstream' });
		expect(answers[2]?.headers).toMatchObject({
			'retry-after': '2',
			'cf-ray': expect.any(String),
		});
		expect((await local.call('/models')).status).toBe(503);
		expect(local.service.ledger).toHaveLength(1);
	});
});

describe('the journal', () => {
	it('notes what was asked and how it was answered', async () => {
		await local.call('/models', { query: { type: 'tts' }, headers: { 'X-Trace': 'a' } });
		await speak({ voice: 'nobody' });
		expect(local.service.requests()).toMatchObject([
			{ method: 'GET', path: '/models', query: { type: 'tts' }, headers: { 'x-trace': 'a' } },
			{ method: 'POST', path: '/audio/speech', body: { voice: 'nobody' }, status: 400, files: [] },
		]);
		expect(local.service.requests('/models')).toHaveLength(1);
	});

	it('notes routes that do not exist', async () => {
		expect((await local.call('/audio/sing', { body: {} })).status).toBe(404);
		expect((await local.call('/models', { body: {} })).status).toBe(404);
		expect(local.service.unexpected).toEqual([
			expect.stringContaining('POST /audio/sing'),
			expect.stringContaining('POST /models'),
		]);
	});

	it('counts the requests that were open together', async () => {
		local.service.fault({ delayMs: 300, times: 3 });
		await Promise.all([speak(), speak(), speak()]);
		expect(local.service.maxInFlight).toBe(3);
		local.service.reset();
		expect([local.service.journal.length, local.service.maxInFlight]).toEqual([0, 0]);
	});

	it('is cleared by a reset, with money and history', async () => {
		await speak();
		local.service.fault({ status: 500 });
		local.service.reset();
		const { headers } = await speak();
		expect(headers['x-service-balance-usd']).toBe('100.000000');
		const history = await local.call('/billing/usage-history');
		expect(history.json).toMatchObject({ data: [{}] });
	});
});

it('stops although a request is still open', async () => {
	const other = await startService();
	other.fault({ delayMs: 60_000 });
	const open = call(other, '/models');
	const arrival = new Promise<void>((resolve) => {
		const look = () => (other.journal.length ? resolve() : setImmediate(look));
		look();
	});
	await arrival;
	const ended = expect(open).rejects.toThrow();
	await other.close();
	await ended;
});
