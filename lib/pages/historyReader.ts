import type { IDataObject, IHttpRequestOptions } from 'n8n-workflow';

import { ServiceFailure } from '../base/failure';
import type { Send } from '../http/send';
import { cursorPages, type ReadPage, type WalkedPage } from './cursorPages';
import { PageCount } from './endlessWalk';
import type { HistoryPart, Reading } from './historyPart';
import { cutOf, isWithin } from './timeWindow';
import { WindowQueue } from './windowQueue';

export interface HistoryRequest<T> {
	/** The request for the first page of the whole period. */
	first: IHttpRequestOptions;
	send: Send;
	read: ReadPage<T>;
	/** How many entries are wanted; all if left out. */
	wanted?: number;
}

/** Reads the parts of a usage history, page by page. */
export class HistoryReader<T> {
	readonly queue: WindowQueue<Reading<T>>;
	private readonly query: IDataObject;
	private readonly stopped = new AbortController();
	private readonly count = new PageCount();

	constructor(private readonly request: HistoryRequest<T>) {
		this.query = request.first.qs ?? {};
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
		const { first, send, read } = this.request;
		const stoppable: Send = async (options, policy) =>
			await send(options, { ...policy, signal: this.stopped.signal });
		const pages = cursorPages({ ...first, qs }, stoppable, read);
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
	return new ServiceFailure(
		'The service sent usage entries outside of the time that was asked for',
		{
			kind: 'malformed',
			status: 200,
			cure: 'Choose a shorter period.',
		},
	);
}
