import type { UsageCharge } from './usageEntry';
import { ZERO, type Amount } from './amount';

/** How many requests were charged, and the tokens that went in and came out. */
export interface RequestCounts {
	calls: number;
	promptTokens: number;
	completionTokens: number;
}

interface SeenRequest {
	at: number;
	promptTokens: number;
	completionTokens: number;
	counts: RequestCounts;
}

/** Entries of one request come at nearly the same time; the ID is forgotten after this time, so that memory stays flat. */
const REMEMBERED_MS = 10 * 60_000;

export const zeroCounts = (): RequestCounts => ({ calls: 0, promptTokens: 0, completionTokens: 0 });

/**
 * Counts each request once, although input and output are entries of their own that carry the same ID and the same token counts
 * (docs/maintainers/service.md#usage-history). A request has as many tokens as the largest number among its entries. Entries must come in order of time.
 */
export class RecentRequests {
	private readonly seenByKey = new Map<string, SeenRequest>();

	/** Counts the request of an entry within a scope, such as a currency, into the counts of its first entry there. */
	countOnce(scope: string, charge: UsageCharge, counts: RequestCounts): void {
		const { requestId } = charge;
		if (requestId === undefined) return;
		this.forgetBefore(charge.at - REMEMBERED_MS);
		const key = `${scope}\n${requestId}`;
		const known = this.seenByKey.get(key);
		const seen = known ?? { at: 0, promptTokens: 0, completionTokens: 0, counts };
		if (known === undefined) counts.calls++;
		else this.seenByKey.delete(key);
		for (const kind of ['promptTokens', 'completionTokens'] as const) {
			const more = Math.max(0, charge[kind] - seen[kind]);
			seen[kind] += more;
			seen.counts[kind] += more;
		}
		seen.at = charge.at;
		this.seenByKey.set(key, seen);
	}

	get size(): number {
		return this.seenByKey.size;
	}

	private forgetBefore(before: number): void {
		for (const [key, { at }] of this.seenByKey) {
			if (at >= before) return;
			this.seenByKey.delete(key);
		}
	}
}

/** What a number of entries came to; both amounts are positive. */
export interface SpendSum {
	spend: Amount;
	refunds: Amount;
	units: Amount;
	entries: number;
}

interface CurrencyTally {
	/** Sums by slot, then by product. */
	cells: Map<string, Map<string, SpendSum>>;
	/** A request counts in the slot of its first entry. */
	slots: Map<string, RequestCounts>;
	/** A request counts once for every product that it was charged for. */
	products: Map<string, RequestCounts>;
}

/**
 * Adds up a usage history entry by entry, in order of time, and keeps none of them: memory grows with the number of products and
 * of slots only. Currencies are never added together; `allCounts` counts requests, not money, over all of them.
 */
export class SpendTally {
	readonly currencies = new Map<string, CurrencyTally>();

	readonly allCounts = zeroCounts();

	entryCount = 0;

	private readonly recentRequests = new RecentRequests();

	constructor(private readonly intervalOf: (at: number) => string = () => '') {}

	add(charge: UsageCharge): void {
		const { currency, product, amount } = charge;
		const slot = this.intervalOf(charge.at);
		const own = getOrCreate(this.currencies, currency, emptyCurrencyTally);
		const cells = getOrCreate(own.cells, slot, () => new Map<string, SpendSum>());
		cells.set(product, sumWithCharge(cells.get(product) ?? ZERO_SUM, charge));
		this.entryCount++;
		// What is paid back was counted when it was charged.
		if (amount.gt(0)) return;
		this.recentRequests.countOnce('', charge, this.allCounts);
		this.recentRequests.countOnce(currency, charge, getOrCreate(own.slots, slot, zeroCounts));
		const counts = getOrCreate(own.products, product, zeroCounts);
		this.recentRequests.countOnce(`${currency}\n${product}`, charge, counts);
	}
}

export const ZERO_SUM: SpendSum = { spend: ZERO, refunds: ZERO, units: ZERO, entries: 0 };

function addSums(one: SpendSum, other: SpendSum): SpendSum {
	return {
		spend: one.spend.plus(other.spend),
		refunds: one.refunds.plus(other.refunds),
		units: one.units.plus(other.units),
		entries: one.entries + other.entries,
	};
}

function sumWithCharge(sum: SpendSum, { amount, units }: UsageCharge): SpendSum {
	return {
		spend: amount.lt(0) ? sum.spend.minus(amount) : sum.spend,
		refunds: amount.gt(0) ? sum.refunds.plus(amount) : sum.refunds,
		units: sum.units.plus(units),
		entries: sum.entries + 1,
	};
}

function emptyCurrencyTally(): CurrencyTally {
	return { cells: new Map(), slots: new Map(), products: new Map() };
}

function getOrCreate<T>(map: Map<string, T>, key: string, make: () => T): T {
	const known = map.get(key) ?? make();
	map.set(key, known);
	return known;
}

interface SpendGroup {
	products: Map<string, SpendSum>;
	counts: RequestCounts;
}

/** The slots of a currency put together, by what `nameOf` makes of their names: hours to days, days to months, all to one. */
export function groupIntervals(
	tally: CurrencyTally | undefined,
	nameOf: (slot: string) => string = () => '',
): Map<string, SpendGroup> {
	const groups = new Map<string, SpendGroup>();
	for (const [slot, cells] of tally?.cells ?? []) {
		const { products } = getOrCreate(groups, nameOf(slot), emptyGroup);
		for (const [product, sum] of cells) {
			products.set(product, addSums(products.get(product) ?? ZERO_SUM, sum));
		}
	}
	for (const [slot, counts] of tally?.slots ?? []) {
		const group = getOrCreate(groups, nameOf(slot), emptyGroup);
		group.counts.calls += counts.calls;
		group.counts.promptTokens += counts.promptTokens;
		group.counts.completionTokens += counts.completionTokens;
	}
	return groups;
}

export function wholeCurrency(tally: CurrencyTally | undefined): SpendGroup {
	return groupIntervals(tally).get('') ?? emptyGroup();
}

export function groupSum({ products }: Pick<SpendGroup, 'products'>): SpendSum {
	return [...products.values()].reduce(addSums, ZERO_SUM);
}

/** Products put together by what `nameOf` makes of their names. */
export function mergeProducts(
	products: Map<string, SpendSum>,
	nameOf: (product: string) => string,
): Map<string, SpendSum> {
	const merged = new Map<string, SpendSum>();
	for (const [product, sum] of products) {
		const name = nameOf(product);
		merged.set(name, addSums(merged.get(name) ?? ZERO_SUM, sum));
	}
	return merged;
}

export function emptyGroup(): SpendGroup {
	return { products: new Map(), counts: zeroCounts() };
}

interface RankedProduct {
	product: string;
	sum: SpendSum;
}

interface ProductRanking {
	/** Those with the highest spend, highest first; equal ones by name. */
	top: RankedProduct[];
	others: number;
	rest: SpendSum;
}

/** The `count` products with the highest spend, and the others put together. */
export function rankProducts(products: Map<string, SpendSum>, count: number): ProductRanking {
	const sorted = [...products]
		.map(([product, sum]) => ({ product, sum }))
		.sort((a, b) => b.sum.spend.cmp(a.sum.spend) || (a.product < b.product ? -1 : 1));
	const top = sorted.slice(0, count);
	const rest = sorted.slice(count);
	return {
		top,
		others: rest.length,
		rest: rest.reduce((sum, one) => addSums(sum, one.sum), ZERO_SUM),
	};
}
