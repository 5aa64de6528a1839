import { isRecord } from '../core/record';
import type { UsageEntry } from './usageEntry';

/** A span of the usage history; `to` is exclusive (ISO 8601 UTC). */
export interface HistorySpan {
	from: string;
	to: string;
}

/** A span whose entries were emitted, until the execution that took them has succeeded. */
export interface HandOff extends HistorySpan {
	/** The emission that it was part of last. */
	key: string;
	times: number;
	/** When it was emitted last (ISO 8601 UTC). */
	at: string;
}

/** What became of an emission; undefined when another process made it. */
export type EmissionOutcome = 'running' | 'succeeded' | 'failed' | undefined;

const MINUTE_MS = 60_000;
const MAX_RETRY_DELAY_MS = 60 * MINUTE_MS;
/** With rests of 1, 2, 4, 8, 16, 32 and then 60 minutes, about four hours. */
const MAX_EMISSIONS = 10;
const MAX_HAND_OFFS = 1_000;
const MAX_SPANS = 50;

export interface ReviewedHandOffs {
	waiting: HandOff[];
	due: HandOff[];
	givenUp: HandOff[];
	/** Those among `due` and `givenUp` whose execution did not report its end. */
	silent: HandOff[];
}

/** No execution that stores entries runs so long: in queue mode, n8n does not report the end of every execution (docs/maintainers/exactly-once.md). */
export const MAX_EXECUTION_MS = 360 * MINUTE_MS;

/**
 * Sorts out what has not succeeded: `due` must be emitted again, `waiting` is in an execution that runs, or rests after a failure, and
 * `givenUp` was tried too often.
 * A hand-off of another process is due at once, since that process has ended or knows nothing of this one.
 */
export function reviewHandOffs(
	handOffs: readonly HandOff[],
	outcomeOf: (key: string) => EmissionOutcome,
	now: number,
	/** An execution that runs for longer has ended without a report. */
	longestRunMs = MAX_EXECUTION_MS,
): ReviewedHandOffs {
	const silent: HandOff[] = [];
	const waiting: HandOff[] = [];
	const due: HandOff[] = [];
	const givenUp: HandOff[] = [];
	for (const handOff of handOffs) {
		const outcome = outcomeOf(handOff.key);
		const rests =
			outcome === 'failed' && now < Date.parse(handOff.at) + replayDelayMs(handOff.times);
		const isSilent = outcome === 'running' && now >= Date.parse(handOff.at) + longestRunMs;
		if (outcome === 'succeeded') continue;
		if (isSilent) silent.push(handOff);
		if (outcome === 'running' && !isSilent) waiting.push(handOff);
		else if (handOff.times >= MAX_EMISSIONS) givenUp.push(handOff);
		else (rests ? waiting : due).push(handOff);
	}
	return { waiting, due, givenUp, silent };
}

function replayDelayMs(times: number): number {
	return Math.min(MAX_RETRY_DELAY_MS, MINUTE_MS * 2 ** (times - 1));
}

/** The spans that entries (in order of time) lie in: one, and one more for each gap of over a minute, since late entries lie far back. */
export function spansOf(entries: readonly UsageEntry[]): HistorySpan[] {
	const spans: Array<{ from: number; last: number }> = [];
	for (const { timestamp } of entries) {
		const at = Date.parse(timestamp);
		const span = spans.at(-1);
		if (Number.isNaN(at)) continue;
		if (span === undefined || at > span.last + MINUTE_MS) spans.push({ from: at, last: at });
		else span.last = at;
	}
	const [first, last] = [spans[0], spans.at(-1)];
	const mergedSpans =
		first && last && spans.length > MAX_SPANS ? [{ ...last, from: first.from }] : spans;
	return mergedSpans.map((span) => spanBetween(span.from, span.last));
}

/** The span from one moment to another (Unix ms), both included. */
export function spanBetween(from: number, last: number): HistorySpan {
	return { from: new Date(from).toISOString(), to: new Date(last + 1).toISOString() };
}

/** The hand-offs to keep: the newest, so that the state stays small. */
export function newestHandOffs(handOffs: readonly HandOff[]): HandOff[] {
	return handOffs.slice(-MAX_HAND_OFFS);
}

export function readHandOffs(kept: unknown): HandOff[] {
	return Array.isArray(kept) ? kept.filter(isHandOff) : [];
}

function isHandOff(value: unknown): value is HandOff {
	if (!isRecord(value)) return false;
	const { from, to, at, key, times } = value;
	const isTime = (text: unknown) => typeof text === 'string' && !Number.isNaN(Date.parse(text));
	return [from, to, at].every(isTime) && typeof key === 'string' && Number.isInteger(times);
}
