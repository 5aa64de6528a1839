import { addSums, NOTHING, type Sum } from '../tally';

export interface Ranked {
	product: string;
	sum: Sum;
}

export interface Ranking {
	/** Those with the highest spend, highest first; equal ones by name. */
	top: Ranked[];
	/** How many others there are. */
	others: number;
	/** What they came to together. */
	rest: Sum;
}

/** The `count` products with the highest spend, and the others put together. */
export function ranking(products: Map<string, Sum>, count: number): Ranking {
	const sorted = [...products]
		.map(([product, sum]) => ({ product, sum }))
		.sort((a, b) => b.sum.spend.cmp(a.sum.spend) || (a.product < b.product ? -1 : 1));
	const top = sorted.slice(0, count);
	const rest = sorted.slice(count);
	return {
		top,
		others: rest.length,
		rest: rest.reduce((sum, one) => addSums(sum, one.sum), NOTHING),
	};
}
