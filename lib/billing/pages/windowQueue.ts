import { clock } from '../../core/clock';

/** How many pages a window is meant to hold: the more, the fewer end half empty; the fewer, the less waits in memory. */
const PAGES_PER_WINDOW = 3;
/** How much of what was read before counts beside what is read now: less where that turned out to be empty. */
const HISTORY_WEIGHT = 0.8;
const HISTORY_WEIGHT_AFTER_EMPTY = 0.25;

/** A part of the period: to be read, being read, or read. `Reading` is what its reader keeps with it. */
export interface PeriodPart<Reading> {
	window: TimeWindow;
	/** How many windows were taken off its start. */
	taken: number;
	reading?: Reading;
}

/** The parts of a period in order of time, as long as the entries that are expected in them. */
export class WindowQueue<Reading> {
	readonly parts: Array<PeriodPart<Reading>>;

	/** How many entries a page holds; 0 until the first has come. */
	pageSize = 0;

	/** How dense the history is, by what was read last. */
	private readonly seen = { entries: 0, ms: 0 };

	constructor(readonly period: TimeWindow) {
		this.parts = [{ window: period, taken: 0 }];
	}

	/**
	 * Shortens a part that is read next, and queues the rest of it. Up to `idle` readers have nothing else to do; the last of `readers` takes
	 * all that is left, which finds the next entries however far away they are.
	 */
	shortenPart(part: PeriodPart<Reading>, idle: number, readers: number): void {
		const { window, taken } = part;
		const { start, end = clock.now() } = window;
		const { entries, ms } = this.seen;
		if (taken >= readers - 1 || start === undefined || ms === 0) return;
		const pages = ((entries / ms) * (end - start)) / this.pageSize;
		const each = Math.min(PAGES_PER_WINDOW, Math.max(1, pages / idle));
		const middle = start + Math.max(1, Math.floor((end - start) / Math.ceil(pages / each)));
		if (!(middle < end)) return;
		this.insertAfter(part, { window: { ...window, start: middle }, taken: taken + 1 });
		part.window = { start, end: middle };
	}

	/** Notes a page of a part that was cut, and queues what is left of the part. */
	cutPart(part: PeriodPart<Reading>, { at, entries, ms }: PageCut): void {
		// Where the history became busier, what was read before says too little of what comes.
		if (entries / ms > this.seen.entries / this.seen.ms) this.seen.entries = this.seen.ms = 0;
		this.noteEntries(entries, ms);
		this.insertAfter(part, { window: { ...part.window, start: at }, taken: 0 });
	}

	/** Notes the last page of a part. */
	finishPart({ window: { start = NaN, end = NaN } }: PeriodPart<Reading>, entries: number): void {
		if (end > start) this.noteEntries(entries, end - start);
	}

	private noteEntries(entries: number, ms: number): void {
		const weight = entries === 0 ? HISTORY_WEIGHT_AFTER_EMPTY : HISTORY_WEIGHT;
		this.seen.entries = this.seen.entries * weight + entries;
		this.seen.ms = this.seen.ms * weight + ms;
	}

	private insertAfter(part: PeriodPart<Reading>, next: PeriodPart<Reading>): void {
		this.parts.splice(this.parts.indexOf(part) + 1, 0, next);
	}
}

/** A part of a period in Unix milliseconds: its start belongs to it, its end does not. A bound that is not set is that of the period. */
interface TimeWindow {
	start?: number;
	end?: number;
}

/** Where a page is cut: what is older than `at` is kept, and the entries at `at` come again with the next window. */
interface PageCut {
	at: number;
	entries: number;
	/** From the first of them to `at`. */
	ms: number;
}

/**
 * Where to cut a page that others follow: before the moment of its last entry, which may continue on the next page. Undefined where its times
 * are not known, do not ascend, or are all the same, and where nothing new would be kept.
 */
export function findPageCut(
	times: readonly number[] | undefined,
	skip: number,
): PageCut | undefined {
	const [first, at] = [times?.[0], times?.at(-1)];
	if (times === undefined || first === undefined || at === undefined) return undefined;
	if (times.some((time, index) => !(time >= (times[index - 1] ?? first)))) return undefined;
	const entries = times.indexOf(at);
	return entries > skip ? { at, entries, ms: at - first } : undefined;
}

export function isWithinWindow(
	times: readonly number[] | undefined,
	{ start = -Infinity, end = Infinity }: TimeWindow,
): boolean {
	return times === undefined || times.every((time) => time >= start && time < end);
}
