import { clock } from '../../lib/core/clock';

// In whole milliseconds, as the time of day is: a wait would never see the fraction of one pass.
let at = Math.ceil(performance.now());
let last: number | undefined;

/** Lets the steady clock follow the time of day, which tests move: ahead only, as nothing that waits survives a way back. */
export function followTime(time = () => clock.now()): void {
	jest.spyOn(clock, 'steady').mockImplementation(() => {
		const now = time();
		at += Math.max(0, now - (last ?? now));
		last = now;
		return at;
	});
}

/** Lets waits pass at once, on the stopped clock of a poll, which the steady clock follows. */
export function skipWaits(): void {
	followTime();
	jest.spyOn(clock, 'sleep').mockImplementation(async (ms) => {
		jest.setSystemTime(Date.now() + Math.ceil(ms));
	});
}
