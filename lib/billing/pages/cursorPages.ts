import type { IDataObject, IHttpRequestOptions } from 'n8n-workflow';

import type { Answer } from '../../core/answer';
import { ANSWER_TOO_LARGE } from '../../core/bounds';
import { failureOrRethrow, ServiceFailure } from '../../core/failure';
import { verdictOf } from '../../wire/errors/verdict';
import type { SendRequest } from '../../wire/send';

const MAX_RESTARTS = 3;

/** A page as it was read: its content, how many entries it holds, and where the next one is. */
export interface Page<T> {
	content: T;
	entries: number;
	nextCursor?: string;
	/** The times of its entries in Unix milliseconds, where the page says them. */
	times?: () => number[] | undefined;
	/** The identifiers of its requests as one text, where every entry has one. */
	requests?: () => string | undefined;
}

export type ReadPage<T> = (answer: Answer) => Promise<Page<T>> | Page<T>;

export interface WalkedPage<T> extends Page<T> {
	/** How many entries of this page were emitted before the walk had to start over; they must be skipped. */
	skip: number;
}

export interface WalkOptions {
	/** The query to start over with, and from then on with pages of this size where one was too large. */
	startOver?: (pageSize: number | undefined) => IDataObject;
	mostPages?: number;
}

/**
 * The pages of a cursor walk, one at a time (docs/maintainers/service.md#usage-history): after the first, the cursor is sent alone.
 * When the service refuses a cursor, the walk starts over: from the first page, passing over what was given, since pages are stable; or,
 * for a caller that remembers how far it has come, with the query of `startOver`, which then holds for a cursor in the first request too.
 * A page that is too large to be read makes it start over with smaller ones.
 * The refusal is thrown when it meets another first request, or several times without progress. A cursor that comes a second time, or more
 * pages than there may be, ends the walk too, after the pages were given.
 */
export async function* cursorPages<T>(
	first: IHttpRequestOptions,
	send: SendRequest,
	read: ReadPage<T>,
	{ startOver, mostPages }: WalkOptions = {},
): AsyncGenerator<WalkedPage<T>> {
	const { qs = {}, ...request } = first;
	let query: IDataObject = qs;
	let isByCursor = startOver !== undefined && query.cursor !== undefined;
	let emittedCount = 0;
	let position = 0;
	let restarts = 0;
	let pageSize: number | undefined;
	const pageCounter = new PageCounter(mostPages);
	const repetitionGuard = new RepetitionGuard();
	for (;;) {
		const page = await fetchPage({ ...request, qs: query }, send, read).catch(failureOrRethrow);
		if (page instanceof ServiceFailure) {
			const smaller = smallerPageSize(page, pageSize ?? Number(qs.pageSize ?? MAX_PAGE_SIZE));
			const isStale = isByCursor && isRefusedCursor(page) && ++restarts <= MAX_RESTARTS;
			// A cursor of the user holds a page size that is not known.
			const mayShrink =
				smaller !== undefined && (startOver !== undefined || qs.cursor === undefined);
			if (!isStale && !mayShrink) throw page;
			if (mayShrink) pageSize = smaller;
			query = { ...(startOver?.(pageSize) ?? qs), ...(pageSize !== undefined && { pageSize }) };
			isByCursor = false;
			position = startOver === undefined ? 0 : emittedCount;
			repetitionGuard.forget();
			continue;
		}
		const { entries, nextCursor } = page;
		if (isByCursor || nextCursor !== undefined)
			repetitionGuard.checkPage(page.times?.(), page.requests?.());
		const skip = Math.min(entries, Math.max(0, emittedCount - position));
		position += entries;
		if (position > emittedCount) restarts = 0;
		emittedCount = Math.max(emittedCount, position);
		if (skip < entries || entries === 0) yield { ...page, skip };
		if (nextCursor === undefined) return;
		repetitionGuard.checkCursor(nextCursor, entries);
		pageCounter.addPage();
		query = { cursor: nextCursor };
		isByCursor = true;
	}
}

async function fetchPage<T>(request: IHttpRequestOptions, send: SendRequest, read: ReadPage<T>) {
	return await read(await send(request));
}

/** Sizes that the service takes. */
export const MAX_PAGE_SIZE = 1_000;
const MIN_PAGE_SIZE = 10;

/** Half of the size, where the page was too large to be read; undefined where it was not, or there is nothing smaller. */
function smallerPageSize({ facts }: ServiceFailure, size: number): number | undefined {
	if (facts.code !== ANSWER_TOO_LARGE || size <= MIN_PAGE_SIZE) return undefined;
	return Math.max(MIN_PAGE_SIZE, Math.floor(size / 2));
}

/**
 * Whether the refusal may be one of the cursor. The specification names 400 for one that has expired; others say 403, 404, 410, 422, or
 * fail with 500 each time. Reading is free: the first request shows whether it was the cursor.
 */
function isRefusedCursor({ facts }: ServiceFailure): boolean {
	const { reason, modelFault } = verdictOf(facts);
	// What is about money, the credential or this moment would meet the first page as well.
	const isTrouble = reason === 'trouble' && modelFault === undefined;
	return isTrouble || reason === 'request' || reason === 'access';
}

const MAX_EMPTY_PAGES = 100;
/** Ten million entries of a history, at 1,000 a page. */
export const DEFAULT_MAX_PAGES = 10_000;

export const REPEATED_CURSOR = 'REPEATED_CURSOR';

/** Counts the pages of a walk, and throws a ServiceFailure once there are more than there may be. */
export class PageCounter {
	private pageCount = 0;

	constructor(private readonly maxPages = DEFAULT_MAX_PAGES) {}

	addPage(): void {
		if (++this.pageCount < this.maxPages) return;
		throw tooManyPagesFailure(this.maxPages);
	}
}

export function tooManyPagesFailure(maxPages: number): ServiceFailure {
	return wrongPagesFailure(
		`The history has more than ${maxPages} pages`,
		'Ask for a shorter time. If so many are right, increase Max Pages under Options.',
	);
}

class RepetitionGuard {
	private readonly seenCursors = new Set<string>();
	private emptyPagesInARow = 0;
	private lastEntryTime = -Infinity;
	private lastFingerprint: string | undefined;

	/** Throws a ServiceFailure for a cursor that was there before, or after many pages without an entry. */
	checkCursor(cursor: string, entries: number): void {
		this.emptyPagesInARow = entries === 0 ? this.emptyPagesInARow + 1 : 0;
		if (this.seenCursors.has(cursor)) throw repeatedCursorFailure();
		if (this.emptyPagesInARow > MAX_EMPTY_PAGES) throw emptyPagesFailure();
		this.seenCursors.add(cursor);
	}

	/**
	 * Throws a ServiceFailure for a page that brings the one before it again, or goes back in time: whatever its cursor says, its entries
	 * would be counted twice. `times` are those of its entries, in Unix milliseconds; `mark` stands for its content where no two pages
	 * can share it.
	 */
	checkPage(times: readonly number[] | undefined, mark: string | undefined): void {
		const [first = Infinity, last = -Infinity] = [times?.[0], times?.at(-1)];
		if (first < this.lastEntryTime || (mark !== undefined && mark === this.lastFingerprint))
			throw repeatedEntriesFailure();
		this.lastEntryTime = Math.max(this.lastEntryTime, last);
		this.lastFingerprint = mark;
	}

	/** For a chain that starts over: its cursors and pages may come again. */
	forget(): void {
		this.seenCursors.clear();
		this.lastEntryTime = -Infinity;
		this.lastFingerprint = undefined;
	}
}

const ONE_PAGE_CURE =
	'Choose a shorter period, or use Usage > Get Many with Return All off and a Limit of one page.';

export function repeatedCursorFailure(): ServiceFailure {
	return wrongPagesFailure(
		'The service sent the same cursor twice',
		ONE_PAGE_CURE,
		REPEATED_CURSOR,
	);
}

/** Its cursors may be right: who keeps the last one can go on from there. */
function emptyPagesFailure(): ServiceFailure {
	return wrongPagesFailure('The service sent one empty page after another', ONE_PAGE_CURE);
}

function repeatedEntriesFailure(): ServiceFailure {
	return wrongPagesFailure(
		'The service sent usage entries a second time, under another cursor',
		ONE_PAGE_CURE,
		REPEATED_CURSOR,
	);
}

export function wrongPagesFailure(message: string, cure?: string, code?: string): ServiceFailure {
	return new ServiceFailure(message, { kind: 'malformed', status: 200, cure, code });
}
