import { clock } from '../../lib/core/clock';

let at = performance.now();
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
