import { clock } from '../../../lib/core/clock';

export interface FakeClock {
	/** Milliseconds since the start of the test. */
	elapsed(): number;
	/** Runs once the clock has reached this time, in the middle of a wait. */
	at(ms: number, act: () => void): void;
}

/** Makes waits pass at once and chance give `random`, for the tests of the file. */
export function withFakeClock(random = 0): FakeClock {
	const start = Date.parse('2026-03-01T12:00:00.000Z');
	let now = start;
	let plans: Array<{ at: number; act: () => void }> = [];
	beforeEach(() => {
		now = start;
		plans = [];
		jest.spyOn(clock, 'now').mockImplementation(() => now);
		jest.spyOn(clock, 'steady').mockImplementation(() => now - start);
		jest.spyOn(clock, 'random').mockImplementation(() => random);
		jest.spyOn(clock, 'sleep').mockImplementation(async (ms) => {
			now += ms;
			const due = plans.filter(({ at }) => start + at <= now);
			plans = plans.filter((plan) => !due.includes(plan));
			for (const { act } of due) act();
		});
	});
	afterEach(() => jest.restoreAllMocks());
	return {
		elapsed: () => now - start,
		at: (ms, act) => void plans.push({ at: ms, act }),
	};
}
