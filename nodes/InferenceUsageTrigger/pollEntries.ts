import { randomBytes } from 'node:crypto';
import type { IDataObject } from 'n8n-workflow';

import { clock } from '../../lib/core/clock';
import { EmittedIds, type IdentifiedEntry } from '../../lib/billing/entryId';
import {
	newestHandOffs,
	reviewHandOffs,
	spansOf,
	type HandOff,
	type Span,
} from '../../lib/billing/handOffs';
import { usageSummary } from '../../lib/billing/summary';
import type { TriggerState } from '../../lib/billing/triggerState';
import { beginWalk, positionAfter } from '../../lib/billing/window';
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
		const { entries, state } = await pollWindow(reader, kept, until, settings);
		return { items: entryItems(entries, settings), state };
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
	const { entries, state } = await pollWindow(reader, kept, until, shared);
	const room = Math.max(SMALLEST_PAGE, maxEntries - entries.length);
	const again = await replay(reader, reviewed, key, { ...shared, room });
	const at = new Date(clock.now()).toISOString();
	const fresh = spansOf(entries).map((span): HandOff => ({ ...span, key, times: 1, at }));
	const handOffs = newestHandOffs([...again.handOffs, ...fresh]);
	return {
		items: [
			...again.entries.map((entry): IDataObject => ({ ...entry, replayed: true })),
			...entryItems(entries, settings),
		],
		state: { ...state, handOffs },
		key,
		givenUp: reviewed.givenUp,
		silent: reviewed.silent,
	};
}

/** The entries of the window that were not emitted before. */
async function pollWindow(
	reader: UsageReader,
	{ since, open, emitted }: TriggerState,
	until: number,
	{ currency, wanted, pageSize, maxEntries, lookBackMs }: PollSettings,
): Promise<{ entries: IdentifiedEntry[]; state: TriggerState }> {
	const begun = beginWalk({ since, open }, until, currency);
	const entries: IdentifiedEntry[] = [];
	if (begun === undefined) return { entries, state: { since, ...(emitted && { emitted }) } };
	// A window that was begun without ids ends without them.
	const ids = emitted || (lookBackMs > 0 && !open) ? new EmittedIds(emitted) : undefined;
	const walk = await reader.walk(begun, (fresh) => {
		for (const entry of fresh) {
			if (!wanted(entry) || ids?.has(entry)) continue;
			entries.push(entry);
			ids?.add(entry);
		}
		return entries.length + pageSize <= maxEntries;
	});
	const position = positionAfter(walk);
	if (ids === undefined) return { entries, state: { ...position } };
	if (!walk.finished) {
		const reached = Date.parse(walk.window.moment?.at ?? walk.window.from ?? since);
		return { entries, state: { ...position, emitted: ids.kept(Date.parse(since), reached) } };
	}
	// The next window starts as far back as Look Back asks for, but never before the oldest known ids.
	const end = Date.parse(walk.window.until);
	const from = Math.max(Date.parse(since), end - lookBackMs);
	const left = ids.kept(from, end);
	const next = new Date(Math.max(from, left.floor ?? from)).toISOString();
	return { entries, state: { since: next, ...(lookBackMs > 0 && { emitted: left }) } };
}

/** Entries in the form of the output. */
export function entryItems(entries: IdentifiedEntry[], { emit }: PollSettings): IDataObject[] {
	if (emit !== 'summary') return entries as IDataObject[];
	return entries.length === 0 ? [] : [{ ...usageSummary(entries) } as IDataObject];
}

/** What a poll came to: the items to give, and the state to keep with them. */
export interface Poll {
	items: IDataObject[];
	state: TriggerState;
	/** Under which the state holds the items until their execution has succeeded; undefined when it does not. */
	key?: string;
	/** What could not be emitted again. */
	givenUp?: Span[];
	/** What was in executions that did not report their end. */
	silent?: Span[];
}
