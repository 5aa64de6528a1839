import { clock } from '../../core/clock';

/** How many pages a window is meant to hold: the more, the fewer end half empty; the fewer, the less waits in memory. */
const PAGES_PER_WINDOW = 3;
/** A window that holds so many times what was expected is planned again. */
const REPLAN_FACTOR = 1.5;
/** How much a window counts beside the ones after it: less when it turned out to be empty. */
const HISTORY_WEIGHT = 0.8;
const HISTORY_WEIGHT_AFTER_EMPTY = 0.25;
/** How much longer each window after a busy moment is than the one before. */
const WINDOW_GROWTH = 8;

/** What is expected of a window, and what was read in it. What is left of it after a page belongs to the same plan. */
interface WindowPlan {
	start?: number;
	/** Entries per millisecond; 0 where nothing is known. */
	density: number;
	expected: number;
	entries: number;
	/** What was read in the windows beside it. */
	seen: { entries: number; ms: number };
}

/** A part of the period: to be read, being read, or read. `Reading` is what its reader keeps with it. */
export interface PeriodPart<Reading> {
	window: TimeWindow;
	plan: WindowPlan;
	/** Entries per millisecond in the page before it. */
	local: number;
	/** How many windows were taken off its start. */
	taken: number;
	reading?: Reading;
}

/** The parts of a period in order of time, as long as the entries that are expected in them. */
export class WindowQueue<Reading> {
	readonly parts: Array<PeriodPart<Reading>>;
	/** How many entries a page holds; 0 until the first has come. */
	pageSize = 0;

	constructor(readonly period: TimeWindow) {
		this.parts = [{ window: period, plan: createPlan(period, 0), local: 0, taken: 0 }];
	}

	/**
	 * Shortens a part that is read next, and queues the rest of it. Up to `idle` readers have nothing else to do; the last of `readers` takes
	 * all that is left, which finds the next entries however far away they are.
	 */
	shortenPart(part: PeriodPart<Reading>, idle: number, readers: number): void {
		if (part.taken >= readers - 1) return;
		const { window, local, taken } = part;
		const { density, seen } = part.plan;
		const pages = createPlan(window, density).expected / this.pageSize;
		const localPages = createPlan(window, local).expected / this.pageSize;
		// A busy moment may last or be over: windows that grow find out, where readers would be idle.
		const isGuess = pages < idle && localPages > pages;
		const each = Math.min(PAGES_PER_WINDOW, Math.max(1, pages / idle));
		const count = isGuess ? localPages : Math.ceil(pages / each);
		const { next, rest } = splitOffFirstPart(window, count, clock.now());
		if (rest === undefined) return;
		const further = { local: isGuess ? local / WINDOW_GROWTH : local, taken: taken + 1 };
		this.insertAfter(part, { window: rest, plan: createPlan(rest, density, seen), ...further });
		part.plan = createPlan(next, density, seen);
		part.window = next;
	}

	/** Notes a page of a part that was cut, and queues what is left of the part. */
	cutPart(part: PeriodPart<Reading>, { at, entries, density: local }: PageCut): void {
		const { plan } = part;
		plan.entries += entries;
		const window = { ...part.window, start: at };
		this.insertAfter(part, { window, plan: this.planAfter(plan, window, local), local, taken: 0 });
	}

	/** Notes the last page of a part, for those that come after it. */
	finishPart(part: PeriodPart<Reading>, entries: number): void {
		const { start = NaN, seen } = part.plan;
		const { end = NaN } = part.window;
		if (!(end > start)) return;
		const sum = part.plan.entries + entries;
		const historyWeight = sum === 0 ? HISTORY_WEIGHT_AFTER_EMPTY : HISTORY_WEIGHT;
		seen.entries = seen.entries * historyWeight + sum;
		seen.ms = seen.ms * historyWeight + end - start;
		const later = this.parts.slice(this.parts.indexOf(part) + 1);
		const next = later.find(({ reading, plan }) => reading === undefined && plan.seen === seen);
		if (next !== undefined) next.plan.density = seen.entries / seen.ms;
	}

	private planAfter(
		plan: WindowPlan,
		window: TimeWindow & { start: number },
		local: number,
	): WindowPlan {
		if (plan.entries > REPLAN_FACTOR * plan.expected) {
			const average = plan.start === undefined ? local : plan.entries / (window.start - plan.start);
			// A busy moment says too much of the time after it, and all the time before it too little.
			return createPlan(window, Math.sqrt(local * average));
		}
		const rest = createPlan(window, plan.density, plan.seen);
		return rest.expected > PAGES_PER_WINDOW * this.pageSize ? rest : plan;
	}

	private insertAfter(part: PeriodPart<Reading>, next: PeriodPart<Reading>): void {
		this.parts.splice(this.parts.indexOf(part) + 1, 0, next);
	}
}

function createPlan(
	{ start, end = clock.now() }: TimeWindow,
	density: number,
	seen: WindowPlan['seen'] = { entries: 0, ms: 0 },
): WindowPlan {
	const expected = start === undefined ? 0 : Math.max(0, density * (end - start));
	return { start, density, expected, entries: 0, seen };
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
	/** Entries per millisecond among them. */
	density: number;
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
	return entries > skip ? { at, entries, density: entries / (at - first) } : undefined;
}

export function isWithinWindow(
	times: readonly number[] | undefined,
	{ start = -Infinity, end = Infinity }: TimeWindow,
): boolean {
	return times === undefined || times.every((time) => time >= start && time < end);
}

/** The first of so many equal parts of a window, and what is left of it. A window without an end is taken for one that ends at `now`. */
function splitOffFirstPart(
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
