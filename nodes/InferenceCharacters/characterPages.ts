import type { IDataObject, IHttpRequestOptions, INodeExecutionData } from 'n8n-workflow';
import { z } from 'zod';

import { CHARACTER_LIST_ANSWER, simplifiedCharacter } from '../../lib/models/characterRecord';
import { shapedItems } from '../../lib/wire/simplifiedItems';
import { isRecord } from '../../lib/core/record';
import { objectWith, listWithUnread, nullIfUnreadable, readAs } from '../../lib/wire/readAs';
import { collectListEntries } from '../../lib/billing/pages/offsetPages';
import type { Item } from '../../lib/run/item';
import type { Prepare } from '../../lib/wire/send';
import { readWantedCount } from '../common/wantedCount';

const MAX_PAGE_SIZE = 100;

const REVIEW_LIST_SCHEMA = objectWith({
	data: listWithUnread(
		objectWith({
			rating: z.number(),
			message: nullIfUnreadable(z.string()),
			username: nullIfUnreadable(z.string()),
		}),
	),
	summary: nullIfUnreadable(objectWith({})),
	pagination: nullIfUnreadable(objectWith({ totalPages: nullIfUnreadable(z.number()) })),
});

/** Sends lists as repeated names, and refuses a limit that cannot be one. */
export const prepareListRequest: Prepare = function (options) {
	readWantedCount(this);
	options.arrayFormat = 'repeat';
};

export async function walkCharacters(item: Item): Promise<INodeExecutionData[]> {
	const { context, request, send } = item;
	const wanted = readWantedCount(context);
	const query = queryOf(request);
	const pageSize = Number(query.limit ?? Math.min(MAX_PAGE_SIZE, wanted));
	const start = Number(query.offset ?? 0);
	const entries = await collectListEntries({
		wanted,
		fetch: async (_page, skippedCount) => {
			const qs = { ...query, limit: pageSize, offset: start + skippedCount };
			return { entries: readAs(await send({ ...request, qs }), CHARACTER_LIST_ANSWER).data };
		},
	});
	return shapedItems(context, entries.filter(isRecord), simplifiedCharacter);
}

/** Walks the reviews by page number; with the summary of all reviews if the user wants it. */
export async function walkReviews(item: Item): Promise<INodeExecutionData[]> {
	const { context, request, send } = item;
	const wanted = readWantedCount(context);
	const query = queryOf(request);
	const pageSize = Number(query.pageSize ?? Math.min(MAX_PAGE_SIZE, wanted));
	const first = Number(query.page ?? 1);
	let summary: unknown;
	const entries = await collectListEntries({
		wanted,
		fetch: async (page) => {
			const qs = { ...query, page: first + page, pageSize };
			const { data, pagination, ...rest } = readAs(
				await send({ ...request, qs }),
				REVIEW_LIST_SCHEMA,
			);
			summary = rest.summary ?? null;
			const pages = pagination?.totalPages;
			return { entries: data, isLast: typeof pages === 'number' && first + page >= pages };
		},
	});
	const facts = context.parameters.options.includeSummary === true ? { summary } : {};
	return entries.map((entry) => ({ json: { ...(entry as IDataObject), ...facts } as IDataObject }));
}

function queryOf({ qs }: IHttpRequestOptions): IDataObject {
	return isRecord(qs) ? (qs as IDataObject) : {};
}
