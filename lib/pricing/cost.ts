import { Big } from '../base/decimal';
import { isRecord } from '../base/record';
import { header, type Answer } from '../base/answer';

export interface Money {
	amount: number;
	currency: string;
}

/** What a call was charged, as it stands in the output. */
export interface Cost extends Money {
	/** The service did not say: this is the price of its model list. */
	estimated?: true;
	/** What the second currency paid, where the first ran out in the middle of a charge. */
	rest?: Money;
}

/** The service rounds to so many places. */
export const PLACES = 10;

/** A cost that the service reports as `{ usd, diem }`, or one that has its shape already; null when it is neither. */
export function reportedCost(value: unknown): Cost | null {
	if (!isRecord(value)) return null;
	const { amount, currency, usd, diem } = value;
	if (typeof amount === 'number' && typeof currency === 'string') return value as unknown as Cost;
	const parts = [
		{ amount: diem, currency: 'DIEM' },
		{ amount: usd, currency: 'USD' },
	].filter((part): part is Money => typeof part.amount === 'number');
	const [first, rest] = parts.filter((part) => part.amount !== 0);
	if (first === undefined) return parts.length === 0 ? null : { amount: 0, currency: 'USD' };
	return { ...first, ...(rest && { rest }) };
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
	if (usd === undefined || !Number.isFinite(usd) || usd < 0) return null;
	const diem = Number(header(answer, 'x-service-balance-diem') ?? 0);
	const currency = diem > 0 && diem >= usd ? 'DIEM' : 'USD';
	const amount = Number(new Big(usd).toFixed(PLACES));
	return { amount, currency, ...(estimated ? { estimated } : {}) };
}

/** The sum of costs; null when one of them is not known. */
export function sumOfCosts(costs: Array<Cost | null>): Cost | null {
	const sums = new Map<string, Big>();
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
