import { isRecord } from '../core/record';
import { idsOfMoment, subjectOf, type IdentifiedEntry, type Moment } from './entryId';

/** The ids of emitted entries as they are kept, by the minute (Unix minutes) that the entries lie in. */
export interface KeptIds {
	/** Everything before this moment counts as emitted (Unix ms). */
	floor?: number;
	/** Of each entry 64 bits of its id and 48 of its subject in base64, one after the other. */
	minutes: Record<string, string>;
}

/** The subjects of the entries of a minute, by id. */
type Minute = Map<string, string>;

const MINUTE = 60_000;
const ID = { bytes: 8, length: 11 };
const SUBJECT = { bytes: 6, length: 8 };
const LENGTH = ID.length + SUBJECT.length;

/** Ids that are kept at most: 1.9 MB. */
export const MOST_IDS = 100_000;

/**
 * The ids that were emitted before, for a trigger that reads a part of the history again. Two of n entries of the same minute have the
 * same 64 bits with a probability below n² / 2⁶⁵: about 3 in 10 billion where a minute holds 100,000.
 */
export class EmittedIds {
	private readonly minutes = new Map<number, Minute>();
	private readonly floor: number;
	private current = 0;
	/** What this poll has met or added. */
	private readonly met = new Map<number, Set<string>>();
	/** What this poll has added, in order of time. */
	private readonly added: Array<{ entry: IdentifiedEntry; minute: number }> = [];

	constructor(kept: KeptIds = { minutes: {} }) {
		this.floor = kept.floor ?? -Infinity;
		for (const [minute, text] of Object.entries(kept.minutes)) {
			const ids: Minute = new Map();
			for (let at = 0; at < text.length; at += LENGTH) {
				const subject = text.slice(at + ID.length, at + LENGTH);
				ids.set(text.slice(at, at + ID.length), subject);
			}
			this.minutes.set(Number(minute), ids);
		}
	}

	/** Whether the entry was emitted before. Entries are asked for in order of time. */
	has(entry: IdentifiedEntry): boolean {
		const minute = this.minuteOf(entry);
		const id = shortened(entry.id, ID.bytes);
		this.metIn(minute).add(id);
		return Date.parse(entry.timestamp) < this.floor || (this.minutes.get(minute)?.has(id) ?? false);
	}

	add(entry: IdentifiedEntry): void {
		const minute = this.minuteOf(entry);
		const ids: Minute = this.minutes.get(minute) ?? new Map();
		const id = shortened(entry.id, ID.bytes);
		this.metIn(minute).add(id);
		this.added.push({ entry, minute });
		this.minutes.set(minute, ids.set(id, shortSubject(entry)));
	}

	/** Takes the entries as met that an earlier poll has met in the moment that this one goes on with. */
	meet(moment: Moment): void {
		const met = this.metIn(Math.floor(Date.parse(moment.at) / MINUTE));
		for (const id of idsOfMoment(moment)) met.add(shortened(id, ID.bytes));
	}

	/**
	 * Of what was added, the entries that stand where others stood, which are gone: their amounts were corrected. Where more of a
	 * subject came than went, the rest was recorded late. Forgets what is gone, so that an amount may come back. Nothing is known of a
	 * moment that was read in part.
	 */
	takeCorrections(partOf?: string): Set<IdentifiedEntry> {
		const gone = new Map<number, Map<string, string[]>>();
		const corrections = new Set<IdentifiedEntry>();
		for (const { entry, minute } of this.added) {
			if (partOf !== undefined && Date.parse(entry.timestamp) === Date.parse(partOf)) continue;
			const bySubject = gone.get(minute) ?? this.goneFrom(minute);
			gone.set(minute, bySubject);
			const id = bySubject.get(shortSubject(entry))?.pop();
			if (id === undefined) continue;
			corrections.add(entry);
			this.minutes.get(minute)?.delete(id);
		}
		return corrections;
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
			minutes[String(minute)] = [...ids].flat().join('');
		}
		return { minutes, ...(floor > from && { floor }) };
	}

	/** The ids of a minute that this poll has not met, by subject. */
	private goneFrom(minute: number): Map<string, string[]> {
		const met = this.metIn(minute);
		const gone = new Map<string, string[]>();
		for (const [id, subject] of this.minutes.get(minute) ?? []) {
			if (met.has(id)) continue;
			const others = gone.get(subject) ?? [];
			others.push(id);
			gone.set(subject, others);
		}
		return gone;
	}

	private metIn(minute: number): Set<string> {
		const met = this.met.get(minute) ?? new Set();
		this.met.set(minute, met);
		return met;
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

function shortSubject(entry: IdentifiedEntry): string {
	return shortened(subjectOf(entry), SUBJECT.bytes);
}

function shortened(digest: string, bytes: number): string {
	return Buffer.from(digest.slice(0, 2 * bytes), 'hex').toString('base64url');
}
