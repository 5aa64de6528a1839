import { z } from 'zod';

import { Big } from './decimal';
import { header, type Answer } from './answer';

/** More than any call costs: a larger amount is a mistake. */
const HIGHEST_USD = 1e6;
const AMOUNT = z.number().nonnegative().max(HIGHEST_USD);
const MONEY = z.object({ amount: AMOUNT, currency: z.enum(['USD', 'DIEM']) });
const COST = MONEY.extend({
	/** The service did not say: this is the price of its model list. */
	estimated: z.literal(true).optional(),
	/** What the second currency paid, where the first ran out in the middle of a charge. */
	rest: MONEY.optional(),
});
/** What the service reports (docs/service.md#chat). */
const REPORTED = z.object({ usd: AMOUNT, diem: AMOUNT }).transform(({ usd, diem }): Cost => {
	const paid: Money[] = [
		{ amount: diem, currency: 'DIEM' as const },
		{ amount: usd, currency: 'USD' as const },
	].filter(({ amount }) => amount > 0);
	const [first = { amount: 0, currency: 'USD' as const }, rest] = paid;
	return { ...first, ...(rest && { rest }) };
});
const READABLE = z.union([REPORTED, COST]);

export type Money = z.output<typeof MONEY>;

/** What a call was charged, as it stands in the output. */
export type Cost = z.output<typeof COST>;

/** The service rounds to so many places. */
export const PLACES = 10;

/** A cost that the service reports as `{ usd, diem }`, or one that has its shape already; null when it is neither as a whole. */
export function reportedCost(value: unknown): Cost | null {
	return READABLE.safeParse(value).data ?? null;
}

/**
 * A price in USD as the cost of the call that was answered so; null when it is not known. Staked credit is charged first
 * (docs/service.md#prices) and worth the same, so that it has paid where the balance before the call was enough.
 */
export function costOf(
	usd: number | undefined,
	answer: Pick<Answer, 'headers'>,
	estimated: boolean,
): Cost | null {
	const { data: amount } = AMOUNT.safeParse(usd);
	if (amount === undefined) return null;
	const diem = Number(header(answer, 'x-service-balance-diem') ?? 0);
	return {
		amount: Number(new Big(amount).toFixed(PLACES)),
		currency: diem > 0 && diem >= amount ? 'DIEM' : 'USD',
		...(estimated ? { estimated } : {}),
	};
}

/** The sum of costs; null when one of them is not known. */
export function sumOfCosts(costs: Array<Cost | null>): Cost | null {
	const sums = new Map<Money['currency'], Big>();
	for (const cost of costs) {
		if (cost === null) return null;
		for (const { amount, currency } of moniesOf(cost)) {
			sums.set(currency, (sums.get(currency) ?? new Big(0)).plus(amount));
		}
	}
	const [first, rest] = [...sums].map(([currency, sum]) => ({ amount: Number(sum), currency }));
	if (first === undefined) return null;
	const estimated = costs.some((cost) => cost?.estimated === true);
	return { ...first, ...(estimated ? { estimated } : {}), ...(rest && { rest }) };
}

/** What each currency paid. */
export function moniesOf({ amount, currency, rest }: Cost): Money[] {
	return [{ amount, currency }, ...(rest === undefined ? [] : [rest])];
}
