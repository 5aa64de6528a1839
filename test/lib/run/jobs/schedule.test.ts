import { pollDelayMs } from '../../../../lib/run/jobs/schedule';

const calm = { failures: 0, waiting: 1, random: 0 };

describe('pollDelay', () => {
	it.each([
		['right after the queue call', { runningMs: 0 }, 2_000],
		['long without an estimate', { runningMs: 60_000 }, 15_000],
		['very long without an estimate', { runningMs: 3_600_000 }, 30_000],
		['at the start of a short job', { usualMs: 20_000, runningMs: 0 }, 10_000],
		['in the middle of it', { usualMs: 20_000, runningMs: 12_000 }, 4_000],
		['shortly before its end', { usualMs: 20_000, runningMs: 19_500 }, 2_000],
		['at its end', { usualMs: 20_000, runningMs: 20_000 }, 2_000],
		['when it is late', { usualMs: 20_000, runningMs: 60_000 }, 10_000],
		['when it is very late', { usualMs: 20_000, runningMs: 600_000 }, 30_000],
		['at the start of a long job', { usualMs: 3_600_000, runningMs: 0 }, 30_000],
		['with an estimate beyond reason', { usualMs: 1e300, runningMs: 5 }, 30_000],
	])('the pause before the next poll is right %s', (_when, input, ms) => {
		expect(pollDelayMs({ ...calm, ...input })).toBe(ms);
	});

	it.each([
		[1, 0, 2_000],
		[1, 1, 4_000],
		[2, 0, 4_000],
		[3, 0.5, 12_000],
		[5, 0, 30_000],
		[5, 1, 60_000],
		[2_000, 1, 60_000],
	])('polls grow rarer after %d failures, with chance at %d', (failures, random, ms) => {
		expect(pollDelayMs({ usualMs: 20_000, runningMs: 0, failures, waiting: 1, random })).toBe(ms);
	});

	it.each([
		[5, { runningMs: 0 }, 10_000],
		[5, { usualMs: 120_000, runningMs: 0 }, 30_000],
		[100, { usualMs: 120_000, runningMs: 0 }, 200_000],
		[100, { runningMs: 0, failures: 1 }, 200_000],
	])('polls grow rarer with %d jobs that are waited for, %j', (waiting, input, ms) => {
		expect(pollDelayMs({ ...calm, waiting, ...input })).toBe(ms);
	});

	it.each([20_000, 145_000, 600_000, 3_600_000])(
		'finds the end of a job of %d ms soon, and asks seldom',
		(duration) => {
			for (const share of [0.5, 1, 1.5]) {
				const end = duration * share;
				let [at, polls] = [0, 1];
				while (at < end) {
					at += pollDelayMs({ ...calm, usualMs: duration, runningMs: at });
					polls++;
				}
				expect(at - end).toBeLessThanOrEqual(Math.min(30_000, Math.max(2_000, duration / 4)));
				expect(polls).toBeLessThanOrEqual(12 + end / 15_000);
			}
		},
	);
});
