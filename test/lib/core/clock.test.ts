import { clock, wait } from '../../../lib/core/clock';
import { withFakeClock } from './fakeClock';

const fake = withFakeClock();

describe('wait', () => {
	it.each([0, 1, 249, 250, 251, 1_000, 30_000])('lasts %i ms', async (ms) => {
		await wait(ms);
		expect(fake.elapsed()).toBe(ms);
	});

	it('does not sleep for no or negative time', async () => {
		await wait(-5);
		expect(clock.sleep).not.toHaveBeenCalled();
	});

	it('ends within a quarter of a second of a cancellation', async () => {
		const controller = new AbortController();
		fake.at(5_100, () => controller.abort());
		await wait(60_000, controller.signal);
		expect(fake.elapsed()).toBeGreaterThanOrEqual(5_100);
		expect(fake.elapsed()).toBeLessThanOrEqual(5_350);
	});

	it('does not begin when already cancelled', async () => {
		await wait(60_000, AbortSignal.abort());
		expect(fake.elapsed()).toBe(0);
	});
});
