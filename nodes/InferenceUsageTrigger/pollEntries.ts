import type { IDataObject } from 'n8n-workflow';

import type { IdentifiedEntry } from '../../lib/usage/entryId';
import { usageSummary } from '../../lib/usage/summary';
import type { TriggerState } from '../../lib/usage/triggerState';
import { beginWalk, positionAfter } from '../../lib/usage/window';
import type { PollSettings } from './pollSettings';
import type { Poll } from './poll';
import type { UsageReader } from './usageReader';

/** The entries of the window up to `until` (Unix ms), each of them or summed up, as many as there is room for. */
export async function pollEntries(
	reader: UsageReader,
	{ since, open }: TriggerState,
	until: number,
	settings: PollSettings,
): Promise<Poll> {
	const begun = beginWalk({ since, open }, until, settings.currency);
	if (begun === undefined) return { items: [], state: { since } };
	const entries: IdentifiedEntry[] = [];
	const walk = await reader.walk(begun, (fresh) => {
		for (const entry of fresh) if (settings.wanted(entry)) entries.push(entry);
		return entries.length + settings.pageSize <= settings.maxEntries;
	});
	return {
		items: entryItems(entries, settings),
		state: { ...positionAfter(walk) },
	};
}

/** Entries in the form of the output. */
export function entryItems(entries: IdentifiedEntry[], { emit }: PollSettings): IDataObject[] {
	if (emit !== 'summary') return entries as IDataObject[];
	return entries.length === 0 ? [] : [{ ...usageSummary(entries) } as IDataObject];
}
