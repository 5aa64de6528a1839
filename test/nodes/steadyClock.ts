import { clock } from '../../lib/base/clock';

let [at, last] = [0, 0];

/** Lets the steady clock follow the time of day, which tests move: ahead only, as nothing that waits survives a way back. */
export function followTime(): void {
	jest.spyOn(clock, 'steady').mockImplementation(() => {
		const now = clock.now();
		at += Math.max(0, now - last);
		last = now;
		return at;
	});
}
