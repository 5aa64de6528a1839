import type { IDataObject } from 'n8n-workflow';
import { z } from 'zod';

import { badInput, emptyInput } from '../../lib/core/failure';
import { isRecord } from '../../lib/core/record';
import { objectWith, listWithUnread, nullIfUnreadable, readAs } from '../../lib/wire/readAs';
import type { Item } from '../../lib/run/item';
import type { Prepare, ReadAnswer } from '../../lib/wire/send';
import { simplifiedAnalytics } from '../../lib/billing/accountRecords';
import { wantsSimplified } from '../../lib/wire/simplifiedItems';
import type { TimeSpan } from '../../lib/billing/period';

const OPTIONAL_AMOUNT_SCHEMA = nullIfUnreadable(z.number());
const TOTAL_SCHEMAS = {
	totalUsd: OPTIONAL_AMOUNT_SCHEMA,
	totalDiem: OPTIONAL_AMOUNT_SCHEMA,
	totalUnits: OPTIONAL_AMOUNT_SCHEMA,
};
const ROWS_SCHEMA = listWithUnread(objectWith({}));

/** What the service added up itself (docs/maintainers/service.md#billing): lists per day, model and API key. */
const ANALYTICS_SCHEMA = objectWith({
	lookback: nullIfUnreadable(z.string()),
	byDate: listWithUnread(
		objectWith({ date: z.string(), USD: OPTIONAL_AMOUNT_SCHEMA, DIEM: OPTIONAL_AMOUNT_SCHEMA }),
	),
	byModel: listWithUnread(
		objectWith({
			modelName: nullIfUnreadable(z.string()),
			unitType: nullIfUnreadable(z.string()),
			modelType: nullIfUnreadable(z.string()),
			breakdown: nullIfUnreadable(
				listWithUnread(
					objectWith({
						type: nullIfUnreadable(z.string()),
						usd: OPTIONAL_AMOUNT_SCHEMA,
						diem: OPTIONAL_AMOUNT_SCHEMA,
						units: OPTIONAL_AMOUNT_SCHEMA,
					}),
				),
			),
			...TOTAL_SCHEMAS,
		}),
	),
	byModelDaily: ROWS_SCHEMA,
	topModels: nullIfUnreadable(z.array(z.unknown())),
	byKey: listWithUnread(
		objectWith({
			apiKeyId: nullIfUnreadable(z.string()),
			description: nullIfUnreadable(z.string()),
			...TOTAL_SCHEMAS,
		}),
	),
	byKeyDaily: ROWS_SCHEMA,
	topKeyNames: nullIfUnreadable(z.array(z.unknown())),
});

/** Asks for the last days, or for the days from one date to another. */
export const addAnalyticsPeriod: Prepare = function (options) {
	const query = isRecord(options.qs) ? options.qs : {};
	if (this.parameters.period !== 'dates') {
		const { days } = this.parameters;
		if (days === null) throw emptyInput('Days');
		options.qs = { ...query, lookback: `${String(days)}d` } as IDataObject;
		return;
	}
	const { startDate, endDate } = query;
	if (String(endDate) < String(startDate)) {
		throw badInput(
			`Last Day must not be before First Day, but First Day is ${String(startDate)} and Last Day is ${String(endDate)}`,
			'Change one of the two days.',
		);
	}
};

/** The whole answer as one item, or the one list of it that the user chose, entry by entry. */
export const readAnalytics: ReadAnswer = async function (response) {
	const answer: Record<string, unknown> = readAs(response, ANALYTICS_SCHEMA);
	const whole = wantsSimplified(this) ? simplifiedAnalytics(answer) : answer;
	const list = whole[String(this.parameters.outputAs ?? 'byDate')];
	const records = Array.isArray(list) ? list.filter(isRecord) : [whole];
	return records.map((json) => ({ json: json as IDataObject }));
};

const LIST_OF_GROUP: Array<[group: string, list: 'byKey' | 'byModel']> = [
	['apiKey', 'byKey'],
	['model', 'byModel'],
];

/**
 * What the service itself added up per model or API key, which the history does not know (docs/maintainers/service.md#billing): for the whole days in UTC that the
 * span touches, up to ten minutes old, without bundled credits. It stands apart, as it need not agree with the totals of a report.
 */
export async function fetchServiceFigures(
	{ request, send }: Item,
	{ start, end }: TimeSpan,
	groups: Set<string>,
): Promise<IDataObject | undefined> {
	const wanted = LIST_OF_GROUP.filter(([group]) => groups.has(group));
	if (wanted.length === 0) return undefined;
	const day = (at: number) => new Date(at).toISOString().slice(0, 10);
	const dates = { startDate: day(start), endDate: day(Math.max(start, end - 1)) };
	const answer = await send(
		{ ...request, url: '/billing/usage-analytics', qs: dates },
		{ bucket: '/billing/usage-analytics' },
	);
	const whole = readAs(answer, ANALYTICS_SCHEMA.pick({ byKey: true, byModel: true }));
	const lists = wanted.map(([, list]) => [list, whole[list]] as const);
	return { ...dates, timeZone: 'UTC', ...Object.fromEntries(lists) } as IDataObject;
}
