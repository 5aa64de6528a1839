import { isRecord } from '../base/record';
import type { IdentifiedEntry } from './entryId';

/** The ids of emitted entries as they are kept, by the minute (Unix minutes) that the entries lie in. */
export interface KeptIds {
	/** Everything before this moment counts as emitted (Unix ms). */
	floor?: number;
	/** Of each id 64 bits in base64, one after the other. */
	minutes: Record<string, string>;
}

const MINUTE = 60_000;
const BYTES = 8;
const LENGTH = 11;

/** Ids that are kept at most: 1.1 MB. */
export const MOST_IDS = 100_000;

/**
 * The ids that were emitted before, for a trigger that reads a part of the history again. Two of n entries of the same minute have the
 * same 64 bits with a probability below n² / 2⁶⁵: about 3 in 10 billion where a minute holds 100,000.
 */
export class EmittedIds {
	private readonly minutes = new Map<number, Set<string>>();
	private readonly floor: number;
	private current = 0;

	constructor(kept: KeptIds = { minutes: {} }) {
		this.floor = kept.floor ?? -Infinity;
		for (const [minute, text] of Object.entries(kept.minutes)) {
			const ids = new Set<string>();
			for (let at = 0; at < text.length; at += LENGTH) ids.add(text.slice(at, at + LENGTH));
			this.minutes.set(Number(minute), ids);
		}
	}

	/** Whether the entry was emitted before. Entries are asked for in order of time. */
	has(entry: IdentifiedEntry): boolean {
		const minute = this.minuteOf(entry);
		return (
			Date.parse(entry.timestamp) < this.floor ||
			(this.minutes.get(minute)?.has(shortened(entry.id)) ?? false)
		);
	}

	add(entry: IdentifiedEntry): void {
		const minute = this.minuteOf(entry);
		const ids = this.minutes.get(minute) ?? new Set();
		this.minutes.set(minute, ids.add(shortened(entry.id)));
	}

	/**
	 * What to keep for a history that is read again from a moment on (Unix ms) and has been read up to another: no more than MOST_IDS,
	 * the newest.
	 */
	kept(from: number, upTo: number): KeptIds {
		const minutes: KeptIds['minutes'] = {};
		let { floor } = this;
		let count = 0;
		for (const [minute, ids] of [...this.minutes].sort(([one], [other]) => other - one)) {
			if ((minute + 1) * MINUTE <= from) break;
			count += ids.size;
			if (count > MOST_IDS) {
				floor = Math.max(floor, Math.min(upTo, (minute + 1) * MINUTE));
				break;
			}
			minutes[String(minute)] = [...ids].join('');
		}
		return { minutes, ...(floor > from && { floor }) };
	}

	/** An entry without a time that can be read lies where the one before it lies. */
	private minuteOf({ timestamp }: IdentifiedEntry): number {
		const minute = Math.floor(Date.parse(timestamp) / MINUTE);
		if (!Number.isNaN(minute)) this.current = minute;
		return this.current;
	}
}

/** Whether a value from the kept state is a set of ids. */
export function isKeptIds(value: unknown): value is KeptIds {
	if (!isRecord(value) || !isRecord(value.minutes)) return false;
	const isText = (text: unknown) => typeof text === 'string' && text.length % LENGTH === 0;
	return (
		(value.floor === undefined || typeof value.floor === 'number') &&
		Object.entries(value.minutes).every(
			([minute, text]) => Number.isInteger(Number(minute)) && isText(text),
		)
	);
}

function shortened(id: string): string {
	return Buffer.from(id.slice(0, 2 * BYTES), 'hex').toString('base64url');
}
