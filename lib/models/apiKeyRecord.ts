import type { IHttpRequestOptions } from 'n8n-workflow';
import { z } from 'zod';

import { listWithUnread, nullIfUnreadable, objectWith, readAs } from '../wire/readAs';
import type { SendRequest } from '../wire/send';
import { withPathValues } from '../fields/routing';
import type { Json } from '../core/record';

/** Amounts are numbers in limits and texts in what was used (docs/maintainers/service.md#api-keys). */
const AMOUNT = nullIfUnreadable(z.union([z.number(), z.string()]));
const AMOUNTS = nullIfUnreadable(objectWith({ usd: AMOUNT, diem: AMOUNT }));

const KEY_URL = '/api_keys/{id}';

const API_KEY = objectWith({ id: z.string() });
export const API_KEY_ANSWER = objectWith({ data: API_KEY });
export const API_KEY_LIST_ANSWER = objectWith({ data: listWithUnread(API_KEY) });

const KEY_FIELDS = objectWith({
	id: z.string(),
	description: nullIfUnreadable(z.string()),
	apiKeyType: nullIfUnreadable(z.string()),
	last6Chars: nullIfUnreadable(z.string()),
	createdAt: nullIfUnreadable(z.string()),
	expiresAt: nullIfUnreadable(z.string()),
	lastUsedAt: nullIfUnreadable(z.string()),
	limitPeriod: nullIfUnreadable(z.string()),
	modelPrivacy: nullIfUnreadable(z.string()),
	consumptionLimit: AMOUNTS,
	consumptionLimits: AMOUNTS,
	currentPeriodUsage: AMOUNTS,
	usage: nullIfUnreadable(objectWith({ trailingSevenDays: AMOUNTS })),
});

/** What identifies a key and what it may do: the same fields for a key that is new, listed or changed. */
export function keySettings(record: Json) {
	const parts = KEY_FIELDS.parse({ id: '', ...record });
	// The answer to a new key has the name of the request.
	const limits = parts.consumptionLimits ?? parts.consumptionLimit;
	return {
		id: parts.id,
		description: parts.description ?? null,
		keyType: parts.apiKeyType ?? null,
		last6Chars: parts.last6Chars ?? null,
		limitPeriod: parts.limitPeriod ?? null,
		usdLimit: amountOrNull(limits?.usd),
		diemLimit: amountOrNull(limits?.diem),
		modelPrivacy: parts.modelPrivacy ?? null,
		createdAt: parts.createdAt ?? null,
		expiresAt: parts.expiresAt ?? null,
		lastUsedAt: parts.lastUsedAt ?? null,
	};
}

/** The settings of a key with what was spent with it, in its limit period and in the last seven days. */
export function simplifiedKey(record: Json): Json {
	const { currentPeriodUsage: used, usage } = KEY_FIELDS.parse({ id: '', ...record });
	const week = usage?.trailingSevenDays;
	return {
		...keySettings(record),
		usdUsed: amountOrNull(used?.usd),
		diemUsed: amountOrNull(used?.diem),
		usdUsedIn7Days: amountOrNull(week?.usd),
		diemUsedIn7Days: amountOrNull(week?.diem),
	};
}

function amountOrNull(amount: number | string | null | undefined): number | null {
	if (amount === null || amount === undefined || amount === '') return null;
	const number = Number(amount);
	return Number.isFinite(number) ? number : null;
}

export async function readKey(
	options: IHttpRequestOptions,
	send: SendRequest,
	id: string,
): Promise<Record<string, unknown>> {
	const url = withPathValues(KEY_URL, { id });
	const request = { ...options, method: 'GET', url, body: undefined, qs: {} } as const;
	return readAs(await send(request, { bucket: KEY_URL }), API_KEY_ANSWER).data;
}
