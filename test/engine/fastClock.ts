import { setTimeout as pause } from 'node:timers/promises';
import { clock } from '../../lib/core/clock';

export interface FastClock {
	/** Unix milliseconds of the accelerated time; give it to the local service as its option `now`. */
	now(): number;
	/** Lets the package live in accelerated time too: its waits end `speed` times sooner. */
	install(): void;
	/** Gives the package its real clock back. */
	restore(): void;
}

/**
 * A clock that starts at the real time and runs `speed` times faster, for waits of minutes over real HTTP.
 * What the network and the processor take counts `speed` times as well. A timer cannot be shorter than 1 ms.
 */
export function fastClock(speed: number): FastClock {
	const real = { ...clock };
	const begin = Date.now();
	const started = performance.now();
	const steady = () => (performance.now() - started) * speed;
	const now = () => begin + steady();
	const sleep = async (ms: number) => {
		await pause(Math.max(1, ms / speed));
	};
	return {
		now,
		install: () => void Object.assign(clock, { now, steady, sleep }),
		restore: () => void Object.assign(clock, real),
	};
}
