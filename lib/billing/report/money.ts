import { Big } from '../../core/decimal';
import { percentOf, type Amount } from '../amount';
import type { SpendSum } from '../tally';
export interface SpendAmounts {
	/** What was charged, positive. */
	spend: Amount;
	/** What was paid back, positive. */
	refunds: Amount;
	net: Amount;
}

export function netOf({ spend, refunds }: Pick<SpendSum, 'spend' | 'refunds'>): Amount {
	return spend.minus(refunds);
}

export function spendAmountsOf(sum: Pick<SpendSum, 'spend' | 'refunds'>): SpendAmounts {
	return { spend: sum.spend, refunds: sum.refunds, net: netOf(sum) };
}

export interface SpendChange {
	absolute: Amount;
	/** To two places; null when nothing was paid before, or more paid back: a share of that says nothing. */
	percent: number | null;
}

export function changeFrom(before: Amount, now: Amount): SpendChange {
	const absolute = now.minus(before);
	return { absolute, percent: before.gt(0) ? percentOf(absolute, before) : null };
}

/** The same data with a number for each amount: the one nearest to it. */
export function withNumbers(data: unknown): unknown {
	if (data instanceof Big) return Number(data);
	if (Array.isArray(data)) return data.map(withNumbers);
	if (typeof data !== 'object' || data === null) return data;
	return Object.fromEntries(Object.entries(data).map(([name, one]) => [name, withNumbers(one)]));
}
