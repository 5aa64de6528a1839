import type { UsageEntry, UsagePage } from './usageEntry';
import { entryCountIn, createIdAssigner, type IdentifiedEntry, type WalkMoment } from './entryId';

/**
 * An unfinished window of the usage history. Windows share a boundary: the start belongs to the window, the end does not
 * (docs/maintainers/service.md#usage-history), so nothing falls between two of them and nothing is in both.
 */
export interface OpenWindow {
	until: string;
	/** Currency the window was begun with; a changed filter counts from the next window on. */
	currency?: string;
	/** Where the next page begins; without it the window starts over. */
	cursor?: string;
	/** Where the window resumes: the moment that was reached last, or its start. */
	from?: string;
	/** Entries from there on that were walked before and must be skipped. */
	skip: number;
	/** The moment that was reached, for the ids of the entries that follow. */
	moment?: WalkMoment;
	pages?: number;
}

export interface WindowWalk {
	since: string;
	window: OpenWindow;
	finished: boolean;
}

/** Where a walk stands between two polls: everything before `since` was walked (ISO 8601 UTC). */
export interface HistoryPosition {
	since: string;
	open?: OpenWindow;
}

export type UsageQuery =
	| { cursor: string }
	| { startTimestamp: string; endTimestamp: string; pageSize: number; currency?: string };

/** The walk to make: the one left in the middle, or that of a new window up to `until` (Unix ms). Undefined when it would be empty. */
export function beginWalk(
	{ since, open }: HistoryPosition,
	until: number,
	currency?: string,
): WindowWalk | undefined {
	if (open !== undefined) return { since, window: open, finished: false };
	if (until <= Date.parse(since)) return undefined;
	const window: OpenWindow = {
		until: new Date(until).toISOString(),
		skip: 0,
		...(currency === undefined ? {} : { currency }),
	};
	return { since, window, finished: false };
}

/** The query for the next page of the walk: the cursor alone, or the filters of the first page. */
export function nextQuery({ since, window }: WindowWalk, pageSize: number): UsageQuery {
	if (window.cursor !== undefined) return { cursor: window.cursor };
	const { until, currency, from = since } = window;
	return {
		startTimestamp: from,
		endTimestamp: until,
		pageSize,
		...(currency === undefined ? {} : { currency }),
	};
}

/**
 * Whether a page does not belong to the walk: it begins before the moment that was asked for, or its cursor is one of those `seen`, so
 * that entries would be emitted again and again.
 */
export function isRepeatedPage(
	{ since, window }: WindowWalk,
	{ entries, nextCursor }: UsagePage,
	seen: ReadonlySet<string | undefined>,
): boolean {
	if (nextCursor !== undefined && seen.has(nextCursor)) return true;
	const { cursor, from = since, moment } = window;
	const start = cursor === undefined ? from : moment?.at;
	const [first] = entries;
	return first !== undefined && Date.parse(first.timestamp) < Date.parse(start ?? since);
}

/** The walk after a page, and the entries of the page that were not walked before, with their ids. */
export function walkAfterPage(
	walk: WindowWalk,
	page: UsagePage,
): { walk: WindowWalk; fresh: IdentifiedEntry[] } {
	const { identify, moment } = createIdAssigner(walk.window.moment);
	const { passed, skip } = countPassedEntries(walk.window, page.entries);
	const fresh = page.entries.map(identify).slice(passed);
	const window = {
		...walk.window,
		cursor: page.nextCursor,
		skip,
		moment: moment(),
		pages: (walk.window.pages ?? 0) + 1,
	};
	return { walk: { ...walk, window, finished: page.nextCursor === undefined }, fresh };
}

/**
 * How many entries of a page were walked before, and how many must still be skipped. Those lie in the moment that the window starts
 * over from: where the history is another one, as with the key of another account, nothing later is skipped.
 */
function countPassedEntries({ skip, from }: OpenWindow, entries: readonly UsageEntry[]) {
	const most = Math.min(skip, entries.length);
	if (from === undefined) return { passed: most, skip: skip - most };
	const later = entries.findIndex(({ timestamp }) => Date.parse(timestamp) > Date.parse(from));
	const passed = later < 0 ? most : Math.min(most, later);
	return { passed, skip: later < 0 ? skip - passed : 0 };
}

/** The walk after the service refused its cursor: from the moment it had come to, passing over what was walked there (pages are stable). */
export function restartedWalk(walk: WindowWalk): WindowWalk {
	const { moment, from, skip } = walk.window;
	return {
		...walk,
		window: {
			...walk.window,
			cursor: undefined,
			from: moment?.at ?? from,
			skip: skip + (moment === undefined ? 0 : entryCountIn(moment)),
			moment: undefined,
		},
	};
}

/** The position to keep after the walk: a finished window is left behind, an unfinished one is kept. */
export function positionAfter({ since, window, finished }: WindowWalk): HistoryPosition {
	return finished ? { since: window.until } : { since, open: window };
}
