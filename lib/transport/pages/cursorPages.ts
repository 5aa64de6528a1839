import type { IHttpRequestOptions } from 'n8n-workflow';

import type { Answer } from '../http/answer';
import { caught, ServiceFailure } from '../errors/failure';
import type { Send } from '../runOperation';

const MAX_RESTARTS = 3;
const MOST_EMPTY_PAGES = 100;

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
 * When the service refuses a cursor, the walk starts over from the first page and passes over what was given, since pages are stable.
 * The refusal is thrown when it meets the first request, as with a cursor of the user's own, or several times without progress. A cursor that comes a second time ends the walk too, after its page was given.
 */
export async function* cursorPages<T>(
	first: IHttpRequestOptions,
	send: Send,
	read: (answer: Answer) => Promise<Page<T>> | Page<T>,
): AsyncGenerator<WalkedPage<T>> {
	const { qs = {}, ...request } = first;
	let cursor: string | undefined;
	let given = 0;
	let position = 0;
	let restarts = 0;
	let empty = 0;
	const seen = new Set<string>();
	for (;;) {
		const query = cursor === undefined ? qs : { cursor };
		const answer = await send({ ...request, qs: query }).catch(caught);
		if (answer instanceof ServiceFailure) {
			const mayRestart = cursor !== undefined && isRefusedCursor(answer);
			if (!mayRestart || ++restarts > MAX_RESTARTS) throw answer;
			cursor = undefined;
			position = 0;
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
		seen.add(nextCursor);
		cursor = nextCursor;
	}
}

function endless(): ServiceFailure {
	return new ServiceFailure(
		'The service sent the same cursor twice, or one empty page after another',
		{
			kind: 'malformed',
			status: 200,
			cure: 'Turn Return All off and choose a Limit of one page.',
		},
	);
}

/** Whether the service refused the request as such, as it does with a cursor that has expired. */
export function isRefusedCursor(error: unknown): boolean {
	return error instanceof ServiceFailure && error.facts.status === 400;
}
