import { exactText, type Amount } from '../amount';
import type { Sum } from '../tally';

/** What was paid: numbers to compare and to draw, and beside them the same amounts with every digit. */
export interface Money {
	/** What was charged, positive. */
	spend: number;
	/** What was paid back, positive. */
	refunds: number;
	/** `spend` less `refunds`. */
	net: number;
	exact: { spend: string; refunds: string; net: string };
}

/** `spend` less `refunds`. */
export function netOf({ spend, refunds }: Pick<Sum, 'spend' | 'refunds'>): Amount {
	return spend.minus(refunds);
}

/** A sum in the form of the output; each number is the one nearest to the exact amount. */
export function moneyOf(sum: Pick<Sum, 'spend' | 'refunds'>): Money {
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
