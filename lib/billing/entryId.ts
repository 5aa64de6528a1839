import { createHash } from 'node:crypto';

import { isRecord } from '../core/record';
import type { UsageEntry } from './usageEntry';

export type IdentifiedEntry = UsageEntry & { id: string };

/** The millisecond a walk has come to, and how often it has met each content there. */
export interface WalkMoment {
	/** ISO 8601 UTC. */
	at: string;
	/** By digest of the content. */
	seen: Record<string, number>;
}

const ID_DIGITS = 32;

/** The fields that an entry has (docs/maintainers/service.md#usage-history): one that is added later changes no id. */
const ENTRY_FIELDS = [
	'timestamp',
	'sku',
	'amount',
	'currency',
	'units',
	'pricePerUnitUsd',
	'notes',
];
const SUBJECT_FIELDS = ['timestamp', 'sku', 'currency', 'notes'];
const DETAIL_FIELDS = ['requestId', 'promptTokens', 'completionTokens', 'inferenceExecutionTime'];

/**
 * Assigns the entries of a walk their ids (32 hexadecimal digits), made from content and position among the entries that equal them.
 * Equal entries share their timestamp and windows share none, so that counting within a moment is enough, wherever walks begin and pages end.
 * `reached` is the moment at which the walk was left.
 */
export function createIdAssigner(reached?: WalkMoment) {
	let moment = reached && { at: reached.at, seen: { ...reached.seen } };
	return {
		identify: (entry: UsageEntry): IdentifiedEntry => {
			const at = entryTimeOf(entry, moment);
			if (moment?.at !== at) moment = { at, seen: {} };
			const content = digestId(contentOf(entry));
			const position = moment.seen[content] ?? 0;
			moment.seen[content] = position + 1;
			return { ...entry, id: idOfCopy(content, position) };
		},
		moment: (): WalkMoment | undefined => moment,
	};
}

export function entryCountIn({ seen }: WalkMoment): number {
	return Object.values(seen).reduce((sum, count) => sum + count, 0);
}

export function idsOfMoment({ seen }: WalkMoment): string[] {
	return Object.entries(seen).flatMap(([content, count]) =>
		Array.from({ length: count }, (_, position) => idOfCopy(content, position)),
	);
}

/** The id of the entry with this content that so many equal ones stand before. */
function idOfCopy(content: string, position: number): string {
	return position === 0 ? content : digestId(`${content}:${position}`);
}

function entryTimeOf({ timestamp }: UsageEntry, moment: WalkMoment | undefined): string {
	const at = Date.parse(timestamp);
	return Number.isNaN(at) ? (moment?.at ?? timestamp) : new Date(at).toISOString();
}

function contentOf(entry: UsageEntry, fields = ENTRY_FIELDS): string {
	const { inferenceDetails: details } = entry;
	const knownDetails = isRecord(details)
		? DETAIL_FIELDS.map((field) => details[field] ?? null)
		: null;
	return JSON.stringify([...fields.map((field) => entry[field] ?? null), knownDetails]);
}

/** What an entry is of, whatever it costs: a correction of its amounts leaves this as it is (32 hexadecimal digits). */
export function subjectDigest(entry: UsageEntry): string {
	return digestId(contentOf(entry, SUBJECT_FIELDS));
}

/** The ID that stands for a text: 32 hexadecimal digits. */
export function digestId(text: string): string {
	return createHash('sha256').update(text).digest('hex').slice(0, ID_DIGITS);
}
