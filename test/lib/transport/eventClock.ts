import { clock } from '../../../lib/transport/clock';

const REAL = { ...clock };
const START = Date.parse('2026-03-01T12:00:00.000Z');

/** A clock on which any number of waits go on beside each other, and pass at once, each at its time. */
export class EventClock {
	private now = START;
	private sleepers: Array<{ at: number; wake: () => void }> = [];

	constructor(private readonly random: () => number) {}

	// Not by spies: they keep every call, and there are hundreds of thousands.
	install(): void {
		const sleep = async (ms: number) => await this.sleep(ms);
		Object.assign(clock, { now: () => this.now, random: this.random, sleep });
	}

	/** Gives the package its real clock back. */
	static restore(): void {
		Object.assign(clock, REAL);
	}

	async sleep(ms: number): Promise<void> {
		const at = this.now + Math.max(0, ms);
		await new Promise<void>((wake) => this.sleepers.push({ at, wake }));
	}

	get elapsed(): number {
		return this.now - START;
	}

	/** Lets time pass until the work is done; throws when nothing is left that could wake it, or when it takes too long. */
	async until(work: Promise<unknown>, mostMs: number): Promise<void> {
		let done = false;
		const ended = work.finally(() => (done = true));
		for (;;) {
			await new Promise((resolve) => setImmediate(resolve));
			if (done) return void (await ended);
			if (this.elapsed > mostMs) throw new Error(`Not done after ${mostMs} ms`);
			if (this.sleepers.length === 0) throw new Error(`Stuck after ${this.elapsed} ms`);
			this.now = Math.min(...this.sleepers.map(({ at }) => at));
			const due = this.sleepers.filter(({ at }) => at <= this.now);
			this.sleepers = this.sleepers.filter(({ at }) => at > this.now);
			for (const { wake } of due) wake();
		}
	}
}

/** Chance that is the same for the same seed, from 0 to 1 (mulberry32). */
export function chance(seed: number): () => number {
	let state = seed;
	return () => {
		state = (state + 0x6d2b79f5) | 0;
		let mixed = Math.imul(state ^ (state >>> 15), state | 1);
		mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
		return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
	};
}
