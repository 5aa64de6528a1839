import { STOPS, stopped } from '../../load/cancel';

describe('stopping the execution', () => {
	it.each(Object.keys(STOPS))('ends %s, and nothing more is sent', async (name) => {
		const { run, ms, after, unexpected } = await stopped(name);
		expect(run.status).toBe('canceled');
		expect(after).toBe(0);
		expect(unexpected).toEqual([]);
		// Left alone, each of them goes on for more than a minute; how soon it ends is measured by `npm run faults`.
		expect(ms).toBeLessThan(20_000);
	});
});
