import type { IDataObject, IHttpRequestOptions } from 'n8n-workflow';

import type { ServiceFailure } from '../../core/failure';
import type { Send } from '../../wire/send';
import { cursorPages, PageCount, wrongPages, type ReadPage, type WalkedPage } from './cursorPages';
import { cutOf, isWithin, WindowQueue, type PeriodPart } from './windowQueue';

export interface HistoryRequest<T> {
	/** The request for the first page of the whole period. */
	first: IHttpRequestOptions;
	send: Send;
	read: ReadPage<T>;
	/** How many entries are wanted; all if left out. */
	wanted?: number;
	/** How many pages there may be. */
	mostPages?: number;
}

/** Reads the parts of a usage history, page by page. */
export class HistoryReader<T> {
	readonly queue: WindowQueue<Reading<T>>;
	private readonly query: IDataObject;
	private readonly stopped = new AbortController();
	private readonly count: PageCount;

	constructor(private readonly request: HistoryRequest<T>) {
		this.query = request.first.qs ?? {};
		this.count = new PageCount(request.mostPages);
		const { startTimestamp, endTimestamp } = this.query;
		this.queue = new WindowQueue({ start: timeOf(startTimestamp), end: timeOf(endTimestamp) });
	}

	/** Ends what is in flight. */
	stop(): void {
		this.stopped.abort();
	}

	/** Takes a part, or the start of it, to be read by one of `readers`, of whom `idle` have nothing else to do. */
	open(part: HistoryPart<T>, idle: number, readers: number): void {
		if (part.reading !== undefined) return;
		this.queue.shorten(part, idle, readers);
		const { start, end } = part.window;
		const qs = { ...this.query };
		if (start !== this.queue.period.start) qs.startTimestamp = wireTime(start);
		if (end !== this.queue.period.end) qs.endTimestamp = wireTime(end);
		const { first, send, read, mostPages } = this.request;
		const stoppable: Send = async (options, policy) =>
			await send(options, { ...policy, signal: this.stopped.signal });
		const pages = cursorPages({ ...first, qs }, stoppable, read, { mostPages });
		part.reading = { pages, isInFlight: false, isFinished: false };
	}

	/** Reads the next page of a part that was opened; never rejects. */
	async read(part: HistoryPart<T>): Promise<void> {
		const { reading } = part;
		if (reading === undefined) return;
		reading.isInFlight = true;
		try {
			if (this.queue.pageSize > 0) this.count.add();
			const { done, value } = await reading.pages.next();
			if (done === true) reading.isFinished = true;
			else this.take(part, reading, value);
		} catch (error) {
			reading.failure = { error };
		}
		reading.isInFlight = false;
	}

	private take(part: HistoryPart<T>, reading: Reading<T>, page: WalkedPage<T>): void {
		const { content, entries, skip, nextCursor } = page;
		const { queue } = this;
		const isPeriod = part.window === queue.period;
		const isLast = nextCursor === undefined;
		// A cursor of the user holds filters that are not known.
		const isEnough = isPeriod && (isLast || entries >= (this.request.wanted ?? Infinity));
		const isOfUse = this.query.cursor === undefined && !isEnough;
		const times = isOfUse ? page.times?.() : undefined;
		const isRight = isWithin(times, part.window);
		if (!isRight && !isPeriod) throw strayed();
		const cut = isLast || !isRight ? undefined : cutOf(times, skip);
		if (!isLast) queue.pageSize = Math.max(queue.pageSize, entries);
		if (cut !== undefined) queue.cut(part, cut);
		else if (isLast) queue.finish(part, entries);
		reading.page = { content, skip, end: cut?.entries ?? entries };
		reading.isFinished = isLast || cut !== undefined;
	}
}

function timeOf(text: unknown): number | undefined {
	return text === undefined ? undefined : Date.parse(String(text));
}

function wireTime(at: number | undefined): string | undefined {
	return at === undefined ? undefined : new Date(at).toISOString();
}

/** A service that does not keep to a window would have entries counted twice. */
function strayed(): ServiceFailure {
	return wrongPages(
		'The service sent usage entries outside of the time that was asked for',
		'Choose a shorter period.',
	);
}

/** How many pages may be in memory or in flight at once: so many for what is emitted soon, and fewer for what is far ahead of it. */
const MOST_AHEAD = 32;
const MOST_FAR_AHEAD = 16;
/** Parts that are emitted soon. */
const NEAR = 8;

/** A page whose entries from `skip` to `end` are new. */
export interface HistoryPage<T> {
	content: T;
	skip: number;
	end: number;
}

/** How far a part of the period was read. */
interface Reading<T> {
	pages: AsyncGenerator<WalkedPage<T>>;
	isInFlight: boolean;
	/** The page that was read and not given yet. */
	page?: HistoryPage<T>;
	isFinished: boolean;
	failure?: { error: unknown };
}

export type HistoryPart<T> = PeriodPart<Reading<T>>;

/**
 * The earliest part that can be read now, where `wanted` more pages are: the first one always, others while there is room in memory, and none
 * behind a failure. Leaves out the part `besides`.
 */
export function partToRead<T>(
	{ parts }: WindowQueue<Reading<T>>,
	wanted: number,
	besides?: HistoryPart<T>,
): HistoryPart<T> | undefined {
	if (wanted <= 0) return undefined;
	const at = parts.findIndex(
		(part) => part !== besides && (isOpen(part) || part.reading?.failure !== undefined),
	);
	const part = parts[at];
	if (part === undefined || part.reading?.failure !== undefined) return undefined;
	const most = Math.min(at < NEAR ? MOST_AHEAD : MOST_FAR_AHEAD, Math.ceil(wanted));
	return at === 0 || parts.filter((other) => !isOpen(other)).length < most ? part : undefined;
}

/** Whether to read a part, from its start or from its next cursor on. */
function isOpen<T>({ reading }: HistoryPart<T>): boolean {
	if (reading === undefined) return true;
	return !reading.isInFlight && !reading.isFinished && reading.page === undefined;
}
