import type { IDataObject, IHttpRequestOptions } from 'n8n-workflow';
import { z } from 'zod';

import { badInput } from '../../lib/core/failure';
import { isRecord } from '../../lib/core/record';
import { readNumber } from '../../lib/fields/readParameter';
import { objectWith, listOf, orNull, readAs } from '../../lib/wire/readAs';
import type { Prepare, Read, Send } from '../../lib/wire/send';
import { simplifiedAnalytics } from '../../lib/billing/accountRecords';
import { wantsSimple } from '../../lib/wire/simplify';
import type { Span } from '../../lib/billing/slots';

const AMOUNT = orNull(z.number());
const totals = { totalUsd: AMOUNT, totalDiem: AMOUNT, totalUnits: AMOUNT };
const rows = listOf(objectWith({}));

/** What the service added up itself (docs/maintainers/service.md#billing): lists per day, model and API key. */
const ANALYTICS = objectWith({
	lookback: orNull(z.string()),
	byDate: listOf(objectWith({ date: z.string(), USD: AMOUNT, DIEM: AMOUNT })),
	byModel: listOf(
		objectWith({
			modelName: orNull(z.string()),
			unitType: orNull(z.string()),
			modelType: orNull(z.string()),
			breakdown: orNull(
				listOf(objectWith({ type: orNull(z.string()), usd: AMOUNT, diem: AMOUNT, units: AMOUNT })),
			),
			...totals,
		}),
	),
	byModelDaily: rows,
	topModels: orNull(z.array(z.unknown())),
	byKey: listOf(
		objectWith({ apiKeyId: orNull(z.string()), description: orNull(z.string()), ...totals }),
	),
	byKeyDaily: rows,
	topKeyNames: orNull(z.array(z.unknown())),
});

const LONGEST_LOOKBACK = 90;

/** Asks for the last days, or for the days from one date to another. */
export const addPeriod: Prepare = function (options) {
	const query = isRecord(options.qs) ? options.qs : {};
	if (this.getNodeParameter('period', 'days') !== 'dates') {
		const range = { min: 1, max: LONGEST_LOOKBACK, integer: true };
		const days = readNumber(this, 'days', 7, { label: 'Days', required: true, ...range });
		options.qs = { ...query, lookback: `${String(days)}d` } as IDataObject;
		return;
	}
	const { startDate, endDate } = query;
	if (String(endDate) < String(startDate)) {
		throw badInput(
			`Last Day must not be before First Day, but First Day is ${String(startDate)} and Last Day is ${String(endDate)}`,
		);
	}
};

/** The whole answer as one item, or the one list of it that the user chose, entry by entry. */
export const readAnalytics: Read = async function (response) {
	const answer: Record<string, unknown> = readAs(response, ANALYTICS);
	const whole = wantsSimple(this) ? simplifiedAnalytics(answer) : answer;
	const list = whole[String(this.getNodeParameter('outputAs', 'byDate'))];
	const records = Array.isArray(list) ? list.filter(isRecord) : [whole];
	return records.map((json) => ({ json: json as IDataObject }));
};

const LISTS: Array<[group: string, list: 'byKey' | 'byModel']> = [
	['apiKey', 'byKey'],
	['model', 'byModel'],
];

/**
 * What the service itself added up per model or API key, which the history does not know (docs/maintainers/service.md#billing): for the whole days in UTC that the
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
