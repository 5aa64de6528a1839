import { clock } from '../../../lib/core/clock';

const REAL = { ...clock };
const START = Date.parse('2026-03-01T12:00:00.000Z');

/** A clock on which any number of waits go on beside each other, and pass at once, each at its time. */
export class EventClock {
	private now = START;
	/** How far the clock on the wall was set, in milliseconds. */
	setMs = 0;
	private readonly sleepers = new Map<number, Array<() => void>>();
	/** The times at which someone wakes, as a binary heap. */
	private readonly times: number[] = [];

	constructor(private readonly random: () => number) {}

	// Not by spies: they keep every call, and there are hundreds of thousands.
	install(): void {
		const sleep = async (ms: number) => await this.sleep(ms);
		const now = () => this.now + this.setMs;
		Object.assign(clock, { now, steady: () => this.now - START, random: this.random, sleep });
	}

	/** Gives the package its real clock back. */
	static restore(): void {
		Object.assign(clock, REAL);
	}

	async sleep(ms: number): Promise<void> {
		const at = this.now + Math.max(0, ms);
		await new Promise<void>((wake) => {
			const beside = this.sleepers.get(at);
			if (beside !== undefined) return void beside.push(wake);
			this.sleepers.set(at, [wake]);
			push(this.times, at);
		});
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
			const next = pop(this.times);
			if (next === undefined) throw new Error(`Stuck after ${this.elapsed} ms`);
			this.now = next;
			const due = this.sleepers.get(next) ?? [];
			this.sleepers.delete(next);
			for (const wake of due) wake();
		}
	}
}

function push(heap: number[], value: number): void {
	let at = heap.length;
	for (let up = (at - 1) >> 1; at > 0 && (heap[up] ?? 0) > value; up = (at - 1) >> 1) {
		heap[at] = heap[up] ?? 0;
		at = up;
	}
	heap[at] = value;
}

/** Takes the least value. */
function pop(heap: number[]): number | undefined {
	const least = heap[0];
	const last = heap.pop();
	if (last === undefined || heap.length === 0) return least;
	let at = 0;
	for (let down = 1; down < heap.length; down = 2 * at + 1) {
		const other = heap[down + 1] ?? Number.POSITIVE_INFINITY;
		if (other < (heap[down] ?? 0)) down++;
		if ((heap[down] ?? 0) >= last) break;
		heap[at] = heap[down] ?? 0;
		at = down;
	}
	heap[at] = last;
	return least;
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
