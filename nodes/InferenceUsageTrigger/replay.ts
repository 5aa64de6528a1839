import { clock } from '../../lib/base/clock';
import type { IdentifiedEntry } from '../../lib/usage/entryId';
import { reviewHandOffs, spanBetween, type HandOff } from '../../lib/usage/handOffs';
import { beginWalk } from '../../lib/usage/window';
import { outcomeOf } from './handOver';
import type { PollSettings } from './pollSettings';
import type { UsageReader } from './usageReader';

export interface Replay {
	/** Entries to emit again. */
	entries: IdentifiedEntry[];
	/** What is not known to have succeeded, with what is replayed under the new key. */
	handOffs: HandOff[];
}

/** Reads the entries again whose execution was lost, crashed or failed, as many as there is room and time for. */
export async function replay(
	reader: UsageReader,
	handOffs: readonly HandOff[],
	key: string,
	settings: PollSettings,
): Promise<Replay> {
	const now = clock.now();
	const { waiting, due } = reviewHandOffs(handOffs, outcomeOf, now);
	const result: Replay = { entries: [], handOffs: waiting };
	for (const handOff of due) {
		const ended = reader.pages > 0 && reader.ended;
		if (ended || result.entries.length >= settings.maxEntries) {
			result.handOffs.push(handOff);
			continue;
		}
		const { found, reached, rest } = await readAgain(reader, handOff, result.entries, settings);
		result.entries.push(...found);
		const again = { key, times: handOff.times + 1, at: new Date(now).toISOString() };
		if (found.length > 0) {
			result.handOffs.push({ ...spanBetween(Date.parse(handOff.from), reached), ...again });
		}
		if (rest !== undefined) result.handOffs.push(rest);
	}
	return result;
}

async function readAgain(
	reader: UsageReader,
	handOff: HandOff,
	before: readonly IdentifiedEntry[],
	{ currency, wanted, maxEntries, pageSize }: PollSettings,
) {
	const start = Date.parse(handOff.from);
	const end = Date.parse(handOff.to);
	const found: IdentifiedEntry[] = [];
	let reached = start;
	const begun = beginWalk({ since: handOff.from }, end, currency);
	if (begun === undefined) return { found, reached };
	const walk = await reader.walk(begun, (fresh) => {
		for (const entry of fresh) {
			if (wanted(entry)) found.push(entry);
			reached = Math.max(reached, Date.parse(entry.timestamp) || reached);
		}
		// What is left is read from the moment that was reached: a first moment is read to its end.
		return reached === start || before.length + found.length + pageSize <= maxEntries;
	});
	if (walk.finished) return { found, reached: end - 1 };
	return { found, reached, rest: { ...handOff, from: new Date(reached).toISOString() } };
}
