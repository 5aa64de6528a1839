import type { Currency, UsageEntry } from './entry';
import type { SeededHistory } from './seeded';

/** Where a walk stands: the next seeded entry, and the last recorded entry it has given. */
export interface Position {
	seeded: number;
	recorded: { at: number; serial: number };
	/** How many entries had been recorded when the walk began: later ones do not enter its pages. */
	known: number;
}

export interface Bounds {
	currency?: Currency;
	end?: number;
}

interface Recorded {
	at: number;
	serial: number;
	entry: UsageEntry;
}

const EMPTY: SeededHistory = {
	length: 0,
	timeOf: () => 0,
	entryAt: (index) => {
		throw new Error(`no entry ${index}`);
	},
};

/** One user's history: seeded entries, and those recorded at run time, merged in order of time. */
export class UsageHistory {
	private recorded: Recorded[] = [];
	private serial = 0;

	constructor(private readonly seeded: SeededHistory = EMPTY) {}

	/** Takes its place by timestamp, so that an entry may be recorded late. */
	record(entry: UsageEntry): void {
		const item = { at: Date.parse(entry.timestamp), serial: this.serial++, entry };
		// From the end, where nearly all of them belong.
		const before = this.recorded.findLastIndex((other) => compare(other, item) < 0);
		this.recorded.splice(before + 1, 0, item);
	}

	clear(): void {
		this.recorded = [];
		this.serial = 0;
	}

	/** The position before the first entry at or after `start` (milliseconds). */
	startAt(start = -Infinity): Position {
		const low = firstNotBefore(this.seeded.length, (index) => this.seeded.timeOf(index) < start);
		const at = Math.max(start, Number.MIN_SAFE_INTEGER);
		return { seeded: low, recorded: { at, serial: -1 }, known: this.serial };
	}

	/** Up to `size` entries from a position, and the position after them when more remain. */
	page(from: Position, size: number, bounds: Bounds): { data: UsageEntry[]; next?: Position } {
		const data: UsageEntry[] = [];
		let position = from;
		for (const step of this.walk(from, bounds)) {
			if (bounds.currency !== undefined && step.entry.currency !== bounds.currency) continue;
			if (data.length === size) return { data, next: position };
			data.push(step.entry);
			position = step.after;
		}
		return { data };
	}

	private *walk(
		from: Position,
		{ end = Infinity }: Bounds,
	): Generator<{ entry: UsageEntry; after: Position }> {
		let position = from;
		let index = firstNotBefore(
			this.recorded.length,
			(at) => compare(this.recorded[at] ?? from.recorded, from.recorded) <= 0,
		);
		for (;;) {
			const seededAt =
				position.seeded < this.seeded.length ? this.seeded.timeOf(position.seeded) : Infinity;
			let item = this.recorded[index];
			while (item && item.serial >= from.known) item = this.recorded[++index];
			if (Math.min(seededAt, item?.at ?? Infinity) >= end) return;
			if (item && item.at < seededAt) {
				position = { ...position, recorded: { at: item.at, serial: item.serial } };
				index += 1;
				yield { entry: item.entry, after: position };
			} else {
				const entry = this.seeded.entryAt(position.seeded);
				position = { ...position, seeded: position.seeded + 1 };
				yield { entry, after: position };
			}
		}
	}
}

/** The first index of a sorted list that `before` does not hold for. */
function firstNotBefore(length: number, before: (index: number) => boolean): number {
	let low = 0;
	let high = length;
	while (low < high) {
		const middle = (low + high) >> 1;
		if (before(middle)) low = middle + 1;
		else high = middle;
	}
	return low;
}

function compare(a: { at: number; serial: number }, b: { at: number; serial: number }): number {
	return a.at - b.at || a.serial - b.serial;
}
