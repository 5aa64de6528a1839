import { z } from 'zod';

import { Big } from './decimal';
import { header, type Answer } from './answer';
import { isRecord } from './record';

/** More than any call costs: a larger amount is a mistake. */
const MAX_CALL_USD = 1e6;
const AMOUNT = z.number().nonnegative().max(MAX_CALL_USD);
const MONEY = z.object({ amount: AMOUNT, currency: z.enum(['USD', 'DIEM']) });
const COST = MONEY.extend({
	/** The service did not say: this is the price of its model list. */
	estimated: z.literal(true).optional(),
	/** The service said more than could be read: it was charged this, or more. */
	atLeast: z.literal(true).optional(),
	/** What the second currency paid, where the first ran out in the middle of a charge. */
	rest: MONEY.optional(),
});
/** An amount on the wire, which may be written as text. */
const WIRE_AMOUNT = z.preprocess(
	(value) =>
		typeof value === 'string' && /^\s*\d+(\.\d+)?(e[+-]?\d{1,3})?\s*$/i.test(value)
			? Number(value)
			: value,
	AMOUNT.optional().catch(undefined),
);
/** What the service reports (docs/maintainers/service.md#chat), as far as it can be read. */
const USD_AND_DIEM = z
	.object({ usd: WIRE_AMOUNT, diem: WIRE_AMOUNT })
	.passthrough()
	// A part that is 0 says nothing of the rest.
	.refine(({ usd, diem }) => (usd !== undefined && diem !== undefined) || Boolean(usd ?? diem))
	.transform(({ usd, diem, ...others }): Cost => {
		const paid: Money[] = [
			{ amount: diem ?? 0, currency: 'DIEM' as const },
			{ amount: usd ?? 0, currency: 'USD' as const },
		].filter(({ amount }) => amount > 0);
		const [first = { amount: 0, currency: 'USD' as const }, rest] = paid;
		const isWhole =
			usd !== undefined && diem !== undefined && !Object.entries(others).some(isMoney);
		return { ...first, ...(isWhole ? {} : { atLeast: true }), ...(rest && { rest }) };
	});
function isMoney([name, amount]: [string, unknown]): boolean {
	return /^([a-z]{3}|usd[ct]|.*credits?)$/i.test(name) && Number(amount) > 0;
}

const COST_OR_USD_AND_DIEM = z.union([USD_AND_DIEM, COST]);

export type Money = z.output<typeof MONEY>;

/** What a call was charged, as it stands in the output. */
export type Cost = z.output<typeof COST>;

/** The service rounds to so many places. */
export const COST_DECIMAL_PLACES = 10;

/** A cost that the service reports as `{ usd, diem }`, at least what of it can be read, or one that has its shape already; null when it is neither. */
export function reportedCost(value: unknown): Cost | null {
	if (!isRecord(value)) return null;
	if (readCosts.has(value)) return value as Cost;
	// A union tries its first form to the end, and most costs are read when they have our own already.
	const form = 'usd' in value || 'diem' in value ? COST_OR_USD_AND_DIEM : COST;
	const cost = form.safeParse(value).data ?? null;
	if (cost !== null) readCosts.add(cost);
	return cost;
}

/** Those that were made here: that of an answer is asked for again for its item, its price and its total. */
const readCosts = new WeakSet<object>();

/**
 * A price in USD as the cost of the call that was answered so; null when it is not known. Staked credit is charged first
 * (docs/maintainers/service.md#prices) and worth the same, so that it has paid where the balance before the call was enough.
 */
export function costFromUsd(
	usd: number | undefined,
	answer: Pick<Answer, 'headers'>,
	estimated: boolean,
): Cost | null {
	const { data: amount } = AMOUNT.safeParse(usd);
	if (amount === undefined) return null;
	const diem = Number(header(answer, 'x-service-balance-diem') ?? 0);
	return {
		amount: Number(new Big(amount).toFixed(COST_DECIMAL_PLACES)),
		currency: diem > 0 && diem >= amount ? 'DIEM' : 'USD',
		...(estimated ? { estimated } : {}),
	};
}

export function sumOfCosts(costs: Array<Cost | null>): Cost | null {
	const sums = new Map<Money['currency'], Big>();
	for (const cost of costs) {
		if (cost === null) return null;
		for (const { amount, currency } of amountsByCurrency(cost)) {
			sums.set(currency, (sums.get(currency) ?? new Big(0)).plus(amount));
		}
	}
	const [first, rest] = [...sums].map(([currency, sum]) => ({ amount: Number(sum), currency }));
	if (first === undefined) return null;
	const estimated = costs.some((cost) => cost?.estimated === true);
	const atLeast = costs.some((cost) => cost?.atLeast === true);
	return {
		...first,
		...(estimated ? { estimated } : {}),
		...(atLeast ? { atLeast } : {}),
		...(rest && { rest }),
	};
}

/** The cost that counts where what was reported could be read in part only: no less than that, or than the price of the call. */
export function largerCost(reported: Cost, price: Cost | null): Cost {
	if (price === null || usdWorthOf(price) <= usdWorthOf(reported)) return reported;
	return { ...price, atLeast: true };
}

/** What all currencies paid together; staked credit is worth the same (docs/maintainers/service.md#prices). */
export function usdWorthOf(cost: Cost): number {
	return amountsByCurrency(cost).reduce((sum, { amount }) => sum + amount, 0);
}

export function amountsByCurrency({ amount, currency, rest }: Cost): Money[] {
	return [{ amount, currency }, ...(rest === undefined ? [] : [rest])];
}

/** The fields of an item with its cost in the second column of a table, where a person looks for it. */
export function withCostSecond<T>(json: Record<string, T>): Record<string, T> {
	if (!('cost' in json)) return json;
	const { cost, ...rest } = json;
	const [first, ...others] = Object.entries(rest);
	const before = first === undefined ? [] : [first];
	return Object.fromEntries([...before, ['cost', cost as T] as const, ...others]);
}
