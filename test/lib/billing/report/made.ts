import { Run } from '../../../../lib/run/run';
import {
	reportPeriods,
	type ReportPeriods,
	type IntervalUnit,
} from '../../../../lib/billing/period';
import { spendReport, type SpendReport } from '../../../../lib/billing/report/spendReport';
import { tallyPeriods } from '../../../../nodes/InferenceBilling/walkCharges';
import type { ProofCase } from './cases';
import { seededHistory, type WireEntry } from './history';
import { pagesOf } from './pages';

/** Of a run with one item, beside that of the item. */
const SPARE_PLACES = 4;
/** So few that the others are put together in every history. */
export const TOP = 5;

export interface MadeReport {
	report: SpendReport;
	periods: ReportPeriods;
	/** The history that the report was made from, made anew. */
	history: () => Iterable<WireEntry>;
	pages: number;
}

/** The report of a case, made from the pages of its seeded history by the code that the node runs. */
export async function madeReport(
	proof: ProofCase,
	onPage?: () => void,
	unit: IntervalUnit = 'hour',
): Promise<MadeReport> {
	const { zone, seed, entries, period } = proof;
	const periods = reportPeriods(period, Date.parse(proof.now), zone);
	const { before, current } = periods;
	const margin = 3 * 3_600_000;
	const hour = 3_600_000;
	const wish = {
		seed,
		entries,
		from: before.start - margin,
		to: current.end + margin,
		moments: [before.start, before.end, current.start, current.end, current.end - hour],
	};
	const history = () => seededHistory(wish);
	const pages = pagesOf(history, onPage);
	const source = { request: { url: '' }, send: pages.send, run: new Run(SPARE_PLACES) };
	const scope = { zone, unit, compare: true };
	const tallies = await tallyPeriods(source, periods, scope).finally(pages.close);
	const groups = new Set(['product', 'day', unit]);
	const report = spendReport(tallies, { label: period, periods, zone, top: TOP, groups });
	return { report, periods, history, pages: pages.given };
}
