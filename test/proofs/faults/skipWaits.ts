import { clock } from '../../../lib/core/clock';

/** Lets the waits of the package pass at once; `now` is the time that the local service lives in as well. */
export function skipWaits(): { now: () => number; restore: () => void } {
	const real = { ...clock };
	let skipped = 0;
	const now = () => Date.now() + skipped;
	const sleep = async (ms: number) => {
		skipped += ms;
		await Promise.resolve();
	};
	Object.assign(clock, { now, steady: () => performance.now() + skipped, sleep });
	return { now, restore: () => void Object.assign(clock, real) };
}
