import type { IDataObject, IHttpRequestOptions } from 'n8n-workflow';

import type { ServiceFailure } from '../../core/failure';
import type { SendRequest } from '../../wire/send';
import {
	cursorPages,
	PageCounter,
	wrongPagesFailure,
	type ReadPage,
	type WalkedPage,
} from './cursorPages';
import { findPageCut, isWithinWindow, WindowQueue, type PeriodPart } from './windowQueue';

/** How many pages may be in memory or in flight at once. */
const MAX_PAGES_AHEAD = 32;

interface HistoryWalk<T> {
	/** The request for the first page of the whole period. */
	first: IHttpRequestOptions;
	send: SendRequest;
	read: ReadPage<T>;
	/** How many entries are wanted; all if left out. */
	wanted?: number;
	mostPages?: number;
	/** The run, whose free places the walk takes for further requests at the same time. */
	run: {
		/** How many places are free. */
		readonly free: number;
		/** Takes another place, and returns the function that leaves it; undefined when none is free. */
		tryAcquireSlot(): (() => void) | undefined;
	};
}

/** A page whose entries from `skip` to `end` are new. */
export interface HistoryPageSlice<T> {
	content: T;
	skip: number;
	end: number;
}

interface PartReading<T> {
	pages: AsyncGenerator<WalkedPage<T>>;
	isInFlight: boolean;
	/** The page that was read and not given yet. */
	page?: HistoryPageSlice<T>;
	isFinished: boolean;
	failure?: { error: unknown };
}

type HistoryPart<T> = PeriodPart<PartReading<T>>;

/**
 * The pages of a usage history in order of time, several of them read at once (docs/maintainers/service.md#usage-history). The first request is that of the
 * whole period. Where more pages follow, the rest is split into windows by how dense the history is, and one that proves heavier is split again.
 * Windows share their bounds, the start inclusive and the end exclusive, so that no entry is missing or comes twice. Where an entry does not
 * say its time, or one millisecond fills a page, the cursors are followed. Throws the failure of the earliest window that cannot be read.
 */
export function historyPages<T>(walk: HistoryWalk<T>): AsyncGenerator<HistoryPageSlice<T>> {
	return new HistoryReader(walk).pages();
}

class HistoryReader<T> {
	private readonly queue: WindowQueue<PartReading<T>>;
	private readonly query: IDataObject;
	private readonly abortController = new AbortController();
	private readonly pageCounter: PageCounter;
	private givenEntries = 0;
	private inFlight = 0;
	private isItemSlotFree = true;
	private onChange = () => {};

	constructor(private readonly walk: HistoryWalk<T>) {
		this.query = walk.first.qs ?? {};
		this.pageCounter = new PageCounter(walk.mostPages);
		const { startTimestamp, endTimestamp } = this.query;
		this.queue = new WindowQueue({
			start: parseTime(startTimestamp),
			end: parseTime(endTimestamp),
		});
	}

	async *pages(): AsyncGenerator<HistoryPageSlice<T>> {
		const { parts } = this.queue;
		try {
			for (;;) {
				this.startReading();
				const [head] = parts;
				if (head === undefined) return;
				const { reading } = head;
				if (reading?.failure !== undefined) throw reading.failure.error;
				if (reading?.isFinished) parts.shift();
				const page = reading?.page;
				if (reading !== undefined && page !== undefined) {
					reading.page = undefined;
					this.givenEntries += page.end - page.skip;
					this.startReading();
					yield page;
				} else if (!reading?.isFinished) {
					await new Promise<void>((done) => (this.onChange = done));
				}
			}
		} finally {
			this.abortController.abort();
		}
	}

	/** Starts to read the earliest parts, as many at once as the run has places and memory has room for. */
	private startReading(): void {
		for (let part = this.nextPart(); part !== undefined; part = this.nextPart()) {
			const releaseSlot = this.acquireSlot();
			if (releaseSlot === undefined) return;
			const free = this.walk.run.free + Number(this.isItemSlotFree);
			const idleReaders = this.nextPart(part) === undefined ? 1 + free : 1;
			this.openPart(part, idleReaders, 1 + this.inFlight + free);
			this.inFlight++;
			void this.readNextPage(part).then(() => {
				this.inFlight--;
				releaseSlot();
				this.startReading();
				this.onChange();
			});
		}
	}

	/** The earliest part that can be read now: the first one always, others while there is room in memory, and none behind a failure. */
	private nextPart(excludedPart?: HistoryPart<T>): HistoryPart<T> | undefined {
		const { parts, pageSize } = this.queue;
		const { wanted = Infinity } = this.walk;
		const wantedPages = (wanted - this.givenEntries) / Math.max(1, pageSize);
		if (wantedPages <= 0) return undefined;
		const at = parts.findIndex(
			(part) =>
				part !== excludedPart && (isReadyToRead(part) || part.reading?.failure !== undefined),
		);
		const part = parts[at];
		if (part === undefined || part.reading?.failure !== undefined) return undefined;
		const maxPartsAhead = Math.min(MAX_PAGES_AHEAD, Math.ceil(wantedPages));
		return at === 0 || parts.filter((other) => !isReadyToRead(other)).length < maxPartsAhead
			? part
			: undefined;
	}

	/** The place of the item for one request in flight, and a spare one of the run for each other. */
	private acquireSlot(): (() => void) | undefined {
		if (!this.isItemSlotFree) return this.walk.run.tryAcquireSlot();
		this.isItemSlotFree = false;
		return () => {
			this.isItemSlotFree = true;
		};
	}

	/** Takes a part, or the start of it, to be read by one of `readers`, of whom `idle` have nothing else to do. */
	private openPart(part: HistoryPart<T>, idle: number, readers: number): void {
		if (part.reading !== undefined) return;
		this.queue.shortenPart(part, idle, readers);
		const { start, end } = part.window;
		const qs = { ...this.query };
		if (start !== this.queue.period.start) qs.startTimestamp = wireTime(start);
		if (end !== this.queue.period.end) qs.endTimestamp = wireTime(end);
		const { first, send, read, mostPages } = this.walk;
		const stoppable: SendRequest = async (options, policy) =>
			await send(options, { ...policy, signal: this.abortController.signal });
		const pages = cursorPages({ ...first, qs }, stoppable, read, { mostPages });
		part.reading = { pages, isInFlight: false, isFinished: false };
	}

	/** Reads the next page of a part that was opened; never rejects. */
	private async readNextPage(part: HistoryPart<T>): Promise<void> {
		const { reading } = part;
		if (reading === undefined) return;
		reading.isInFlight = true;
		try {
			if (this.queue.pageSize > 0) this.pageCounter.addPage();
			const { done, value } = await reading.pages.next();
			if (done === true) reading.isFinished = true;
			else this.takePage(part, reading, value);
		} catch (error) {
			reading.failure = { error };
		}
		reading.isInFlight = false;
	}

	private takePage(part: HistoryPart<T>, reading: PartReading<T>, page: WalkedPage<T>): void {
		const { content, entries, skip, nextCursor } = page;
		const { queue } = this;
		const isPeriod = part.window === queue.period;
		const isLast = nextCursor === undefined;
		// A cursor of the user holds filters that are not known.
		const isEnough = isPeriod && (isLast || entries >= (this.walk.wanted ?? Infinity));
		const isOfUse = this.query.cursor === undefined && !isEnough;
		const times = isOfUse ? page.times?.() : undefined;
		const isRight = isWithinWindow(times, part.window);
		if (!isRight && !isPeriod) throw outsideWindowFailure();
		const cut = isLast || !isRight ? undefined : findPageCut(times, skip);
		if (!isLast) queue.pageSize = Math.max(queue.pageSize, entries);
		if (cut !== undefined) queue.cutPart(part, cut);
		else if (isLast) queue.finishPart(part, entries);
		reading.page = { content, skip, end: cut?.entries ?? entries };
		reading.isFinished = isLast || cut !== undefined;
	}
}

function parseTime(text: unknown): number | undefined {
	return text === undefined ? undefined : Date.parse(String(text));
}

function wireTime(at: number | undefined): string | undefined {
	return at === undefined ? undefined : new Date(at).toISOString();
}

/** A service that does not keep to a window would have entries counted twice. */
function outsideWindowFailure(): ServiceFailure {
	return wrongPagesFailure(
		'The service sent usage entries outside of the time that was asked for',
		'Choose a shorter period.',
	);
}

/** Whether to read a part, from its start or from its next cursor on. */
function isReadyToRead<T>({ reading }: HistoryPart<T>): boolean {
	if (reading === undefined) return true;
	return !reading.isInFlight && !reading.isFinished && reading.page === undefined;
}
