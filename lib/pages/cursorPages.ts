import type { IDataObject, IHttpRequestOptions } from 'n8n-workflow';

import type { Answer } from '../base/answer';
import { caught, ServiceFailure } from '../base/failure';
import type { Send } from '../http/send';
import { CursorWatch, PageCount } from './endlessWalk';

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

/** Reads the page out of an answer. */
export type ReadPage<T> = (answer: Answer) => Promise<Page<T>> | Page<T>;

export interface WalkedPage<T> extends Page<T> {
	/** How many entries of this page were emitted before the walk had to start over; they must be skipped. */
	skip: number;
}

/**
 * The pages of a cursor walk, one at a time (docs/service.md#usage-history): after the first, the cursor is sent alone.
 * When the service refuses a cursor, the walk starts over: from the first page, passing over what was given, since pages are stable; or,
 * for a caller that remembers how far it has come, with the query of `startOver`, which then holds for a cursor in the first request too.
 * The refusal is thrown when it meets another first request, or several times without progress. A cursor that comes a second time, or more
 * pages than any history has, ends the walk too, after the pages were given.
 */
export async function* cursorPages<T>(
	first: IHttpRequestOptions,
	send: Send,
	read: ReadPage<T>,
	startOver?: () => IDataObject,
): AsyncGenerator<WalkedPage<T>> {
	const { qs = {}, ...request } = first;
	let query: IDataObject = qs;
	let byCursor = startOver !== undefined && query.cursor !== undefined;
	let given = 0;
	let position = 0;
	let restarts = 0;
	const count = new PageCount();
	const watch = new CursorWatch();
	for (;;) {
		const answer = await send({ ...request, qs: query }).catch(caught);
		if (answer instanceof ServiceFailure) {
			const mayRestart = byCursor && isRefusedCursor(answer);
			if (!mayRestart || ++restarts > MAX_RESTARTS) throw answer;
			query = startOver?.() ?? qs;
			byCursor = false;
			position = startOver === undefined ? 0 : given;
			watch.forget();
			continue;
		}
		const page = await read(answer);
		const { entries, nextCursor } = page;
		if (byCursor || nextCursor !== undefined) watch.checkPage(page.times?.(), page.requests?.());
		const skip = Math.min(entries, Math.max(0, given - position));
		position += entries;
		if (position > given) restarts = 0;
		given = Math.max(given, position);
		if (skip < entries || entries === 0) yield { ...page, skip };
		if (nextCursor === undefined) return;
		watch.check(nextCursor, entries);
		count.add();
		query = { cursor: nextCursor };
		byCursor = true;
	}
}

/** Whether the service refused the request as such, as it does with a cursor that has expired. */
function isRefusedCursor({ facts }: ServiceFailure): boolean {
	return facts.status === 400;
}
