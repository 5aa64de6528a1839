import { stopped } from '../../proofs/faults/cancel';
import { STOPS } from '../../proofs/faults/stops';

// Left alone, each goes on for longer than a test may take; how soon it ends is measured by `npm run faults`.
describe('stopping the execution', () => {
	it.each(Object.keys(STOPS))('ends %s, and nothing more is sent', async (name) => {
		const { run, charges, after, unexpected } = await stopped(name);
		expect(run.status).toBe('canceled');
		expect(run.error?.message).toContain('The execution was canceled');
		if (STOPS[name]?.job) {
			expect(run.error?.message).toMatch(/job [0-9a-f]{8}-[0-9a-f-]{27}/);
			expect(charges).toBe(1);
		}
		expect(after).toBe(0);
		expect(unexpected).toEqual([]);
	});
});
