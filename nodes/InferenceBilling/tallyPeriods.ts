import type { ReportPeriods } from '../../lib/usage/report/period';
import type { Tallies } from '../../lib/usage/report/report';
import { slotNames, type SlotUnit } from '../../lib/usage/report/slots';
import { Tally } from '../../lib/usage/report/tally';
import { walkCharges, type HistorySource } from './walkCharges';

/** Adds up the period, and the one before it when it is compared: in one walk where the two touch. */
export async function tallyPeriods(
	source: HistorySource,
	{ current, before }: ReportPeriods,
	scope: { currency?: string; zone: string; unit: SlotUnit; compare: boolean },
): Promise<Tallies> {
	const now = new Tally(slotNames(scope.zone, scope.unit));
	if (!scope.compare) {
		await walkCharges(source, current, scope.currency, (charge) => now.add(charge));
		return { current: now };
	}
	const earlier = new Tally();
	const tallyAt = (at: number) => (at < current.start ? earlier : now);
	const spans =
		before.end === current.start ? [{ start: before.start, end: current.end }] : [before, current];
	for (const span of spans) {
		await walkCharges(source, span, scope.currency, (charge) => tallyAt(charge.at).add(charge));
	}
	return { current: now, before: earlier };
}
