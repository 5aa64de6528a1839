import type { IHttpRequestOptions } from 'n8n-workflow';

import type { Run, Send } from '../../lib/http/send';
import { historyPages } from '../../lib/pages/historyPages';
import { chargePage, type Charge } from '../../lib/usage/entry';
import type { Span } from '../../lib/usage/slots';

/** How an operation reads the history: the request without its query, and what sends it. */
export interface HistorySource {
	options: IHttpRequestOptions;
	send: Send;
	run: Pick<Run, 'spare' | 'free'>;
}

/** Passes every charge of a span to `use`, in order of time; few pages are in memory at a time. */
export async function walkCharges(
	{ options, send, run }: HistorySource,
	{ start, end }: Span,
	currency: string | undefined,
	use: (charge: Charge) => void,
): Promise<void> {
	// The service refuses a span without length.
	if (end <= start) return;
	const qs = {
		startTimestamp: new Date(start).toISOString(),
		endTimestamp: new Date(end).toISOString(),
		...(currency === undefined ? {} : { currency }),
	};
	const walk = { first: { ...options, qs }, send, run, read: chargePage };
	for await (const { content, skip, end } of historyPages(walk)) {
		for (const charge of content.slice(skip, end)) use(charge);
	}
}
