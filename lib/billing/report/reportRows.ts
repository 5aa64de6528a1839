import { KNOWN_CURRENCIES, percentOf } from '../amount';
import type { CostLabels } from '../costLabels';
import type { UsageCharge } from '../usageEntry';
import type { ReportPeriods } from '../period';
import type { RequestCounts } from '../recentRequests';
import { intervalNamesWithin, type IntervalUnit } from '../intervals';
import {
	emptyGroup,
	groupIntervals,
	groupSum,
	wholeCurrency,
	ZERO_SUM,
	rankProducts,
	type SpendSum,
	type SpendTally,
} from '../tally';
import { changeFrom, spendAmountsOf, netOf, type SpendChange, type SpendAmounts } from './money';

export interface CurrencyTotals extends SpendAmounts, RequestCounts {
	entries: number;
	/** Null when the report compares with nothing. */
	before: SpendAmounts | null;
	change: SpendChange | null;
}

export interface ProductRow extends SpendAmounts {
	currency: string;
	/** Null for all products that are not among the first ones. */
	product: string | null;
	/** Its readable name, which is the product itself where it has no other; null like the product. */
	name: string | null;
	products: number;
	entries: number;
	/** Null where several products stand together, as a request may be charged for several, and where no charge names its request. */
	calls: number | null;
	/** Null where several products stand together, as their units differ. */
	units: number | null;
	/** Percentage of the spend in this currency; null when there was none. */
	share: number | null;
	change: SpendChange | null;
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

/** The `top` products of a currency with the highest spend, and one row for the others. */
export function productRows(
	{ current, before }: ComparedTallies,
	currency: string,
	top: number,
	names?: Map<string, string>,
): ProductRow[] {
	const tally = current.currencies.get(currency);
	const group = wholeCurrency(tally);
	const total = groupSum(group).spend;
	const earlier = before && wholeCurrency(before.currencies.get(currency)).products;
	const { top: first, others, rest } = rankProducts(group.products, top);
	const row = (sum: SpendSum) => ({
		...spendAmountsOf(sum),
		entries: sum.entries,
		share: percentOf(sum.spend, total),
	});
	const rows: ProductRow[] = first.map(({ product, sum }) => ({
		currency,
		product,
		name: names?.get(product) ?? product,
		products: 1,
		...row(sum),
		calls: tally?.products.get(product)?.calls || null,
		units: Number(sum.units),
		change: earlier ? changeFrom(netOf(earlier.get(product) ?? ZERO_SUM), netOf(sum)) : null,
	}));
	if (others === 0) return rows;
	const unknown = { product: null, calls: null, units: null, change: null };
	return [...rows, { currency, name: null, products: others, ...row(rest), ...unknown }];
}

/** One row for every day or hour of the period, those without usage included. */
export function intervalRows(
	{ current }: ComparedTallies,
	currency: string,
	{ current: span }: Pick<ReportPeriods, 'current'>,
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

export interface LabelRow extends Omit<ProductRow, 'product' | 'name' | 'products'> {
	/** Null for all labels that are not among the first ones. */
	costLabel: string | null;
	labels: number;
}

export function withLabelAsProduct(charge: UsageCharge, labels: CostLabels): UsageCharge {
	const { requestId } = charge;
	const label = requestId === undefined ? undefined : labels.get(requestId);
	return { ...charge, product: label ?? NO_LABEL };
}

/** The `top` labels of a currency with the highest spend, and one row for the others. */
export function labelRows(tallies: ComparedTallies, currency: string, top: number): LabelRow[] {
	return productRows(tallies, currency, top).map(({ product, name, products, ...row }) => ({
		...row,
		costLabel: name === null ? null : product,
		labels: products,
	}));
}
