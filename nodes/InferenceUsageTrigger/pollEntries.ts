import { randomBytes } from 'node:crypto';
import type { IDataObject } from 'n8n-workflow';

import { clock } from '../../lib/core/clock';
import { EmittedIds } from '../../lib/billing/emittedIds';
import type { IdentifiedEntry } from '../../lib/billing/entryId';
import {
	newestHandOffs,
	reviewHandOffs,
	spansOf,
	type HandOff,
	type HistorySpan,
	spanBetween,
	type ReviewedHandOffs,
} from '../../lib/billing/handOffs';
import { summarizeUsage } from '../../lib/billing/summary';
import type { TriggerState } from '../../lib/billing/triggerState';
import { beginWalk, positionAfter, type WindowWalk } from '../../lib/billing/window';
import { outcomeOf } from './handOver';
import type { PollSettings } from './pollSettings';
import { MIN_SERVICE_PAGE_SIZE, type UsageReader } from './usageReader';

/** The entries of the window up to `until` (Unix ms), each of them or summed up, as many as there is room for. */
export async function pollEntries(
	reader: UsageReader,
	keptState: TriggerState,
	until: number,
	settings: PollSettings,
): Promise<PollResult> {
	if (!settings.replay) {
		const { state, ...found } = await pollWindow(reader, keptState, until, settings);
		return { items: toOutputItems(found, settings), state };
	}
	const key = randomBytes(8).toString('hex');
	const reviewedHandOffs = reviewHandOffs(
		keptState.handOffs ?? [],
		outcomeOf,
		clock.now(),
		settings.longestRunMs,
	);
	// New entries are read first and leave half of the room to those that come again: neither keeps the other from coming.
	const { maxEntries } = settings;
	const half = Math.floor(maxEntries / 2);
	const sharedSettings =
		reviewedHandOffs.due.length === 0
			? settings
			: {
					...settings,
					maxEntries: maxEntries - half,
					pageSize: Math.max(MIN_SERVICE_PAGE_SIZE, Math.min(settings.pageSize, half)),
				};
	reader.pageSize = sharedSettings.pageSize;
	const { state, ...found } = await pollWindow(reader, keptState, until, sharedSettings);
	const { entries } = found;
	const room = Math.max(MIN_SERVICE_PAGE_SIZE, maxEntries - entries.length);
	const replayResult = await replayHandOffs(reader, reviewedHandOffs, key, {
		...sharedSettings,
		room,
	});
	const at = new Date(clock.now()).toISOString();
	const fresh = spansOf(entries).map((span): HandOff => ({ ...span, key, times: 1, at }));
	const handOffs = newestHandOffs([...replayResult.handOffs, ...fresh]);
	return {
		items: [
			...replayResult.entries.map((entry): IDataObject => ({ ...entry, replayed: true })),
			...toOutputItems(found, settings),
		],
		state: { ...state, handOffs },
		key,
		givenUp: reviewedHandOffs.givenUp,
		silent: reviewedHandOffs.silent,
	};
}

/** Entries to give, in order of time, and which of them were given before with other amounts. */
interface FoundEntries {
	entries: IdentifiedEntry[];
	corrections?: ReadonlySet<IdentifiedEntry>;
}

async function pollWindow(
	reader: UsageReader,
	{ since, open, emitted }: TriggerState,
	until: number,
	settings: PollSettings,
): Promise<FoundEntries & { state: TriggerState }> {
	const { currency, wanted, pageSize, maxEntries, lookBackMs } = settings;
	const begun = beginWalk({ since, open }, until, currency);
	const entries: IdentifiedEntry[] = [];
	if (begun === undefined) return { entries, state: { since, ...(emitted && { emitted }) } };
	// A window that was begun without ids ends without them.
	const ids = emitted || (lookBackMs > 0 && !open) ? new EmittedIds(emitted) : undefined;
	if (begun.window.moment) ids?.markMomentAsMet(begun.window.moment);
	const walk = await reader.walk(begun, (fresh) => {
		for (const entry of fresh) {
			const isKnown = ids?.wasEmitted(entry);
			if (isKnown || !wanted(entry)) continue;
			entries.push(entry);
			ids?.add(entry);
		}
		return entries.length + pageSize <= maxEntries;
	});
	if (ids === undefined) return { entries, state: { ...positionAfter(walk) } };
	const found = splitCorrections(entries, ids, { begun, walk }, settings);
	return { ...found, state: stateAfter(walk, since, ids, lookBackMs) };
}

/** What is known of corrections, and the entries without them where they are not asked for. */
function splitCorrections(
	entries: IdentifiedEntry[],
	ids: EmittedIds,
	{ begun, walk }: { begun: WindowWalk; walk: WindowWalk },
	{ emitsCorrected }: PollSettings,
): FoundEntries {
	// A window that starts over passes over the entries that it had met in its moment.
	const isPart = begun.window.moment === undefined;
	const corrections = ids.takeCorrections(isPart ? begun.window.from : undefined);
	// In the moment in which the walk was left, a late entry can look like a correction: none is left out there.
	const leftAt = Date.parse((!walk.finished && walk.window.moment?.at) || '');
	const isKept = (entry: IdentifiedEntry) =>
		emitsCorrected || !corrections.has(entry) || Date.parse(entry.timestamp) === leftAt;
	const entriesToEmit = entries.filter(isKept);
	return {
		entries: entriesToEmit,
		corrections: new Set(entriesToEmit.filter((entry) => corrections.has(entry))),
	};
}

/** The position after the walk, with the ids that the next one needs. */
function stateAfter(
	walk: WindowWalk,
	since: string,
	ids: EmittedIds,
	lookBackMs: number,
): TriggerState {
	const position = positionAfter(walk);
	if (!walk.finished) {
		const reached = Date.parse(walk.window.moment?.at ?? walk.window.from ?? since);
		return { ...position, emitted: ids.idsToKeep(Date.parse(since), reached) };
	}
	// The next window starts as far back as the setting asks for, but never before the oldest known ids.
	const end = Date.parse(walk.window.until);
	const from = Math.max(Date.parse(since), end - lookBackMs);
	const idsToKeep = ids.idsToKeep(from, end);
	const next = new Date(Math.max(from, idsToKeep.floor ?? from)).toISOString();
	return { since: next, ...(lookBackMs > 0 && { emitted: idsToKeep }) };
}

export function toOutputItems(
	{ entries, corrections = new Set() }: FoundEntries,
	{ emit }: Pick<PollSettings, 'emit'>,
): IDataObject[] {
	if (emit === 'summary' && entries.length === 0) return [];
	if (emit === 'summary') return [{ ...summarizeUsage(entries, corrections) } as IDataObject];
	return entries.map((entry): IDataObject => ({
		...entry,
		...(corrections.has(entry) && { corrected: true }),
	}));
}

/** What a poll came to: the items to give, and the state to keep with them. */
export interface PollResult {
	items: IDataObject[];
	state: TriggerState;
	/** Under which the state holds the items until their execution has succeeded; undefined when it does not. */
	key?: string;
	/** What could not be emitted again. */
	givenUp?: HistorySpan[];
	/** What was in executions that did not report their end. */
	silent?: HistorySpan[];
}

interface ReplayResult {
	entries: IdentifiedEntry[];
	/** What is not known to have succeeded, with what is replayed under the new key. */
	handOffs: HandOff[];
}

/**
 * Reads the entries again whose execution was lost, crashed or failed, as many as there is `room` and time for. A span that cannot be
 * read to its end counts as tried, and rests like one whose execution failed.
 */
async function replayHandOffs(
	reader: UsageReader,
	{ waiting, due }: Pick<ReviewedHandOffs, 'waiting' | 'due'>,
	key: string,
	settings: PollSettings & { room: number },
): Promise<ReplayResult> {
	const result: ReplayResult = { entries: [], handOffs: [...waiting] };
	const at = new Date(clock.now()).toISOString();
	for (const handOff of due) {
		if (reader.mustStop || result.entries.length >= settings.room) {
			result.handOffs.push(handOff);
			continue;
		}
		const { found, reached, rest } = await rereadSpan(reader, handOff, result.entries, settings);
		result.entries.push(...found);
		const times = handOff.times + 1;
		if (found.length > 0) {
			const span = spanBetween(Date.parse(handOff.from), reached);
			result.handOffs.push({ ...span, key, times, at });
		}
		if (rest === undefined) continue;
		const isTried = reader.failure !== undefined || rest.from === handOff.from;
		result.handOffs.push(isTried ? { ...rest, times, at } : rest);
	}
	return result;
}

/** The entries of a span up to the last moment that was `reached` as a whole, and what is left of it. */
async function rereadSpan(
	reader: UsageReader,
	handOff: HandOff,
	alreadyRead: readonly IdentifiedEntry[],
	{ currency, wanted, pageSize, room }: PollSettings & { room: number },
) {
	const start = Date.parse(handOff.from);
	const end = Date.parse(handOff.to);
	const read: IdentifiedEntry[] = [];
	let last = start;
	const begun = beginWalk({ since: handOff.from }, end, currency);
	if (begun === undefined) return { found: [], reached: start };
	const walk = await reader.walk(begun, (fresh) => {
		for (const entry of fresh) {
			read.push(entry);
			last = Math.max(last, Date.parse(entry.timestamp) || last);
		}
		// What is left is read from the moment that was reached: a first moment is read to its end.
		return last === start || alreadyRead.length + read.length + pageSize <= room;
	});
	if (walk.finished) return { found: read.filter(wanted), reached: end - 1 };
	// The moment that was reached may go on: it is read again as a whole.
	const whole = read.filter((entry) => wanted(entry) && !(Date.parse(entry.timestamp) >= last));
	const remainingSpan = { ...handOff, from: new Date(last).toISOString() };
	return { found: whole, reached: last - 1, rest: remainingSpan };
}
