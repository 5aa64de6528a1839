import { ZERO, type Amount } from './amount';
import type { UsageCharge } from './entry';
import { noCounts, RecentRequests, type Counts } from './recentRequests';

/** What a number of entries came to; both amounts are positive. */
export interface Sum {
	spend: Amount;
	refunds: Amount;
	units: Amount;
	entries: number;
}

/** Everything that was added up in one currency. */
interface CurrencyTally {
	/** Sums by slot, then by product. */
	cells: Map<string, Map<string, Sum>>;
	/** A request counts in the slot of its first entry. */
	slots: Map<string, Counts>;
	/** A request counts once for every product that it was charged for. */
	products: Map<string, Counts>;
}

/**
 * Adds up a usage history entry by entry, in order of time, and keeps none of them: memory grows with the number of products and
 * of slots only. Currencies are never added together; `all` counts requests, not money, over all of them.
 */
export class SpendTally {
	readonly currencies = new Map<string, CurrencyTally>();

	readonly all = noCounts();

	entries = 0;

	private readonly recent = new RecentRequests();

	constructor(private readonly slotOf: (at: number) => string = () => '') {}

	add(charge: UsageCharge): void {
		const { currency, product, amount } = charge;
		const slot = this.slotOf(charge.at);
		const own = entryOf(this.currencies, currency, newCurrency);
		const cells = entryOf(own.cells, slot, () => new Map<string, Sum>());
		cells.set(product, withCharge(cells.get(product) ?? NOTHING, charge));
		this.entries++;
		// What is paid back was counted when it was charged.
		if (amount.gt(0)) return;
		this.recent.count('', charge, this.all);
		this.recent.count(currency, charge, entryOf(own.slots, slot, noCounts));
		const counts = entryOf(own.products, product, noCounts);
		this.recent.count(`${currency}\n${product}`, charge, counts);
	}
}

export const NOTHING: Sum = { spend: ZERO, refunds: ZERO, units: ZERO, entries: 0 };

/** Two sums as one. */
function addSums(one: Sum, other: Sum): Sum {
	return {
		spend: one.spend.plus(other.spend),
		refunds: one.refunds.plus(other.refunds),
		units: one.units.plus(other.units),
		entries: one.entries + other.entries,
	};
}

function withCharge(sum: Sum, { amount, units }: UsageCharge): Sum {
	return {
		spend: amount.lt(0) ? sum.spend.minus(amount) : sum.spend,
		refunds: amount.gt(0) ? sum.refunds.plus(amount) : sum.refunds,
		units: sum.units.plus(units),
		entries: sum.entries + 1,
	};
}

function newCurrency(): CurrencyTally {
	return { cells: new Map(), slots: new Map(), products: new Map() };
}

function entryOf<T>(map: Map<string, T>, key: string, make: () => T): T {
	const known = map.get(key) ?? make();
	map.set(key, known);
	return known;
}

/** What a number of slots came to. */
interface Group {
	products: Map<string, Sum>;
	counts: Counts;
}

/** The slots of a currency put together, by what `nameOf` makes of their names: hours to days, days to months, all to one. */
export function grouped(
	tally: CurrencyTally | undefined,
	nameOf: (slot: string) => string = () => '',
): Map<string, Group> {
	const groups = new Map<string, Group>();
	for (const [slot, cells] of tally?.cells ?? []) {
		const { products } = entryOf(groups, nameOf(slot), emptyGroup);
		for (const [product, sum] of cells) {
			products.set(product, addSums(products.get(product) ?? NOTHING, sum));
		}
	}
	for (const [slot, counts] of tally?.slots ?? []) {
		const group = entryOf(groups, nameOf(slot), emptyGroup);
		group.counts.calls += counts.calls;
		group.counts.promptTokens += counts.promptTokens;
		group.counts.completionTokens += counts.completionTokens;
	}
	return groups;
}

/** Everything of a currency as one group. */
export function whole(tally: CurrencyTally | undefined): Group {
	return grouped(tally).get('') ?? emptyGroup();
}

/** The sum of all products of a group. */
export function sumOf({ products }: Group): Sum {
	return [...products.values()].reduce(addSums, NOTHING);
}

export function emptyGroup(): Group {
	return { products: new Map(), counts: noCounts() };
}

interface Ranked {
	product: string;
	sum: Sum;
}

interface Ranking {
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
