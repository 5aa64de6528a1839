import type { UsageEntry, UsagePage } from './entry';

/**
 * Where the trigger stands in the usage history. Windows share a boundary: `since` belongs to the window, `until` does not
 * (SPECIFICATION, GET /billing/usage-history, rule 6), so nothing falls between two of them and nothing is in both.
 */
export interface UsageState {
	v: 1;
	/** ISO 8601 UTC; everything before it was given. */
	since: string;
	/** The window that was left in the middle, when there is one. */
	open?: OpenWindow;
}

export interface OpenWindow {
	until: string;
	/** Currency the window was begun with; a changed filter counts from the next window on. */
	currency?: string;
	/** Entries of the window that were given so far. */
	given: number;
	/** Where the next page begins; without it the window starts over and passes over what was given. */
	cursor?: string;
}

/** A walk through one window, and what it has given in this poll. */
export interface Walk {
	since: string;
	window: OpenWindow;
	/** Entries still to be passed over, because they were given before the walk started over. */
	skip: number;
	entries: UsageEntry[];
	/** Whether the last page was read. */
	finished: boolean;
}

export type UsageQuery =
	| { cursor: string }
	| { startTimestamp: string; endTimestamp: string; pageSize: number; currency?: string };

/**
 * The walk that a poll at `now` (Unix ms) is to make: the one left in the middle, or the window up to `settleMs` before now.
 * Undefined when no time has passed since the last one.
 */
export function beginWalk(
	state: UsageState,
	now: number,
	settleMs: number,
	currency?: string,
): Walk | undefined {
	const { since, open } = state;
	if (open !== undefined) {
		return {
			since,
			window: open,
			skip: open.cursor === undefined ? open.given : 0,
			entries: [],
			finished: false,
		};
	}
	const until = new Date(now - settleMs).toISOString();
	if (Date.parse(until) <= Date.parse(since)) return undefined;
	const window: OpenWindow = { until, given: 0, ...(currency === undefined ? {} : { currency }) };
	return { since, window, skip: 0, entries: [], finished: false };
}

/** The query for the next page of the walk: the cursor alone, or the filters of the first page. */
export function nextQuery({ since, window }: Walk, pageSize: number): UsageQuery {
	if (window.cursor !== undefined) return { cursor: window.cursor };
	const { until, currency } = window;
	return {
		startTimestamp: since,
		endTimestamp: until,
		pageSize,
		...(currency === undefined ? {} : { currency }),
	};
}

/** The walk after a page: its entries given, except for those that were given before. */
export function withPage(walk: Walk, page: UsagePage): Walk {
	const passed = Math.min(walk.skip, page.entries.length);
	const fresh = page.entries.slice(passed);
	return {
		...walk,
		skip: walk.skip - passed,
		entries: [...walk.entries, ...fresh],
		window: { ...walk.window, given: walk.window.given + fresh.length, cursor: page.nextCursor },
		finished: page.nextCursor === undefined,
	};
}

/** The walk after the service refused its cursor: from the first page, passing over what was given (pages are stable). */
export function restarted(walk: Walk): Walk {
	return { ...walk, skip: walk.window.given, window: { ...walk.window, cursor: undefined } };
}

/** The state to keep after the walk: the next window begins where a finished one ended; an unfinished one is kept. */
export function stateAfter({ since, window, finished }: Walk): UsageState {
	return finished ? { v: 1, since: window.until } : { v: 1, since, open: window };
}
