import { randomBytes } from 'node:crypto';

import type { IDataObject } from 'n8n-workflow';

import { clock } from '../../lib/base/clock';
import { EmittedIds } from '../../lib/usage/emittedIds';
import type { IdentifiedEntry } from '../../lib/usage/entryId';
import { newestHandOffs, spansOf, type HandOff } from '../../lib/usage/handOffs';
import { usageSummary } from '../../lib/usage/summary';
import type { TriggerState } from '../../lib/usage/triggerState';
import { beginWalk, positionAfter } from '../../lib/usage/window';
import type { PollSettings } from './pollSettings';
import type { Poll } from './poll';
import { replay } from './replay';
import type { UsageReader } from './usageReader';

/** The entries of the window up to `until` (Unix ms), each of them or summed up, as many as there is room for. */
export async function pollEntries(
	reader: UsageReader,
	kept: TriggerState,
	until: number,
	settings: PollSettings,
): Promise<Poll> {
	if (!settings.replay) {
		const { entries, state } = await pollWindow(reader, kept, until, settings, 0);
		return { items: entryItems(entries, settings), state };
	}
	const key = randomBytes(8).toString('hex');
	const again = await replay(reader, kept.handOffs ?? [], key, settings);
	const room = settings.maxEntries - again.entries.length;
	const isOver =
		reader.pages > 0 && (reader.ended || (again.entries.length > 0 && room < settings.pageSize));
	const { entries, state } = isOver
		? { entries: [], state: kept }
		: await pollWindow(reader, kept, until, settings, again.entries.length);
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
	};
}

/** The entries of the window that were not emitted before, beside the number that is emitted already. */
async function pollWindow(
	reader: UsageReader,
	{ since, open, emitted }: TriggerState,
	until: number,
	{ currency, wanted, pageSize, maxEntries, lookBackMs }: PollSettings,
	taken: number,
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
		return taken + entries.length + pageSize <= maxEntries;
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
