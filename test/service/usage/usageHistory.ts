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
		const next = this.recorded.findIndex((other) => compare(other, item) > 0);
		this.recorded.splice(next < 0 ? this.recorded.length : next, 0, item);
	}

	clear(): void {
		this.recorded = [];
		this.serial = 0;
	}

	/** The position before the first entry at or after `start` (milliseconds). */
	startAt(start = -Infinity): Position {
		let low = 0;
		let high = this.seeded.length;
		while (low < high) {
			const middle = (low + high) >> 1;
			if (this.seeded.timeOf(middle) < start) low = middle + 1;
			else high = middle;
		}
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
		const visible = this.recorded.filter(
			(item) => item.serial < from.known && compare(item, from.recorded) > 0,
		);
		let position = from;
		let index = 0;
		for (;;) {
			const seededAt =
				position.seeded < this.seeded.length ? this.seeded.timeOf(position.seeded) : Infinity;
			const item = visible[index];
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

function compare(a: { at: number; serial: number }, b: { at: number; serial: number }): number {
	return a.at - b.at || a.serial - b.serial;
}
