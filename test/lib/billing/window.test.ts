import type { UsageEntry, UsagePage } from '../../../lib/billing/usageEntry';
import {
	beginWalk,
	nextQuery,
	positionAfter,
	restartedWalk,
	walkAfterPage,
	type HistoryPosition,
	type WindowWalk,
} from '../../../lib/billing/window';

const START = Date.parse('2026-03-01T00:00:00.000Z');
const iso = (ms: number) => new Date(ms).toISOString();
const SINCE = iso(START);
const UNTIL = START + 540_000;

const entry = (units: number, at = START): UsageEntry => ({ timestamp: iso(at), units });
const page = (units: number[], nextCursor?: string): UsagePage => ({
	entries: units.map((unit) => entry(unit)),
	nextCursor,
});

function walkFrom(position: HistoryPosition, until = UNTIL, currency?: string): WindowWalk {
	const walk = beginWalk(position, until, currency);
	if (walk === undefined) throw new Error('a walk was expected');
	return walk;
}

/** The walk after some pages, and what each of them gave. */
function read(walk: WindowWalk, ...pages: UsagePage[]) {
	const given: unknown[] = [];
	for (const one of pages) {
		const step = walkAfterPage(walk, one);
		walk = step.walk;
		given.push(...step.fresh.map(({ units }) => units));
	}
	return { walk, given };
}

const kept = (walk: WindowWalk): HistoryPosition => JSON.parse(JSON.stringify(positionAfter(walk)));

describe('the steps of a walk', () => {
	const fresh: HistoryPosition = { since: SINCE };

	it('starts a window that ends where requested', () => {
		expect(beginWalk(fresh, UNTIL, 'DIEM')).toEqual({
			since: SINCE,
			window: { until: iso(UNTIL), skip: 0, currency: 'DIEM' },
			finished: false,
		});
	});

	it.each([-1, 0])('starts none that would end %i ms after its start', (later) => {
		expect(beginWalk(fresh, START + later)).toBeUndefined();
	});

	it('asks with filters first, then with the cursor alone', () => {
		const walk = walkFrom(fresh);
		expect(nextQuery(walk, 500)).toEqual({
			startTimestamp: SINCE,
			endTimestamp: iso(UNTIL),
			pageSize: 500,
		});
		expect(nextQuery(read(walk, page([1], 'c1')).walk, 500)).toEqual({ cursor: 'c1' });
	});

	it('keeps the currency of the window it is in, and takes a changed one for the next', () => {
		const left = kept(read(walkFrom(fresh, UNTIL, 'USD'), page([1], 'c1')).walk);
		const resumed = walkFrom(left, UNTIL + 60_000, 'DIEM');
		expect(resumed.window).toMatchObject({ currency: 'USD', until: iso(UNTIL) });
		const done = kept(read(resumed, page([2])).walk);
		expect(walkFrom(done, UNTIL + 60_000, 'DIEM').window.currency).toBe('DIEM');
	});

	it('starts the next window where a finished one ended, even when it was empty', () => {
		expect(kept(read(walkFrom(fresh), page([])).walk)).toEqual({ since: iso(UNTIL) });
	});

	it('passes over what was given when it starts over in the same poll', () => {
		let { walk, given } = read(walkFrom(fresh), page([1, 2], 'c1'), page([3, 4], 'c2'));
		expect(given).toEqual([1, 2, 3, 4]);
		walk = restartedWalk(walk);
		expect(nextQuery(walk, 10)).toMatchObject({ startTimestamp: SINCE });
		({ walk, given } = read(walk, page([1, 2], 'c1'), page([3, 4], 'c2'), page([5])));
		expect(given).toEqual([5]);
		expect(walk).toMatchObject({ finished: true, window: { skip: 0 } });
	});

	it('skips what was emitted when it starts over in a later poll, and starts over meanwhile', () => {
		const left = kept(restartedWalk(read(walkFrom(fresh), page([1, 2, 3], 'c1')).walk));
		const again = kept(restartedWalk(read(walkFrom(left), page([1, 2], 'c1')).walk));
		expect(again.open).toMatchObject({ skip: 3, from: SINCE });
		expect(read(walkFrom(again), page([1, 2, 3, 4], 'c1')).given).toEqual([4]);
	});

	it('starts over at the moment it had come to, so that a long window is not walked again', () => {
		const pages = [
			{ entries: [entry(1), entry(2, START + 5), entry(3, START + 5)], nextCursor: 'c1' },
		];
		const walk = restartedWalk(read(walkFrom(fresh), ...pages).walk);
		expect(nextQuery(walk, 10)).toMatchObject({
			startTimestamp: iso(START + 5),
			endTimestamp: iso(UNTIL),
		});
		const rest = [2, 3, 4].map((unit) => entry(unit, START + 5));
		expect(read(walk, { entries: rest, nextCursor: undefined }).given).toEqual([4]);
	});

	it('passes over nothing later than that moment, where the key is that of another account now', () => {
		const first = [entry(1), entry(2, START + 5), entry(3, START + 5)];
		const walk = restartedWalk(read(walkFrom(fresh), { entries: first, nextCursor: 'c1' }).walk);
		const others = [7, 8, 9].map((unit) => entry(unit, START + unit));
		const again = read(walk, { entries: others, nextCursor: 'c2' });
		expect(again.given).toEqual([7, 8, 9]);
		expect(again.walk.window.skip).toBe(0);
	});
});
