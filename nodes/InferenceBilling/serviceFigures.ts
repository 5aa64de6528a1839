import type { IDataObject, IHttpRequestOptions } from 'n8n-workflow';

import { readAs } from '../../lib/http/readAs';
import type { Send } from '../../lib/http/send';
import type { Span } from '../../lib/usage/slots';
import { ANALYTICS } from './analyticsAnswer';

const LISTS: Array<[group: string, list: 'byKey' | 'byModel']> = [
	['apiKey', 'byKey'],
	['model', 'byModel'],
];

/**
 * What the service itself added up per model or API key, which the history does not know (docs/service.md#billing): for the whole days in UTC that the
 * span touches, up to ten minutes old, without bundled credits. It stands apart, as it need not agree with the totals of a report.
 */
export async function serviceFigures(
	options: IHttpRequestOptions,
	send: Send,
	{ start, end }: Span,
	groups: Set<string>,
): Promise<IDataObject | undefined> {
	const wanted = LISTS.filter(([group]) => groups.has(group));
	if (wanted.length === 0) return undefined;
	const day = (at: number) => new Date(at).toISOString().slice(0, 10);
	const dates = { startDate: day(start), endDate: day(Math.max(start, end - 1)) };
	const answer = await send(
		{ ...options, url: '/billing/usage-analytics', qs: dates },
		{ bucket: '/billing/usage-analytics' },
	);
	const whole = readAs(answer, ANALYTICS.pick({ byKey: true, byModel: true }));
	const lists = wanted.map(([, list]) => [list, whole[list]] as const);
	return { ...dates, timeZone: 'UTC', ...Object.fromEntries(lists) } as IDataObject;
}
