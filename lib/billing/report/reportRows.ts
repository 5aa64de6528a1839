import { KNOWN_CURRENCIES, percentOf, type Amount } from '../amount';
import type { CostLabels } from '../costLabels';
import type { UsageCharge } from '../usageEntry';
import {
	type RequestCounts,
	emptyGroup,
	groupIntervals,
	groupSum,
	mergeProducts,
	rankProducts,
	wholeCurrency,
	ZERO_SUM,
	type SpendSum,
	type SpendTally,
} from '../tally';
import { intervalNamesWithin, type IntervalUnit, type TimeSpan } from '../period';
import { changeFrom, netOf, spendAmountsOf, type SpendAmounts, type SpendChange } from './money';
import { usedText, type ProductName } from './productNames';

export interface CurrencyTotals extends SpendAmounts, RequestCounts {
	entries: number;
	/** Null when the report compares with nothing. */
	before: SpendAmounts | null;
	change: SpendChange | null;
}

/** What a product, a model or a label cost, or all that are not among the first ones. */
interface SpendRow extends SpendAmounts {
	currency: string;
	entries: number;
	/** Percentage of the spend in this currency; null when there was none. */
	share: number | null;
	change: SpendChange | null;
}

export interface ProductRow extends SpendRow {
	/** Null for all products that are not among the first ones. */
	product: string | null;
	/** Its readable name, which is the product itself where it has no other; null like the product. */
	name: string | null;
	products: number;
	/** Null where several products stand together, as a request may be charged for several, and where no charge names its request. */
	calls: number | null;
	/** Null where several products stand together, as their units differ. */
	units: Amount | null;
	/** The same in words, of several products too. */
	used: string;
}

export interface ModelRow extends SpendRow {
	/** The name of a model, or of a product that belongs to none; null for all that are not among the first ones. */
	model: string | null;
	models: number;
	used: string;
	/** Its products, the one with the highest spend first; empty for the others. */
	parts: Array<ProductRow & { part?: string }>;
}

export interface LabelRow extends SpendRow {
	/** Null for all labels that are not among the first ones. */
	costLabel: string | null;
	labels: number;
	calls: number | null;
}

export interface IntervalRow extends SpendAmounts, RequestCounts {
	currency: string;
	/** `2026-03-29`, or `2026-03-29T03:00+02:00`. */
	slot: string;
	entries: number;
}

/** What was added up: the period itself, and the one before it when it is compared. */
export interface ComparedTallies {
	current: SpendTally;
	before?: SpendTally;
}

/** The currencies that had any entry, in a fixed order; `fallbackCurrency` when there was none. */
export function currenciesOf(
	{ current, before }: ComparedTallies,
	fallbackCurrency: string,
): string[] {
	const seen = new Set([...current.currencies.keys(), ...(before?.currencies.keys() ?? [])]);
	const known = KNOWN_CURRENCIES.filter((currency) => seen.delete(currency));
	const all = [...known, ...[...seen].sort()];
	return all.length > 0 ? all : [fallbackCurrency];
}

/** What one currency came to, and how that compares with the period before. */
export function totalsOf({ current, before }: ComparedTallies, currency: string): CurrencyTotals {
	const group = wholeCurrency(current.currencies.get(currency));
	const sum = groupSum(group);
	const earlier = before && groupSum(wholeCurrency(before.currencies.get(currency)));
	return {
		...spendAmountsOf(sum),
		entries: sum.entries,
		...group.counts,
		before: earlier ? spendAmountsOf(earlier) : null,
		change: earlier ? changeFrom(netOf(earlier), netOf(sum)) : null,
	};
}

/** The sums of a currency by product in both periods; those before undefined when nothing is compared. */
export function productSums({ current, before }: ComparedTallies, currency: string) {
	const sums = (tally: SpendTally) => wholeCurrency(tally.currencies.get(currency)).products;
	return { now: sums(current), earlier: before && sums(before) };
}

function spendRow(
	currency: string,
	sum: SpendSum,
	total: Amount,
	earlier: SpendSum | undefined,
): SpendRow {
	return {
		currency,
		...spendAmountsOf(sum),
		entries: sum.entries,
		share: percentOf(sum.spend, total),
		change: earlier ? changeFrom(netOf(earlier), netOf(sum)) : null,
	};
}

/** The `top` products of a currency with the highest spend, and one row for the others. */
export function productRows(
	tallies: ComparedTallies,
	currency: string,
	top: number,
	names?: Map<string, ProductName>,
	within?: Set<string>,
): ProductRow[] {
	const { now, earlier } = productSums(tallies, currency);
	const total = groupSum({ products: now }).spend;
	const counts = tallies.current.currencies.get(currency)?.products;
	const wanted = within ? new Map([...now].filter(([product]) => within.has(product))) : now;
	const { top: first, others, rest } = rankProducts(wanted, top);
	const rows: ProductRow[] = first.map(({ product, sum }) => ({
		product,
		name: names?.get(product)?.name ?? product,
		products: 1,
		...spendRow(currency, sum, total, earlier && (earlier.get(product) ?? ZERO_SUM)),
		calls: counts?.get(product)?.calls || null,
		units: sum.units,
		used: usedText([[product, sum]]),
	}));
	if (others === 0) return rows;
	const isNamed = new Set(first.map(({ product }) => product));
	const used = usedText([...wanted].filter(([product]) => !isNamed.has(product)));
	const unknown = { product: null, name: null, calls: null, units: null, used };
	return [...rows, { ...spendRow(currency, rest, total, undefined), ...unknown, products: others }];
}

/** The `top` models of a currency with the highest spend, each with its products, and one row for the others. */
export function modelRows(
	tallies: ComparedTallies,
	currency: string,
	top: number,
	names?: Map<string, ProductName>,
): ModelRow[] {
	const { now, earlier } = productSums(tallies, currency);
	const modelOf = (product: string) => names?.get(product)?.model ?? product;
	const models = mergeProducts(now, modelOf);
	const before = earlier && mergeProducts(earlier, modelOf);
	const total = groupSum({ products: now }).spend;
	const { top: first, others, rest } = rankProducts(models, top);
	const rows = first.map(({ product: model, sum }): ModelRow => {
		const products = new Set([...now.keys()].filter((product) => modelOf(product) === model));
		const parts = productRows(tallies, currency, products.size, names, products);
		return {
			model: names?.get(parts[0]?.product ?? '')?.modelName ?? model,
			models: 1,
			...spendRow(currency, sum, total, before && (before.get(model) ?? ZERO_SUM)),
			used: usedText([...now].filter(([product]) => products.has(product))),
			parts: parts.map((row) => ({ ...row, part: names?.get(row.product ?? '')?.part })),
		};
	});
	if (others === 0) return rows;
	const row = spendRow(currency, rest, total, undefined);
	const isNamed = new Set(first.map(({ product }) => product));
	const used = usedText([...now].filter(([product]) => !isNamed.has(modelOf(product))));
	return [...rows, { model: null, models: others, ...row, used, parts: [] }];
}

/** One row for every day or hour of a span, those without usage included. */
export function intervalRows(
	current: SpendTally,
	currency: string,
	span: TimeSpan,
	zone: string,
	unit: IntervalUnit,
): IntervalRow[] {
	const tally = current.currencies.get(currency);
	const groups = groupIntervals(tally, (slot) => (unit === 'day' ? slot.slice(0, 10) : slot));
	return intervalNamesWithin(span, zone, unit).map((slot) => {
		const group = groups.get(slot) ?? emptyGroup();
		const sum = groupSum(group);
		return { currency, slot, ...spendAmountsOf(sum), entries: sum.entries, ...group.counts };
	});
}

const NO_LABEL = '(no label)';

export function withLabelAsProduct(charge: UsageCharge, labels: CostLabels): UsageCharge {
	const { requestId } = charge;
	const label = requestId === undefined ? undefined : labels.get(requestId);
	return { ...charge, product: label ?? NO_LABEL };
}

/** The `top` labels of a currency with the highest spend, and one row for the others. */
export function labelRows(tallies: ComparedTallies, currency: string, top: number): LabelRow[] {
	return productRows(tallies, currency, top).map(({ product, products, ...row }) => ({
		...{ currency, costLabel: product, labels: products, entries: row.entries, calls: row.calls },
		...{ spend: row.spend, refunds: row.refunds, net: row.net },
		...{ share: row.share, change: row.change },
	}));
}
