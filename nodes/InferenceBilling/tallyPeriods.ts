import type { CostLabels } from '../../lib/usage/costLabels';
import type { Charge } from '../../lib/usage/entry';
import type { ReportPeriods } from '../../lib/usage/period';
import { labelled, type Tallies } from '../../lib/usage/report/report';
import { slotNames, type SlotUnit } from '../../lib/usage/slots';
import { Tally } from '../../lib/usage/tally';
import { walkCharges, type HistorySource } from './walkCharges';

interface Scope {
	currency?: string;
	zone: string;
	unit: SlotUnit;
	compare: boolean;
	/** What charges are added up by beside their products. */
	labels?: CostLabels;
}

/** What the charges of a report came to. */
interface PeriodTallies extends Tallies {
	/** The same with labels in the place of products. */
	byLabel?: Tallies;
}

/** Adds up the period, and the one before it when it is compared: in one walk where the two touch. */
export async function tallyPeriods(
	source: HistorySource,
	{ current, before }: ReportPeriods,
	{ currency, labels, ...scope }: Scope,
): Promise<PeriodTallies> {
	const tallies: PeriodTallies = newTallies(scope);
	if (labels !== undefined) tallies.byLabel = newTallies(scope);
	const { byLabel } = tallies;
	const add = (charge: Charge) => {
		addTo(tallies, charge, current.start);
		if (byLabel && labels) addTo(byLabel, labelled(charge, labels), current.start);
	};
	const touch = before.end === current.start;
	const both = touch ? [{ start: before.start, end: current.end }] : [before, current];
	for (const span of scope.compare ? both : [current]) {
		await walkCharges(source, span, currency, add);
	}
	return tallies;
}

function newTallies({ zone, unit, compare }: Pick<Scope, 'zone' | 'unit' | 'compare'>): Tallies {
	const current = new Tally(slotNames(zone, unit));
	return compare ? { current, before: new Tally() } : { current };
}

function addTo({ current, before }: Tallies, charge: Charge, start: number): void {
	(charge.at < start && before !== undefined ? before : current).add(charge);
}
