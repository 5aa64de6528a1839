import { CURRENCIES, percentOf } from '../amount';
import type { CostLabels } from '../costLabels';
import type { UsageCharge } from '../entry';
import type { ReportPeriods } from '../period';
import type { Counts } from '../recentRequests';
import { slotsWithin, type SlotUnit } from '../slots';
import {
	emptyGroup,
	grouped,
	sumOf,
	whole,
	NOTHING,
	ranking,
	type Sum,
	type SpendTally,
} from '../tally';
import { changeFrom, moneyOf, netOf, type Change, type SpendAmounts } from './money';

export interface CurrencyTotals extends SpendAmounts, Counts {
	entries: number;
	/** Null when the report compares with nothing. */
	before: SpendAmounts | null;
	/** How `net` changed. */
	change: Change | null;
}

export interface ProductRow extends SpendAmounts {
	currency: string;
	/** Null for all products that are not among the first ones. */
	product: string | null;
	/** Its readable name, which is the product itself where it has no other; null like the product. */
	name: string | null;
	/** How many products the row stands for. */
	products: number;
	entries: number;
	/** Null where several products stand together, as a request may be charged for several, and where no charge names its request. */
	calls: number | null;
	/** Null where several products stand together, as their units differ. */
	units: number | null;
	/** Percentage of the spend in this currency; null when there was none. */
	share: number | null;
	change: Change | null;
}

export interface SlotRow extends SpendAmounts, Counts {
	currency: string;
	/** `2026-03-29`, or `2026-03-29T03:00+02:00`. */
	slot: string;
	entries: number;
}

/** What was added up: the period itself, and the one before it when it is compared. */
export interface Tallies {
	current: SpendTally;
	before?: SpendTally;
}

/** The currencies that had any entry, in a fixed order; `usual` when there was none. */
export function currenciesOf({ current, before }: Tallies, usual: string): string[] {
	const seen = new Set([...current.currencies.keys(), ...(before?.currencies.keys() ?? [])]);
	const known = CURRENCIES.filter((currency) => seen.delete(currency));
	const all = [...known, ...[...seen].sort()];
	return all.length > 0 ? all : [usual];
}

/** What one currency came to, and how that compares with the period before. */
export function totalsOf({ current, before }: Tallies, currency: string): CurrencyTotals {
	const group = whole(current.currencies.get(currency));
	const sum = sumOf(group);
	const earlier = before && sumOf(whole(before.currencies.get(currency)));
	return {
		...moneyOf(sum),
		entries: sum.entries,
		...group.counts,
		before: earlier ? moneyOf(earlier) : null,
		change: earlier ? changeFrom(netOf(earlier), netOf(sum)) : null,
	};
}

/** The `top` products of a currency with the highest spend, and one row for the others. */
export function productRows(
	{ current, before }: Tallies,
	currency: string,
	top: number,
	names?: Map<string, string>,
): ProductRow[] {
	const tally = current.currencies.get(currency);
	const group = whole(tally);
	const total = sumOf(group).spend;
	const earlier = before && whole(before.currencies.get(currency)).products;
	const { top: first, others, rest } = ranking(group.products, top);
	const row = (sum: Sum) => ({
		...moneyOf(sum),
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
		change: earlier ? changeFrom(netOf(earlier.get(product) ?? NOTHING), netOf(sum)) : null,
	}));
	if (others === 0) return rows;
	const unknown = { product: null, calls: null, units: null, change: null };
	return [...rows, { currency, name: null, products: others, ...row(rest), ...unknown }];
}

/** One row for every day or hour of the period, those without usage included. */
export function slotRows(
	{ current }: Tallies,
	currency: string,
	{ current: span }: Pick<ReportPeriods, 'current'>,
	zone: string,
	unit: SlotUnit,
): SlotRow[] {
	const tally = current.currencies.get(currency);
	const groups = grouped(tally, (slot) => (unit === 'day' ? slot.slice(0, 10) : slot));
	return slotsWithin(span, zone, unit).map((slot) => {
		const group = groups.get(slot) ?? emptyGroup();
		const sum = sumOf(group);
		return { currency, slot, ...moneyOf(sum), entries: sum.entries, ...group.counts };
	});
}

/** The label of charges of requests without one. */
const NO_LABEL = '(no label)';

export interface LabelRow extends Omit<ProductRow, 'product' | 'name' | 'products'> {
	/** Null for all labels that are not among the first ones. */
	costLabel: string | null;
	/** How many labels the row stands for. */
	labels: number;
}

/** A charge under its label in the place of its product. */
export function labelled(charge: UsageCharge, labels: CostLabels): UsageCharge {
	const { requestId } = charge;
	const label = requestId === undefined ? undefined : labels.get(requestId);
	return { ...charge, product: label ?? NO_LABEL };
}

/** The `top` labels of a currency with the highest spend, and one row for the others. */
export function labelRows(tallies: Tallies, currency: string, top: number): LabelRow[] {
	return productRows(tallies, currency, top).map(({ product, name, products, ...row }) => ({
		...row,
		costLabel: name === null ? null : product,
		labels: products,
	}));
}
