import type {
	IDataObject,
	IExecuteSingleFunctions,
	IHttpRequestOptions,
	INodeExecutionData,
} from 'n8n-workflow';

import { isRecord } from '../../lib/record';
import { listEntries } from '../../lib/transport/pages/offsetPages';
import type { Send } from '../../lib/transport/runOperation';
import { wantedCount } from '../common/wantedCount';

/** The largest page of the list. */
export const LARGEST_PAGE = 100;

/** Walks the transactions by offset until there are no more, or as many as the limit asks for (docs/service.md#wallets). */
export async function walkTransactions(
	this: IExecuteSingleFunctions,
	options: IHttpRequestOptions,
	send: Send,
): Promise<INodeExecutionData[]> {
	const wanted = wantedCount(this);
	const begin = isRecord(options.qs) ? Number(options.qs.offset ?? 0) : 0;
	const entries = await listEntries({
		wanted,
		pageSize: LARGEST_PAGE,
		fetch: async (_page, found) => {
			const qs = { limit: Math.min(LARGEST_PAGE, wanted - found), offset: begin + found };
			const { body } = await send({ ...options, qs });
			return transactionPage(body);
		},
	});
	return entries.map((json) => ({ json: json as IDataObject }));
}

/** The transactions in an answer, and whether they are the last. */
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
