import { createHash } from 'node:crypto';

import { isRecord } from '../core/record';
import type { UsageEntry } from './entry';

export type IdentifiedEntry = UsageEntry & { id: string };

/** The millisecond a walk has come to, and how often it has met each content there. */
export interface Moment {
	/** ISO 8601 UTC. */
	at: string;
	/** By digest of the content. */
	seen: Record<string, number>;
}

const DIGITS = 32;

/** The fields that an entry has (docs/maintainers/service.md#usage-history): one that is added later changes no id. */
const FIELDS = ['timestamp', 'sku', 'amount', 'currency', 'units', 'pricePerUnitUsd', 'notes'];
const DETAILS = ['requestId', 'promptTokens', 'completionTokens', 'inferenceExecutionTime'];

/**
 * Assigns the entries of a walk their ids (32 hexadecimal digits), made from content and position among the entries that equal them.
 * Equal entries share their timestamp and windows share none, so that counting within a moment is enough, wherever walks begin and pages end.
 * `reached` is the moment at which the walk was left.
 */
export function identifier(reached?: Moment) {
	let moment = reached && { at: reached.at, seen: { ...reached.seen } };
	return {
		identify: (entry: UsageEntry): IdentifiedEntry => {
			const at = momentOf(entry, moment);
			if (moment?.at !== at) moment = { at, seen: {} };
			const content = digest(contentOf(entry));
			const position = moment.seen[content] ?? 0;
			moment.seen[content] = position + 1;
			return { ...entry, id: position === 0 ? content : digest(`${content}:${position}`) };
		},
		/** The moment of the newest entry. */
		moment: (): Moment | undefined => moment,
	};
}

/** How many entries a walk has met in its moment. */
export function entriesIn({ seen }: Moment): number {
	return Object.values(seen).reduce((sum, count) => sum + count, 0);
}

function momentOf({ timestamp }: UsageEntry, moment: Moment | undefined): string {
	const at = Date.parse(timestamp);
	return Number.isNaN(at) ? (moment?.at ?? timestamp) : new Date(at).toISOString();
}

function contentOf(entry: UsageEntry): string {
	const { inferenceDetails: details } = entry;
	const known = isRecord(details) ? DETAILS.map((field) => details[field] ?? null) : null;
	return JSON.stringify([...FIELDS.map((field) => entry[field] ?? null), known]);
}

/** The ID that stands for a text: 32 hexadecimal digits. */
export function digest(text: string): string {
	return createHash('sha256').update(text).digest('hex').slice(0, DIGITS);
}

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
