import { clock } from '../../../../lib/core/clock';
import { Limit } from '../../../../lib/wire/pacing/limit';
import { withFakeClock } from '../../core/fakeClock';

withFakeClock();

it('calls that overtook others are not taken for the last ones that were counted', () => {
	const limit = new Limit();
	const answer = (left: number) => ({ limit: 6, left, resetMs: 60_000 });
	limit.recordSent()(answer(5));
	const [, , , last] = Array.from({ length: 4 }, () => limit.recordSent());
	// It arrived before the three that were sent before it.
	last?.(answer(4));
	limit.recordSent();
	expect(limit.delayMs(4)).toBeGreaterThan(50_000);
});

describe('where the number of processes is stated', () => {
	const answer = (left: number) => ({ limit: 20, left, resetMs: 60_000 });
	/** How long the next call waits after one that was answered. */
	const gapOf = (limit: Limit, left: number) => {
		limit.recordSent()(answer(left));
		return limit.delayMs(0);
	};

	it('takes no more than its part, however much is left', async () => {
		const limit = new Limit(undefined, 10);
		for (let n = 0; n < 20; n++) {
			expect(gapOf(limit, 10)).toBeGreaterThanOrEqual(15_000);
			await clock.sleep(60_000);
		}
	});

	it('lets a call wait for longer than a window where the limit has fewer calls than there are processes', () => {
		expect(gapOf(new Limit(undefined, 80), 10)).toBeGreaterThanOrEqual(120_000);
	});

	it('takes the whole limit where its own calls explain what is left', async () => {
		const limit = new Limit(undefined, 10);
		limit.recordSent()(answer(19));
		await clock.sleep(10_000);
		limit.recordSent()({ ...answer(18), resetMs: 50_000 });
		expect(limit.delayMs(0)).toBeGreaterThan(0);
		await clock.sleep(10_000);
		limit.recordSent()({ ...answer(17), resetMs: 40_000 });
		expect(limit.delayMs(0)).toBe(0);
		// The first answer of the next window says too little to take it back.
		await clock.sleep(41_000);
		limit.recordSent()(answer(19));
		expect(limit.delayMs(0)).toBe(0);
	});
});
