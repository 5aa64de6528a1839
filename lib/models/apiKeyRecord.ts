import { z } from 'zod';

import { objectWith, orNull } from '../wire/readAs';
import type { Json } from '../core/record';

/** Amounts are numbers in limits and texts in what was used (docs/maintainers/service.md#api-keys). */
const AMOUNT = orNull(z.union([z.number(), z.string()]));
const AMOUNTS = orNull(objectWith({ usd: AMOUNT, diem: AMOUNT }));

/** An API key, as the service sends it. */
export const API_KEY = objectWith({ id: z.string() });

const PARTS = objectWith({
	id: z.string(),
	description: orNull(z.string()),
	apiKeyType: orNull(z.string()),
	last6Chars: orNull(z.string()),
	createdAt: orNull(z.string()),
	expiresAt: orNull(z.string()),
	lastUsedAt: orNull(z.string()),
	limitPeriod: orNull(z.string()),
	modelPrivacy: orNull(z.string()),
	consumptionLimit: AMOUNTS,
	consumptionLimits: AMOUNTS,
	currentPeriodUsage: AMOUNTS,
	usage: orNull(objectWith({ trailingSevenDays: AMOUNTS })),
});

/** What identifies a key and what it may do: the same fields for a key that is new, listed or changed. */
export function keySettings(record: Json) {
	const parts = PARTS.parse({ id: '', ...record });
	// The answer to a new key has the name of the request.
	const limits = parts.consumptionLimits ?? parts.consumptionLimit;
	return {
		id: parts.id,
		description: parts.description ?? null,
		keyType: parts.apiKeyType ?? null,
		last6Chars: parts.last6Chars ?? null,
		limitPeriod: parts.limitPeriod ?? null,
		usdLimit: numberOf(limits?.usd),
		diemLimit: numberOf(limits?.diem),
		modelPrivacy: parts.modelPrivacy ?? null,
		createdAt: parts.createdAt ?? null,
		expiresAt: parts.expiresAt ?? null,
		lastUsedAt: parts.lastUsedAt ?? null,
	};
}

/** The settings of a key with what was spent with it, in its limit period and in the last seven days. */
export function simplifiedKey(record: Json): Json {
	const { currentPeriodUsage: used, usage } = PARTS.parse({ id: '', ...record });
	const week = usage?.trailingSevenDays;
	return {
		...keySettings(record),
		usdUsed: numberOf(used?.usd),
		diemUsed: numberOf(used?.diem),
		usdUsedIn7Days: numberOf(week?.usd),
		diemUsedIn7Days: numberOf(week?.diem),
	};
}

function numberOf(amount: number | string | null | undefined): number | null {
	if (amount === null || amount === undefined || amount === '') return null;
	const number = Number(amount);
	return Number.isFinite(number) ? number : null;
}
