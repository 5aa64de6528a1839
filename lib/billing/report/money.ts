import { exactText, percentOf, type Amount } from '../amount';
import type { SpendSum } from '../tally';

/** What was paid: numbers to compare and to draw, and beside them the same amounts with every digit. */
export interface SpendAmounts {
	/** What was charged, positive. */
	spend: number;
	/** What was paid back, positive. */
	refunds: number;
	net: number;
	exact: { spend: string; refunds: string; net: string };
}

export function netOf({ spend, refunds }: Pick<SpendSum, 'spend' | 'refunds'>): Amount {
	return spend.minus(refunds);
}

/** A sum in the form of the output; each number is the one nearest to the exact amount. */
export function spendAmountsOf(sum: Pick<SpendSum, 'spend' | 'refunds'>): SpendAmounts {
	const net = netOf(sum);
	return {
		spend: Number(sum.spend),
		refunds: Number(sum.refunds),
		net: Number(net),
		exact: {
			spend: exactText(sum.spend),
			refunds: exactText(sum.refunds),
			net: exactText(net),
		},
	};
}

export interface SpendChange {
	absolute: number;
	/** The same with every digit. */
	exact: string;
	/** To two places; null when nothing was paid before, or more paid back: a share of that says nothing. */
	percent: number | null;
}

export function changeFrom(before: Amount, now: Amount): SpendChange {
	const absolute = now.minus(before);
	const percent = before.gt(0) ? percentOf(absolute, before) : null;
	return { absolute: Number(absolute), exact: exactText(absolute), percent };
}
