import type { UsageEntry, UsagePage } from '../../../lib/billing/usageEntry';
import { createIdAssigner, type IdentifiedEntry } from '../../../lib/billing/entryId';
import {
	beginWalk,
	nextQuery,
	positionAfter,
	restartedWalk,
	walkAfterPage,
	type HistoryPosition,
	type UsageQuery,
} from '../../../lib/billing/window';
import { seeds } from '../../rounds';
import { Random } from './random';

const START = Date.parse('2026-03-01T00:00:00.000Z');
const iso = (ms: number) => new Date(ms).toISOString();
const SINCE = iso(START);

/** The history of one user behind cursors, as the specification has it: pages are stable and ascending. */
class History {
	readonly entries: UsageEntry[] = [];
	readonly windows: Array<{ start: string; end: string }> = [];

	page(query: UsageQuery): UsagePage {
		const [walk, from] = 'cursor' in query ? JSON.parse(atob(query.cursor)) : [query, 0];
		const { startTimestamp: start, endTimestamp: end, pageSize, currency } = walk;
		if (from === 0 && this.windows.at(-1)?.end !== end) this.windows.push({ start, end });
		const matching = this.entries.filter(
			({ timestamp, currency: charged }) =>
				timestamp >= start && timestamp < end && (currency === undefined || charged === currency),
		);
		const next = from + pageSize;
		return {
			entries: matching.slice(from, next),
			nextCursor: next < matching.length ? btoa(JSON.stringify([walk, next])) : undefined,
		};
	}
}

interface Poll {
	now: number;
	settleMs: number;
	pageSize: number;
	maxEntries: number;
	currency?: string;
}

/** One poll as the trigger makes it, with cursors refused by chance. */
function poll(
	state: HistoryPosition,
	history: History,
	random: Random,
	refusals: number,
	at: Poll,
) {
	let walk = beginWalk(state, at.now - at.settleMs, at.currency);
	const entries: IdentifiedEntry[] = [];
	if (walk === undefined) return { state, entries };
	do {
		const query = nextQuery(walk, at.pageSize);
		if ('cursor' in query && random.chance(refusals)) {
			walk = restartedWalk(walk);
			if (random.chance(0.3)) break;
			continue;
		}
		const step = walkAfterPage(walk, history.page(query));
		walk = step.walk;
		entries.push(...step.fresh);
	} while (!walk.finished && entries.length < at.maxEntries);
	return { state: positionAfter(walk), entries };
}

describe('random histories, polls and refusals', () => {
	it.each(seeds(15, 60))('seed %i: every entry comes once and in order, windows join', (seed) => {
		const random = new Random(seed);
		const history = new History();
		const refusals = random.chance(0.3) ? 0 : random.next() * 0.4;
		const pageSize = random.from(1, 7);
		const currency = random.chance(0.3) ? 'USD' : undefined;
		const settleMs = random.from(0, 5) * 1_000;
		const given: IdentifiedEntry[] = [];
		let state: HistoryPosition = { since: SINCE };
		let now = START;
		let written = START;
		for (let polls = 0; polls < 40; polls++) {
			now += random.from(0, 20) * 500;
			// Entries are in the history once they are as old as the settle delay; many share a moment.
			while (written < now && random.chance(0.9)) {
				const at = written;
				for (let count = random.from(0, 6); count > 0; count--) {
					// Some have the same content.
					const units = random.chance(0.3) ? 0 : history.entries.length;
					const charged = random.chance(0.5) ? 'USD' : 'DIEM';
					history.entries.push({ timestamp: iso(at), units, currency: charged });
				}
				written += random.from(1, 4) * 500;
			}
			written = Math.max(written, now);
			const maxEntries = random.from(1, 25);
			const at = { now, settleMs, pageSize, maxEntries, currency };
			const result = poll(state, history, random, refusals, at);
			given.push(...result.entries);
			state = JSON.parse(JSON.stringify(result.state));
		}
		for (let polls = 0; polls < 2_000 && Date.parse(state.since) < now; polls++) {
			const at = { now: now + settleMs, settleMs, pageSize, maxEntries: 1_000, currency };
			const result = poll(state, history, random, 0, at);
			given.push(...result.entries);
			state = JSON.parse(JSON.stringify(result.state));
		}

		const wanted = history.entries.filter(
			({ timestamp, currency: charged }) =>
				timestamp < state.since && (currency === undefined || charged === currency),
		);
		expect(history.entries.length).toBeGreaterThan(20);
		const { identify } = createIdAssigner();
		expect(given).toEqual(wanted.map(identify));
		expect(new Set(given.map(({ id }) => id)).size).toBe(given.length);

		for (const [index, { start }] of history.windows.entries()) {
			expect(start).toBe(index === 0 ? SINCE : history.windows[index - 1]?.end);
		}
	});
});
