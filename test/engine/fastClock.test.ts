import { clock, wait } from '../../lib/core/clock';
import { call } from '../service/client';
import { startService } from '../service/service';
import { fastClock } from './fastClock';

const fast = fastClock(100);
beforeAll(() => fast.install());
afterAll(() => fast.restore());

describe('the accelerated clock', () => {
	it('lets a wait of the package end sooner, and still end whole', async () => {
		const begin = clock.now();
		await wait(20_000);
		expect(clock.now() - begin).toBeGreaterThanOrEqual(20_000);
	});

	it('ends a wait when it is aborted', async () => {
		const stop = new AbortController();
		setTimeout(() => stop.abort(), 20);
		// Left alone, it would take a real hour, and no test may.
		await wait(360_000_000, stop.signal);
		expect(stop.signal.aborted).toBe(true);
	});

	it('is shared with the local service, whose limits then end in the same time', async () => {
		const service = await startService({ limits: { audio: 1 }, now: fast.now });
		const speak = async () => await call(service, '/audio/speech', { body: { input: 'Hi' } });
		expect((await speak()).status).toBe(200);
		const refused = await speak();
		expect(refused.status).toBe(429);
		const reset = Number(refused.headers['x-ratelimit-reset-requests']) * 1000;
		expect(reset - clock.now()).toBeLessThanOrEqual(61_000);
		await wait(reset - clock.now());
		expect((await speak()).status).toBe(200);
		await service.close();
	});

	it('restores the real clock', () => {
		fast.restore();
		expect(Math.abs(clock.now() - Date.now())).toBeLessThan(1_000);
		fast.install();
	});
});
