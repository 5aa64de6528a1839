import type { IDataObject, IHttpRequestOptions } from 'n8n-workflow';

import type { Answer } from '../http/answer';
import { caught, ServiceFailure } from '../errors/failure';
import type { Send } from '../plan';

const MAX_RESTARTS = 3;
const MOST_EMPTY_PAGES = 100;
/** Five million entries of a history, at 500 a page. */
const MOST_PAGES = 10_000;

/** A page as it was read: its content, how many entries it holds, and where the next one is. */
export interface Page<T> {
	content: T;
	entries: number;
	nextCursor?: string;
}

export interface WalkedPage<T> {
	content: T;
	/** How many entries of this page were given before the walk had to start over; they are to be skipped. */
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
	read: (answer: Answer) => Promise<Page<T>> | Page<T>,
	startOver?: () => IDataObject,
): AsyncGenerator<WalkedPage<T>> {
	const { qs = {}, ...request } = first;
	let query: IDataObject = qs;
	let byCursor = startOver !== undefined && query.cursor !== undefined;
	let given = 0;
	let position = 0;
	let restarts = 0;
	let empty = 0;
	let pages = 0;
	const seen = new Set<string>();
	for (;;) {
		const answer = await send({ ...request, qs: query }).catch(caught);
		if (answer instanceof ServiceFailure) {
			const mayRestart = byCursor && isRefusedCursor(answer);
			if (!mayRestart || ++restarts > MAX_RESTARTS) throw answer;
			query = startOver?.() ?? qs;
			byCursor = false;
			position = startOver === undefined ? 0 : given;
			seen.clear();
			continue;
		}
		const { content, entries, nextCursor } = await read(answer);
		const skip = Math.min(entries, Math.max(0, given - position));
		position += entries;
		if (position > given) restarts = 0;
		given = Math.max(given, position);
		if (skip < entries || entries === 0) yield { content, skip };
		if (nextCursor === undefined) return;
		empty = entries === 0 ? empty + 1 : 0;
		if (seen.has(nextCursor) || empty > MOST_EMPTY_PAGES) throw endless();
		if (++pages >= MOST_PAGES) throw tooMany();
		seen.add(nextCursor);
		query = { cursor: nextCursor };
		byCursor = true;
	}
}

/** The code of a walk that would go on for ever. */
export const REPEATED_CURSOR = 'REPEATED_CURSOR';

/** The failure of a walk that would go on for ever. */
export function endless(): ServiceFailure {
	return new ServiceFailure(
		'The service sent the same cursor twice, or one empty page after another',
		{
			kind: 'malformed',
			status: 200,
			code: REPEATED_CURSOR,
			cure: 'Turn Return All off and choose a Limit of one page.',
		},
	);
}

function tooMany(): ServiceFailure {
	return new ServiceFailure(`The history has more than ${MOST_PAGES} pages`, {
		kind: 'malformed',
		status: 200,
		cure: 'Ask for a shorter time.',
	});
}

/** Whether the service refused the request as such, as it does with a cursor that has expired. */
function isRefusedCursor({ facts }: ServiceFailure): boolean {
	return facts.status === 400;
}
