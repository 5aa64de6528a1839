import type { Amount } from '../amount';
import { groupIntervals, ZERO_SUM, type SpendSum } from '../tally';
import { changeFrom, netOf, type SpendChange } from './money';
import type { ProductName } from './productNames';
import { productSums, type ComparedTallies } from './reportRows';

interface MoverSide {
	net: Amount;
	units: Amount;
	/** What a unit cost before refunds; null where there were none. */
	unitPrice: Amount | null;
}

/** A product whose net spend changed most from the period before: with units and price, which say whether volume or price did it. */
export interface Mover {
	currency: string;
	product: string;
	name: string;
	kind: 'new' | 'gone' | 'changed';
	change: SpendChange;
	now: MoverSide;
	before: MoverSide;
	/** The first day with a charge, of a new product; null where the period has no days. */
	since: string | null;
}

const MAX_MOVERS = 3;

/** The products of a currency that changed most, the largest change first; none where nothing is compared. */
export function moversOf(
	tallies: ComparedTallies,
	currency: string,
	names?: Map<string, ProductName>,
): Mover[] {
	const { now, earlier } = productSums(tallies, currency);
	if (earlier === undefined) return [];
	return [...new Set([...now.keys(), ...earlier.keys()])]
		.map((product) => {
			const [sum, old] = [now.get(product) ?? ZERO_SUM, earlier.get(product) ?? ZERO_SUM];
			return { product, sum, old, change: changeFrom(netOf(old), netOf(sum)) };
		})
		.filter(({ change }) => !change.absolute.eq(0))
		.sort(
			(a, b) =>
				b.change.absolute.abs().cmp(a.change.absolute.abs()) || (a.product < b.product ? -1 : 1),
		)
		.slice(0, MAX_MOVERS)
		.map(({ product, sum, old, change }) => {
			const kind = old.entries === 0 ? 'new' : sum.entries === 0 ? 'gone' : 'changed';
			return {
				...{ currency, product, name: names?.get(product)?.name ?? product, kind, change },
				...{ now: sideOf(sum), before: sideOf(old) },
				since: kind === 'new' ? firstDayOf(tallies, currency, product) : null,
			};
		});
}

function sideOf(sum: SpendSum): MoverSide {
	const { spend, units } = sum;
	return { net: netOf(sum), units, unitPrice: units.gt(0) ? spend.div(units) : null };
}

function firstDayOf({ current }: ComparedTallies, currency: string, product: string) {
	const days = groupIntervals(current.currencies.get(currency), (slot) => slot.slice(0, 10));
	const ofProduct = [...days].flatMap(([day, { products }]) =>
		products.has(product) ? [day] : [],
	);
	return ofProduct.sort()[0] || null;
}

/** The product that moved spend most from the first to the second half of a span, in the direction of the whole; null where spend did not change. */
export function causeOfChange(
	days: Map<string, { products: Map<string, SpendSum> }>,
	isLater: (day: string) => boolean,
): string | null {
	const changes = new Map<string, number>();
	for (const [day, { products }] of days) {
		for (const [product, sum] of products) {
			const net = Number(netOf(sum)) * (isLater(day) ? 1 : -1);
			changes.set(product, (changes.get(product) ?? 0) + net);
		}
	}
	const total = [...changes.values()].reduce((sum, one) => sum + one, 0);
	const [first] = [...changes].sort(([, one], [, other]) => (other - one) * Math.sign(total));
	return total === 0 ? null : (first?.[0] ?? null);
}
