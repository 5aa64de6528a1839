import { stopped, type Stopped } from '../../proofs/faults/cancel';
import { STOPS } from '../../proofs/faults/stops';

// Left alone, each goes on for longer than a test may take; how soon it ends is measured by `npm run proof -- faults`.
describe('stopping the execution', () => {
	const ended = new Map<string, Stopped>();

	// All at once: each has a service of its own, and watches for a while after the stop.
	beforeAll(async () => {
		const names = Object.keys(STOPS);
		await Promise.all(names.map(async (name) => ended.set(name, await stopped(name))));
	});

	it.each(Object.keys(STOPS))('ends %s, and nothing more is sent', (name) => {
		const { run, charges, after, unexpected } = ended.get(name) ?? {};
		expect(run?.status).toBe('canceled');
		expect(run?.error?.message).toContain('The execution was canceled');
		if (STOPS[name]?.job) {
			expect(run?.error?.message).toMatch(/job [0-9a-f]{8}-[0-9a-f-]{27}/);
			expect(charges).toBe(1);
		}
		expect(after).toBe(0);
		expect(unexpected).toEqual([]);
	});
});
