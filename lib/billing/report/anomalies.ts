import { ZERO, type Amount } from '../amount';
import { intervalNamesWithin, type TimeSpan } from '../period';
import { groupIntervals, groupSum, type SpendSum } from '../tally';
import type { ComparedTallies } from './reportRows';

/** Days in a row that each cost more than three times what days with charges usually cost, in all or for one cost label. */
export interface Anomaly {
	currency: string;
	/** `2026-03-29`. */
	firstDay: string;
	lastDay: string;
	/** Null for all charges of the days. */
	costLabel: string | null;
	/** Of all these days. */
	spend: Amount;
	/** The median of the other days with charges; 0 where there is none. */
	usualPerDay: Amount;
	/** The product, or the label of a report by label, that cost most of it. */
	cause: string | null;
}

/** Fewer days say nothing about what is usual. */
const MIN_ANOMALY_DAYS = 7;
const ANOMALY_FACTOR = 3;
const MAX_ANOMALIES = 10;

/** The stretches of a currency that stand out, the highest spend first. */
export function anomaliesOf(
	{ current, byLabel }: ComparedTallies & { byLabel?: ComparedTallies },
	currency: string,
	span: TimeSpan,
	zone: string,
): Anomaly[] {
	const days = intervalNamesWithin(span, zone, 'day');
	if (days.length < MIN_ANOMALY_DAYS) return [];
	const dayOf = (slot: string) => slot.slice(0, 10);
	const all = groupIntervals(current.currencies.get(currency), dayOf);
	const labelled = groupIntervals(byLabel?.current.currencies.get(currency), dayOf);
	const labels = new Set([...labelled.values()].flatMap(({ products }) => [...products.keys()]));
	const ofDays = (spendOf: (day: string) => Amount, costLabel: string | null) =>
		stretches(days, days.map(spendOf)).map((one) => ({
			...{ currency, firstDay: one.days[0] ?? '', lastDay: one.days.at(-1) ?? '', costLabel },
			...{ spend: one.spend, usualPerDay: one.usual },
			cause:
				costLabel === null
					? costliest(one.days.flatMap((day) => [...(all.get(day)?.products ?? [])]))
					: null,
		}));
	const spendOfDay = (day: string) => groupSum(all.get(day) ?? { products: new Map() }).spend;
	const spendOfLabel = (label: string) => (day: string) =>
		labelled.get(day)?.products.get(label)?.spend ?? ZERO;
	return [
		...ofDays(spendOfDay, null),
		...[...labels].flatMap((label) => ofDays(spendOfLabel(label), label)),
	]
		.sort((one, other) => other.spend.cmp(one.spend))
		.slice(0, MAX_ANOMALIES);
}

/** The days above three times what is usual, those in a row together. */
function stretches(days: string[], spends: Amount[]) {
	const found: Array<{ days: string[]; spend: Amount; usual: Amount }> = [];
	let isRunning = false;
	for (const [index, spend] of spends.entries()) {
		const usual = median(spends.filter((other, at) => at !== index && other.gt(0)));
		const isUnusual = spend.gt(usual.times(ANOMALY_FACTOR));
		const last = found.at(-1);
		if (isUnusual && isRunning && last) {
			last.days.push(days[index] ?? '');
			last.spend = last.spend.plus(spend);
		} else if (isUnusual) found.push({ days: [days[index] ?? ''], spend, usual });
		isRunning = isUnusual;
	}
	return found;
}

function costliest(charges: Array<[product: string, sum: SpendSum]>): string | null {
	const sums = new Map<string, Amount>();
	for (const [product, { spend }] of charges) {
		sums.set(product, (sums.get(product) ?? ZERO).plus(spend));
	}
	return [...sums].sort(([, one], [, other]) => other.cmp(one))[0]?.[0] ?? null;
}

function median(values: Amount[]): Amount {
	const sorted = [...values].sort((one, other) => one.cmp(other));
	const half = Math.floor(sorted.length / 2);
	const upper = sorted[half] ?? ZERO;
	const lower = sorted.length % 2 === 0 ? (sorted[half - 1] ?? ZERO) : upper;
	return lower.plus(upper).times('0.5');
}
