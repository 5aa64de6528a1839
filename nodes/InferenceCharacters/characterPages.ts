import type { IDataObject, IHttpRequestOptions } from 'n8n-workflow';
import { z } from 'zod';

import { CHARACTER, simplifiedCharacter } from '../../lib/models/characterRecord';
import { shapedItems } from '../../lib/wire/simplify';
import { isRecord } from '../../lib/core/record';
import { objectWith, listOf, orNull, readAs } from '../../lib/wire/readAs';
import { listEntries } from '../../lib/billing/pages/offsetPages';
import type { Prepare, SendAll } from '../../lib/wire/send';
import { wantedCount } from '../common/wantedCount';

const LARGEST_PAGE = 100;

const CHARACTERS = objectWith({ data: listOf(CHARACTER) });
const REVIEWS = objectWith({
	data: listOf(
		objectWith({ rating: z.number(), message: orNull(z.string()), username: orNull(z.string()) }),
	),
	summary: orNull(objectWith({})),
	pagination: orNull(objectWith({ totalPages: orNull(z.number()) })),
});

/** Sends lists as repeated names, and refuses a limit that cannot be one. */
export const prepareList: Prepare = function (options) {
	wantedCount(this);
	options.arrayFormat = 'repeat';
};

/** Walks the characters by offset. */
export const walkCharacters: SendAll = async function (options, send) {
	const wanted = wantedCount(this);
	const query = queryOf(options);
	const pageSize = Number(query.limit ?? Math.min(LARGEST_PAGE, wanted));
	const start = Number(query.offset ?? 0);
	const entries = await listEntries({
		wanted,
		fetch: async (_page, found) => {
			const qs = { ...query, limit: pageSize, offset: start + found };
			return { entries: readAs(await send({ ...options, qs }), CHARACTERS).data };
		},
	});
	return shapedItems(this, entries.filter(isRecord), simplifiedCharacter);
};

/** Walks the reviews by page number; with the summary of all reviews if the user wants it. */
export const walkReviews: SendAll = async function (options, send) {
	const wanted = wantedCount(this);
	const query = queryOf(options);
	const pageSize = Number(query.pageSize ?? Math.min(LARGEST_PAGE, wanted));
	const first = Number(query.page ?? 1);
	let summary: unknown;
	const entries = await listEntries({
		wanted,
		fetch: async (page) => {
			const qs = { ...query, page: first + page, pageSize };
			const { data, pagination, ...rest } = readAs(await send({ ...options, qs }), REVIEWS);
			summary = rest.summary ?? null;
			const pages = pagination?.totalPages;
			return { entries: data, isLast: typeof pages === 'number' && first + page >= pages };
		},
	});
	const facts = this.getNodeParameter('options.includeSummary', false) === true ? { summary } : {};
	return entries.map((entry) => ({ json: { ...(entry as IDataObject), ...facts } as IDataObject }));
};

function queryOf({ qs }: IHttpRequestOptions): IDataObject {
	return isRecord(qs) ? (qs as IDataObject) : {};
}
