import type {
	IDataObject,
	IExecuteSingleFunctions,
	IHttpRequestOptions,
	INodeExecutionData,
} from 'n8n-workflow';

import { isRecord } from '../../lib/record';
import type { Send } from '../../lib/transport/runOperation';
import { wantedCount } from '../common/wantedCount';

const LARGEST_PAGE = 100;

/** Walks the transactions by offset until there are no more, or as many as the limit asks for (docs/service.md#wallets). */
export async function walkTransactions(
	this: IExecuteSingleFunctions,
	options: IHttpRequestOptions,
	send: Send,
): Promise<INodeExecutionData[]> {
	const wanted = wantedCount(this);
	const items: INodeExecutionData[] = [];
	const begin = isRecord(options.qs) ? Number(options.qs.offset ?? 0) : 0;
	for (let more = true; more && items.length < wanted;) {
		const limit = Math.min(LARGEST_PAGE, wanted - items.length);
		const qs = { limit, offset: begin + items.length };
		const { body } = await send({ ...options, qs });
		const data = isRecord(body) && isRecord(body.data) ? body.data : {};
		const page = Array.isArray(data.transactions) ? data.transactions.filter(isRecord) : [];
		items.push(...page.map((json) => ({ json: json as IDataObject })));
		more = page.length > 0 && isRecord(data.pagination) && data.pagination.hasMore === true;
	}
	return items;
}
