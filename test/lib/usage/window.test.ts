import type { UsageEntry, UsagePage } from '../../../lib/usage/entry';
import { usagePage } from '../../../lib/usage/entry';
import {
	beginWalk,
	nextQuery,
	restarted,
	stateAfter,
	withPage,
	type UsageQuery,
	type UsageState,
} from '../../../lib/usage/window';
import { Random } from './random';

const START = Date.parse('2026-03-01T00:00:00.000Z');
const iso = (ms: number) => new Date(ms).toISOString();
const SINCE = iso(START);

const entry = (at: number, id: number, currency = 'USD'): UsageEntry => ({
	timestamp: iso(at),
	id,
	currency,
});
const page = (ids: number[], nextCursor?: string): UsagePage => ({
	entries: ids.map((id) => entry(START, id)),
	nextCursor,
});

function walkFrom(state: UsageState, now = START + 600_000) {
	const walk = beginWalk(state, now, 60_000);
	if (walk === undefined) throw new Error('a walk was expected');
	return walk;
}

describe('the steps of a walk', () => {
	const fresh: UsageState = { v: 1, since: SINCE };

	it('begins a window that ends the settle delay before now', () => {
		expect(beginWalk(fresh, START + 600_000, 60_000, 'DIEM')).toEqual({
			since: SINCE,
			window: { until: iso(START + 540_000), given: 0, currency: 'DIEM' },
			skip: 0,
			entries: [],
			finished: false,
		});
	});

	it.each([-1, 0, 30_000, 60_000])('begins none %i ms after the last one', (later) => {
		expect(beginWalk(fresh, START + later, 60_000)).toBeUndefined();
	});

	it('asks with filters first, then with the cursor alone', () => {
		const walk = walkFrom(fresh);
		expect(nextQuery(walk, 500)).toEqual({
			startTimestamp: SINCE,
			endTimestamp: walk.window.until,
			pageSize: 500,
		});
		expect(nextQuery(withPage(walk, page([1], 'c1')), 500)).toEqual({ cursor: 'c1' });
	});

	it('keeps the currency of the window it is in, and takes a changed one for the next', () => {
		const begun = beginWalk(fresh, START + 600_000, 0, 'USD');
		if (begun === undefined) throw new Error('a walk was expected');
		const left = stateAfter(withPage(begun, page([1], 'c1')));
		const resumed = beginWalk(left, START + 900_000, 0, 'DIEM');
		expect(resumed?.window).toMatchObject({ currency: 'USD', until: iso(START + 600_000) });
		if (resumed === undefined) throw new Error('a walk was expected');
		const done = stateAfter(withPage(resumed, page([2])));
		expect(beginWalk(done, START + 900_000, 0, 'DIEM')?.window.currency).toBe('DIEM');
	});

	it('starts the next window where a finished one ended, even when it was empty', () => {
		expect(stateAfter(withPage(walkFrom(fresh), page([])))).toEqual({
			v: 1,
			since: iso(START + 540_000),
		});
	});

	it('passes over what was given when it starts over in the same poll', () => {
		let walk = withPage(withPage(walkFrom(fresh), page([1, 2], 'c1')), page([3, 4], 'c2'));
		walk = restarted(walk);
		expect(nextQuery(walk, 10)).toMatchObject({ startTimestamp: SINCE });
		walk = withPage(withPage(walk, page([1, 2], 'c1')), page([3, 4], 'c2'));
		walk = withPage(walk, page([5]));
		expect(walk.entries.map(({ id }) => id)).toEqual([1, 2, 3, 4, 5]);
		expect(walk).toMatchObject({ skip: 0, finished: true, window: { given: 5 } });
	});

	it('passes over what was given when it starts over in a later poll', () => {
		const left = stateAfter(restarted(withPage(walkFrom(fresh), page([1, 2, 3], 'c1'))));
		const walk = walkFrom(JSON.parse(JSON.stringify(left)));
		expect(walk).toMatchObject({ skip: 3, entries: [] });
		expect(withPage(walk, page([1, 2, 3, 4], 'c1')).entries.map(({ id }) => id)).toEqual([4]);
	});
});

describe('usagePage', () => {
	it.each<[unknown, UsagePage]>([
		[{ data: [], nextCursor: null }, { entries: [] }],
		[{ data: [], nextCursor: '' }, { entries: [] }],
		[{ data: 'x' }, { entries: [] }],
		[null, { entries: [] }],
		[
			{ data: [{ timestamp: SINCE, amount: -1 }, 'x', null], nextCursor: 'c' },
			{ entries: [{ timestamp: SINCE, amount: -1 }], nextCursor: 'c' },
		],
	])('%j', (body, expected) => expect(usagePage(body)).toEqual(expected));
});

/** The history of one user behind cursors, as the specification has it: pages are stable and ascending. */
class History {
	readonly entries: UsageEntry[] = [];
	readonly windows: Array<{ start: string; end: string }> = [];

	page(query: UsageQuery): UsagePage {
		const [walk, from] = 'cursor' in query ? JSON.parse(atob(query.cursor)) : [query, 0];
		const { startTimestamp: start, endTimestamp: end, pageSize, currency } = walk;
		if (from === 0) this.windows.push({ start, end });
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
function poll(state: UsageState, history: History, random: Random, refusals: number, at: Poll) {
	let walk = beginWalk(state, at.now, at.settleMs, at.currency);
	if (walk === undefined) return { state, entries: [] };
	do {
		const query = nextQuery(walk, at.pageSize);
		if ('cursor' in query && random.chance(refusals)) {
			walk = restarted(walk);
			if (random.chance(0.3)) break;
			continue;
		}
		walk = withPage(walk, history.page(query));
	} while (!walk.finished && (walk.skip > 0 || walk.entries.length < at.maxEntries));
	return { state: stateAfter(walk), entries: walk.entries };
}

describe('random histories, polls and refusals', () => {
	const seeds = Array.from({ length: 60 }, (_, index) => index + 1);

	it.each(seeds)('seed %i: every entry is given once and in order, windows join', (seed) => {
		const random = new Random(seed);
		const history = new History();
		const refusals = random.chance(0.3) ? 0 : random.next() * 0.4;
		const pageSize = random.from(1, 7);
		const currency = random.chance(0.3) ? 'USD' : undefined;
		const settleMs = random.from(0, 5) * 1_000;
		const given: UsageEntry[] = [];
		let state: UsageState = { v: 1, since: SINCE };
		let now = START;
		let written = START;
		for (let polls = 0; polls < 40; polls++) {
			now += random.from(0, 20) * 500;
			// Entries are in the history once they are as old as the settle delay; many share a moment.
			while (written < now && random.chance(0.9)) {
				const at = written;
				for (let count = random.from(0, 6); count > 0; count--) {
					const id = history.entries.length;
					history.entries.push(entry(at, id, random.chance(0.5) ? 'USD' : 'DIEM'));
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
		expect(given.map(({ id }) => id)).toEqual(wanted.map(({ id }) => id));

		const begun = history.windows.filter(
			({ start }, index) => index === 0 || history.windows[index - 1]?.start !== start,
		);
		for (const [index, { start }] of begun.entries()) {
			expect(start).toBe(index === 0 ? SINCE : begun[index - 1]?.end);
		}
	});
});
