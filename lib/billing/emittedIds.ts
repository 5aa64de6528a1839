import { isRecord } from '../core/record';
import { idsOfMoment, subjectDigest, type IdentifiedEntry, type WalkMoment } from './entryId';

/** The ids of emitted entries as they are kept, by the minute (Unix minutes) that the entries lie in. */
export interface KeptIds {
	/** Everything before this moment counts as emitted (Unix ms). */
	floor?: number;
	/** Of each entry 64 bits of its id and 48 of its subject in base64, one after the other. */
	minutes: Record<string, string>;
}
type SubjectsById = Map<string, string>;

const MINUTE_MS = 60_000;
const ID_SIZE = { bytes: 8, length: 11 };
const SUBJECT_SIZE = { bytes: 6, length: 8 };
const PACKED_ENTRY_LENGTH = ID_SIZE.length + SUBJECT_SIZE.length;

/** Ids that are kept at most: 1.9 MB. */
export const MAX_KEPT_IDS = 100_000;

/**
 * The ids that were emitted before, for a trigger that reads a part of the history again. Two of n entries of the same minute have the
 * same 64 bits with a probability below n² / 2⁶⁵: about 3 in 10 billion where a minute holds 100,000.
 */
export class EmittedIds {
	private readonly subjectsByMinute = new Map<number, SubjectsById>();
	private readonly emittedBefore: number;
	private currentMinute = 0;
	private readonly metIdsByMinute = new Map<number, Set<string>>();
	/** What this poll has added, in order of time. */
	private readonly addedEntries: Array<{ entry: IdentifiedEntry; minute: number }> = [];

	constructor(kept: KeptIds = { minutes: {} }) {
		this.emittedBefore = kept.floor ?? -Infinity;
		for (const [minute, text] of Object.entries(kept.minutes)) {
			const ids: SubjectsById = new Map();
			for (let at = 0; at < text.length; at += PACKED_ENTRY_LENGTH) {
				const subject = text.slice(at + ID_SIZE.length, at + PACKED_ENTRY_LENGTH);
				ids.set(text.slice(at, at + ID_SIZE.length), subject);
			}
			this.subjectsByMinute.set(Number(minute), ids);
		}
	}

	/** Whether the entry was emitted before. Entries are asked for in order of time. */
	wasEmitted(entry: IdentifiedEntry): boolean {
		const minute = this.minuteOf(entry);
		const id = shortDigest(entry.id, ID_SIZE.bytes);
		this.metIdsOf(minute).add(id);
		return (
			Date.parse(entry.timestamp) < this.emittedBefore ||
			(this.subjectsByMinute.get(minute)?.has(id) ?? false)
		);
	}

	add(entry: IdentifiedEntry): void {
		const minute = this.minuteOf(entry);
		const ids: SubjectsById = this.subjectsByMinute.get(minute) ?? new Map();
		const id = shortDigest(entry.id, ID_SIZE.bytes);
		this.metIdsOf(minute).add(id);
		this.addedEntries.push({ entry, minute });
		this.subjectsByMinute.set(minute, ids.set(id, shortSubjectDigest(entry)));
	}

	/** Takes the entries as met that an earlier poll has met in the moment that this one goes on with. */
	markMomentAsMet(moment: WalkMoment): void {
		const met = this.metIdsOf(Math.floor(Date.parse(moment.at) / MINUTE_MS));
		for (const id of idsOfMoment(moment)) met.add(shortDigest(id, ID_SIZE.bytes));
	}

	/**
	 * Of what was added, the entries that stand where others stood, which are gone: their amounts were corrected. Where more of a
	 * subject came than went, the rest was recorded late. Forgets what is gone, so that an amount may come back. Nothing is known of a
	 * moment that was read in part.
	 */
	takeCorrections(partOf?: string): Set<IdentifiedEntry> {
		const gone = new Map<number, Map<string, string[]>>();
		const corrections = new Set<IdentifiedEntry>();
		for (const { entry, minute } of this.addedEntries) {
			if (partOf !== undefined && Date.parse(entry.timestamp) === Date.parse(partOf)) continue;
			const bySubject = gone.get(minute) ?? this.missingIdsOf(minute);
			gone.set(minute, bySubject);
			const id = bySubject.get(shortSubjectDigest(entry))?.pop();
			if (id === undefined) continue;
			corrections.add(entry);
			this.subjectsByMinute.get(minute)?.delete(id);
		}
		return corrections;
	}

	/**
	 * What to keep for a history that is read again from a moment on (Unix ms) and has been read up to another: no more than MOST_IDS,
	 * the newest.
	 */
	idsToKeep(from: number, upTo: number): KeptIds {
		const minutes: KeptIds['minutes'] = {};
		let { emittedBefore: floor } = this;
		let count = 0;
		for (const [minute, ids] of [...this.subjectsByMinute].sort(([one], [other]) => other - one)) {
			if ((minute + 1) * MINUTE_MS <= from) break;
			count += ids.size;
			if (count > MAX_KEPT_IDS) {
				floor = Math.max(floor, Math.min(upTo, (minute + 1) * MINUTE_MS));
				break;
			}
			minutes[String(minute)] = [...ids].flat().join('');
		}
		return { minutes, ...(floor > from && { floor }) };
	}

	private missingIdsOf(minute: number): Map<string, string[]> {
		const met = this.metIdsOf(minute);
		const gone = new Map<string, string[]>();
		for (const [id, subject] of this.subjectsByMinute.get(minute) ?? []) {
			if (met.has(id)) continue;
			const others = gone.get(subject) ?? [];
			others.push(id);
			gone.set(subject, others);
		}
		return gone;
	}

	private metIdsOf(minute: number): Set<string> {
		const met = this.metIdsByMinute.get(minute) ?? new Set();
		this.metIdsByMinute.set(minute, met);
		return met;
	}

	/** An entry without a time that can be read lies where the one before it lies. */
	private minuteOf({ timestamp }: IdentifiedEntry): number {
		const minute = Math.floor(Date.parse(timestamp) / MINUTE_MS);
		if (!Number.isNaN(minute)) this.currentMinute = minute;
		return this.currentMinute;
	}
}

export function isKeptIds(value: unknown): value is KeptIds {
	if (!isRecord(value) || !isRecord(value.minutes)) return false;
	const isText = (text: unknown) =>
		typeof text === 'string' && text.length % PACKED_ENTRY_LENGTH === 0;
	return (
		(value.floor === undefined || typeof value.floor === 'number') &&
		Object.entries(value.minutes).every(
			([minute, text]) => Number.isInteger(Number(minute)) && isText(text),
		)
	);
}

function shortSubjectDigest(entry: IdentifiedEntry): string {
	return shortDigest(subjectDigest(entry), SUBJECT_SIZE.bytes);
}

function shortDigest(digest: string, bytes: number): string {
	return Buffer.from(digest.slice(0, 2 * bytes), 'hex').toString('base64url');
}
