import { clock } from '../../lib/core/clock';
import type { IdentifiedEntry } from '../../lib/billing/entryId';
import { spanBetween, type HandOff, type ReviewedHandOffs } from '../../lib/billing/handOffs';
import { beginWalk } from '../../lib/billing/window';
import type { PollSettings } from './pollSettings';
import type { UsageReader } from './usageReader';

export interface ReplayResult {
	entries: IdentifiedEntry[];
	/** What is not known to have succeeded, with what is replayed under the new key. */
	handOffs: HandOff[];
}

/**
 * Reads the entries again whose execution was lost, crashed or failed, as many as there is `room` and time for. A span that cannot be
 * read to its end counts as tried, and rests like one whose execution failed.
 */
export async function replayHandOffs(
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
