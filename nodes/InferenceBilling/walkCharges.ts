import type { IHttpRequestOptions } from 'n8n-workflow';

import { cursorPages } from '../../lib/transport/pages/cursorPages';
import type { Send } from '../../lib/transport/plan';
import { usagePage } from '../../lib/usage/entry';
import { chargeOf, type Charge } from '../../lib/usage/report/charge';
import type { Span } from '../../lib/usage/report/period';

/** Gives every charge of a span to `use`, in order of time; one page is in memory at a time. */
export async function walkCharges(
	options: IHttpRequestOptions,
	send: Send,
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
	const pages = cursorPages({ ...options, qs }, send, (answer) => {
		const { entries, nextCursor } = usagePage(answer);
		return { content: entries, entries: entries.length, nextCursor };
	});
	for await (const { content, skip } of pages) {
		for (const entry of content.slice(skip)) use(chargeOf(entry));
	}
}
