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
} from '../../lib/billing/handOffs';
import { usageSummary } from '../../lib/billing/summary';
import type { TriggerState } from '../../lib/billing/triggerState';
import { beginWalk, positionAfter, type Walk } from '../../lib/billing/window';
import { outcomeOf } from './handOver';
import type { PollSettings } from './pollSettings';
import { replay } from './replay';
import { SMALLEST_PAGE, type UsageReader } from './usageReader';

/** The entries of the window up to `until` (Unix ms), each of them or summed up, as many as there is room for. */
export async function pollEntries(
	reader: UsageReader,
	kept: TriggerState,
	until: number,
	settings: PollSettings,
): Promise<Poll> {
	if (!settings.replay) {
		const { state, ...found } = await pollWindow(reader, kept, until, settings);
		return { items: entryItems(found, settings), state };
	}
	const key = randomBytes(8).toString('hex');
	const reviewed = reviewHandOffs(
		kept.handOffs ?? [],
		outcomeOf,
		clock.now(),
		settings.longestRunMs,
	);
	// New entries are read first and leave half of the room to those that come again: neither keeps the other from coming.
	const { maxEntries } = settings;
	const half = Math.floor(maxEntries / 2);
	const shared =
		reviewed.due.length === 0
			? settings
			: {
					...settings,
					maxEntries: maxEntries - half,
					pageSize: Math.max(SMALLEST_PAGE, Math.min(settings.pageSize, half)),
				};
	reader.pageSize = shared.pageSize;
	const { state, ...found } = await pollWindow(reader, kept, until, shared);
	const { entries } = found;
	const room = Math.max(SMALLEST_PAGE, maxEntries - entries.length);
	const again = await replay(reader, reviewed, key, { ...shared, room });
	const at = new Date(clock.now()).toISOString();
	const fresh = spansOf(entries).map((span): HandOff => ({ ...span, key, times: 1, at }));
	const handOffs = newestHandOffs([...again.handOffs, ...fresh]);
	return {
		items: [
			...again.entries.map((entry): IDataObject => ({ ...entry, replayed: true })),
			...entryItems(found, settings),
		],
		state: { ...state, handOffs },
		key,
		givenUp: reviewed.givenUp,
		silent: reviewed.silent,
	};
}

/** Entries to give, in order of time, and which of them were given before with other amounts. */
interface Found {
	entries: IdentifiedEntry[];
	corrections?: ReadonlySet<IdentifiedEntry>;
}

/** The entries of the window that were not emitted before. */
async function pollWindow(
	reader: UsageReader,
	{ since, open, emitted }: TriggerState,
	until: number,
	settings: PollSettings,
): Promise<Found & { state: TriggerState }> {
	const { currency, wanted, pageSize, maxEntries, lookBackMs } = settings;
	const begun = beginWalk({ since, open }, until, currency);
	const entries: IdentifiedEntry[] = [];
	if (begun === undefined) return { entries, state: { since, ...(emitted && { emitted }) } };
	// A window that was begun without ids ends without them.
	const ids = emitted || (lookBackMs > 0 && !open) ? new EmittedIds(emitted) : undefined;
	if (begun.window.moment) ids?.meet(begun.window.moment);
	const walk = await reader.walk(begun, (fresh) => {
		for (const entry of fresh) {
			const isKnown = ids?.has(entry);
			if (isKnown || !wanted(entry)) continue;
			entries.push(entry);
			ids?.add(entry);
		}
		return entries.length + pageSize <= maxEntries;
	});
	if (ids === undefined) return { entries, state: { ...positionAfter(walk) } };
	const found = withCorrections(entries, ids, { begun, walk }, settings);
	return { ...found, state: stateAfter(walk, since, ids, lookBackMs) };
}

/** What is known of corrections, and the entries without them where they are not asked for. */
function withCorrections(
	entries: IdentifiedEntry[],
	ids: EmittedIds,
	{ begun, walk }: { begun: Walk; walk: Walk },
	{ emitsCorrected }: PollSettings,
): Found {
	// A window that starts over passes over the entries that it had met in its moment.
	const isPart = begun.window.moment === undefined;
	const corrections = ids.takeCorrections(isPart ? begun.window.from : undefined);
	// In the moment in which the walk was left, a late entry can look like a correction: none is left out there.
	const left = Date.parse((!walk.finished && walk.window.moment?.at) || '');
	const isKept = (entry: IdentifiedEntry) =>
		emitsCorrected || !corrections.has(entry) || Date.parse(entry.timestamp) === left;
	const kept = entries.filter(isKept);
	return { entries: kept, corrections: new Set(kept.filter((entry) => corrections.has(entry))) };
}

/** The position after the walk, with the ids that the next one needs. */
function stateAfter(walk: Walk, since: string, ids: EmittedIds, lookBackMs: number): TriggerState {
	const position = positionAfter(walk);
	if (!walk.finished) {
		const reached = Date.parse(walk.window.moment?.at ?? walk.window.from ?? since);
		return { ...position, emitted: ids.kept(Date.parse(since), reached) };
	}
	// The next window starts as far back as Look Back asks for, but never before the oldest known ids.
	const end = Date.parse(walk.window.until);
	const from = Math.max(Date.parse(since), end - lookBackMs);
	const left = ids.kept(from, end);
	const next = new Date(Math.max(from, left.floor ?? from)).toISOString();
	return { since: next, ...(lookBackMs > 0 && { emitted: left }) };
}

/** Entries in the form of the output. */
export function entryItems(
	{ entries, corrections = new Set() }: Found,
	{ emit }: Pick<PollSettings, 'emit'>,
): IDataObject[] {
	if (emit === 'summary' && entries.length === 0) return [];
	if (emit === 'summary') return [{ ...usageSummary(entries, corrections) } as IDataObject];
	return entries.map((entry): IDataObject => ({
		...entry,
		...(corrections.has(entry) && { corrected: true }),
	}));
}

/** What a poll came to: the items to give, and the state to keep with them. */
export interface Poll {
	items: IDataObject[];
	state: TriggerState;
	/** Under which the state holds the items until their execution has succeeded; undefined when it does not. */
	key?: string;
	/** What could not be emitted again. */
	givenUp?: HistorySpan[];
	/** What was in executions that did not report their end. */
	silent?: HistorySpan[];
}
