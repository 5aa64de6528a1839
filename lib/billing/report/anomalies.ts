import { exactText, ZERO, type Amount } from '../amount';
import { intervalNamesWithin, type TimeSpan } from '../intervals';
import { groupIntervals, groupSum, ZERO_SUM } from '../tally';
import type { ComparedTallies } from './reportRows';

/** A day that cost more than three times what its days usually cost, in all or for one cost label. */
export interface Anomaly {
	currency: string;
	/** `2026-03-29`. */
	day: string;
	/** Null for all charges of the day. */
	costLabel: string | null;
	spend: number;
	/** The median of the other days. */
	usual: number;
	exact: { spend: string; usual: string };
}

/** Fewer days say nothing about what is usual. */
const MIN_ANOMALY_DAYS = 7;
const ANOMALY_FACTOR = 3;
const MAX_ANOMALIES = 10;

/** The days of a currency that stand out, the highest spend first. A label is compared with its own days, from its first charge on. */
export function anomaliesOf(
	{ current, byLabel }: ComparedTallies & { byLabel?: ComparedTallies },
	currency: string,
	span: TimeSpan,
	zone: string,
): Anomaly[] {
	const days = intervalNamesWithin(span, zone, 'day');
	const dayOf = (slot: string) => slot.slice(0, 10);
	const all = groupIntervals(current.currencies.get(currency), dayOf);
	const spends = days.map((day) => {
		const group = all.get(day);
		return group === undefined ? ZERO : groupSum(group).spend;
	});
	const anomaliesOfAllCharges = outliers(days, spends).map((one) => ({ ...one, costLabel: null }));
	const labelled = groupIntervals(byLabel?.current.currencies.get(currency), dayOf);
	const labels = new Set([...labelled.values()].flatMap(({ products }) => [...products.keys()]));
	const ofLabels = [...labels].flatMap((costLabel) => {
		const labelSpends = days.map(
			(day) => (labelled.get(day)?.products.get(costLabel) ?? ZERO_SUM).spend,
		);
		const first = labelSpends.findIndex((spend) => spend.gt(0));
		return outliers(days.slice(first), labelSpends.slice(first)).map((one) => ({
			...one,
			costLabel,
		}));
	});
	return [...anomaliesOfAllCharges, ...ofLabels]
		.sort((one, other) => other.spend.cmp(one.spend))
		.slice(0, MAX_ANOMALIES)
		.map(({ day, costLabel, spend, usual }) => ({
			...{ currency, day, costLabel, spend: Number(spend), usual: Number(usual) },
			exact: { spend: exactText(spend), usual: exactText(usual) },
		}));
}

/** The days above three times the median of the others; none where there are few, or nothing is usual. */
function outliers(days: string[], spends: Amount[]) {
	if (days.length < MIN_ANOMALY_DAYS) return [];
	return days.flatMap((day, index) => {
		const spend = spends[index] ?? ZERO;
		const usual = median(spends.toSpliced(index, 1));
		return usual.gt(0) && spend.gt(usual.times(ANOMALY_FACTOR)) ? [{ day, spend, usual }] : [];
	});
}

function median(values: Amount[]): Amount {
	const sorted = [...values].sort((one, other) => one.cmp(other));
	const half = Math.floor(sorted.length / 2);
	const upper = sorted[half] ?? ZERO;
	const lower = sorted.length % 2 === 0 ? (sorted[half - 1] ?? ZERO) : upper;
	return lower.plus(upper).times('0.5');
}
