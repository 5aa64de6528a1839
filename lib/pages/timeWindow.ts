/** A part of a period in Unix milliseconds: its start belongs to it, its end does not. A bound that is not set is that of the period. */
export interface TimeWindow {
	start?: number;
	end?: number;
}

/** Where a page is cut: what is older than `at` is kept, and the entries at `at` come again with the next window. */
export interface Cut {
	at: number;
	/** How many entries are kept. */
	entries: number;
	/** Entries per millisecond among them. */
	density: number;
}

/**
 * Where to cut a page that others follow: before the moment of its last entry, which may continue on the next page. Undefined where its times
 * are not known, do not ascend, or are all the same, and where nothing new would be kept.
 */
export function cutOf(times: readonly number[] | undefined, skip: number): Cut | undefined {
	const [first, at] = [times?.[0], times?.at(-1)];
	if (times === undefined || first === undefined || at === undefined) return undefined;
	if (times.some((time, index) => !(time >= (times[index - 1] ?? first)))) return undefined;
	const entries = times.indexOf(at);
	return entries > skip ? { at, entries, density: entries / (at - first) } : undefined;
}

/** Whether all times lie in a window. */
export function isWithin(
	times: readonly number[] | undefined,
	{ start = -Infinity, end = Infinity }: TimeWindow,
): boolean {
	return times === undefined || times.every((time) => time >= start && time < end);
}

/** The first of so many equal parts of a window, and what is left of it. A window without an end is taken for one that ends at `now`. */
export function firstPart(
	whole: TimeWindow,
	parts: number,
	now: number,
): { next: TimeWindow; rest?: TimeWindow } {
	const { start, end = now } = whole;
	if (start === undefined || !(parts > 1)) return { next: whole };
	const middle = start + Math.max(1, Math.floor((end - start) / parts));
	if (middle >= end) return { next: whole };
	return { next: { start, end: middle }, rest: { ...whole, start: middle } };
}
