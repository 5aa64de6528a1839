import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import { z } from 'zod';

import { isRecord } from '../../lib/core/record';
import { objectWith, listWithUnread, nullIfUnreadable, readAs } from '../../lib/wire/readAs';
import { collectListEntries } from '../../lib/billing/pages/offsetPages';
import type { Item } from '../../lib/run/item';
import { readWantedCount } from '../common/wantedCount';

export const MAX_TRANSACTIONS_PER_PAGE = 100;

const TRANSACTIONS_SCHEMA = objectWith({
	data: objectWith({
		transactions: listWithUnread(
			objectWith({
				id: nullIfUnreadable(z.string()),
				amount: z.number(),
				balanceAfter: nullIfUnreadable(z.number()),
				type: nullIfUnreadable(z.string()),
				createdAt: nullIfUnreadable(z.string()),
				requestId: nullIfUnreadable(z.string()),
				modelId: nullIfUnreadable(z.string()),
			}),
		),
		// A list that does not say whether it goes on would end too early.
		pagination: objectWith({ hasMore: z.boolean() }),
	}),
});

/** Walks the transactions by offset until there are no more, or as many as the limit asks for (docs/maintainers/service.md#wallets). */
export async function walkTransactions(item: Item): Promise<INodeExecutionData[]> {
	const { context, request, send } = item;
	const wanted = readWantedCount(context);
	const begin = isRecord(request.qs) ? Number(request.qs.offset ?? 0) : 0;
	const entries = await collectListEntries({
		wanted,
		fetch: async (_page, found) => {
			const qs = {
				limit: Math.min(MAX_TRANSACTIONS_PER_PAGE, wanted - found),
				offset: begin + found,
			};
			return transactionPage(readAs(await send({ ...request, qs }), TRANSACTIONS_SCHEMA));
		},
	});
	return entries.map((json) => ({ json: json as IDataObject }));
}

export function transactionPage(body: unknown): {
	entries: Array<Record<string, unknown>>;
	isLast: boolean;
} {
	const data = isRecord(body) && isRecord(body.data) ? body.data : {};
	const { transactions, pagination } = data;
	return {
		entries: Array.isArray(transactions) ? transactions.filter(isRecord) : [],
		isLast: !isRecord(pagination) || pagination.hasMore !== true,
	};
}
