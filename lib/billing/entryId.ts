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
const SUBJECT = ['timestamp', 'sku', 'currency', 'notes'];
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
			return { ...entry, id: idAt(content, position) };
		},
		/** The moment of the newest entry. */
		moment: (): Moment | undefined => moment,
	};
}

/** How many entries a walk has met in its moment. */
export function entriesIn({ seen }: Moment): number {
	return Object.values(seen).reduce((sum, count) => sum + count, 0);
}

export function idsOfMoment({ seen }: Moment): string[] {
	return Object.entries(seen).flatMap(([content, count]) =>
		Array.from({ length: count }, (_, position) => idAt(content, position)),
	);
}

/** The id of the entry with this content that so many equal ones stand before. */
function idAt(content: string, position: number): string {
	return position === 0 ? content : digest(`${content}:${position}`);
}

function momentOf({ timestamp }: UsageEntry, moment: Moment | undefined): string {
	const at = Date.parse(timestamp);
	return Number.isNaN(at) ? (moment?.at ?? timestamp) : new Date(at).toISOString();
}

function contentOf(entry: UsageEntry, fields = FIELDS): string {
	const { inferenceDetails: details } = entry;
	const known = isRecord(details) ? DETAILS.map((field) => details[field] ?? null) : null;
	return JSON.stringify([...fields.map((field) => entry[field] ?? null), known]);
}

/** What an entry is of, whatever it costs: a correction of its amounts leaves this as it is (32 hexadecimal digits). */
export function subjectOf(entry: UsageEntry): string {
	return digest(contentOf(entry, SUBJECT));
}

/** The ID that stands for a text: 32 hexadecimal digits. */
export function digest(text: string): string {
	return createHash('sha256').update(text).digest('hex').slice(0, DIGITS);
}
