import type { ItemContext } from '../../lib/core/execution';
import type { Item } from '../../lib/run/item';
import { DEFAULT_MAX_PAGES } from '../../lib/billing/pages/cursorPages';
import { historyPages } from '../../lib/billing/pages/historyPages';
import type { CostLabels } from '../../lib/billing/costLabels';
import { readChargePage, type UsageCharge } from '../../lib/billing/usageEntry';
import {
	type ReportPeriods,
	createIntervalNamer,
	type TimeSpan,
	type IntervalUnit,
} from '../../lib/billing/period';
import { withLabelAsProduct, type ComparedTallies } from '../../lib/billing/report/reportRows';
import type { ReportTallies } from '../../lib/billing/report/spendReport';
import { forecastBasis } from '../../lib/billing/report/pastSpend';
import { SpendTally } from '../../lib/billing/tally';

const DAY_MS = 86_400_000;

/** How an operation reads the history: the request without its query, and what sends it. */
export interface HistorySource extends Pick<Item, 'request' | 'send'> {
	run: Pick<Item['run'], 'tryAcquireSlot' | 'free'>;
	mostPages?: number;
}

/** How many pages a walk may have. Throws a ServiceFailure when it is no such number. */
export function readMaxPages(context: ItemContext): number {
	return Number(context.parameters.options.maxPages ?? DEFAULT_MAX_PAGES);
}

/** Passes every charge of a span to `visit`, in order of time; few pages are in memory at a time. */
export async function walkCharges(
	{ request, send, run, mostPages }: HistorySource,
	{ start, end }: TimeSpan,
	currency: string | undefined,
	visit: (charge: UsageCharge) => void,
): Promise<void> {
	// The service refuses a span without length.
	if (end <= start) return;
	const qs = {
		startTimestamp: new Date(start).toISOString(),
		endTimestamp: new Date(end).toISOString(),
		...(currency === undefined ? {} : { currency }),
	};
	const walk = { first: { ...request, qs }, send, run, read: readChargePage, mostPages };
	for await (const { content, skip, end } of historyPages(walk)) {
		for (const charge of content.slice(skip, end)) visit(charge);
	}
}

interface TallyScope {
	currency?: string;
	zone: string;
	unit: IntervalUnit;
	compare: boolean;
	/** What charges are added up by beside their products. */
	labels?: CostLabels;
}

/** Adds up the period, the one before it when it is compared, and what the forecast of a running month rests on: spans that touch in one walk. */
export async function tallyPeriods(
	source: HistorySource,
	{ current, before, whole }: ReportPeriods,
	{ currency, labels, ...scope }: TallyScope,
): Promise<ReportTallies> {
	const { zone, compare } = scope;
	const tallies: ReportTallies = createTallies(scope);
	if (labels !== undefined) tallies.byLabel = createTallies(scope);
	const basis = whole && isLongerThanDay(whole) ? forecastBasis(current.end, zone) : undefined;
	if (basis) tallies.recent = new SpendTally(createIntervalNamer(zone, 'hour'));
	const { byLabel, recent } = tallies;
	const add = (charge: UsageCharge) => {
		addToPeriod(tallies, charge, { current, before });
		if (byLabel && labels) {
			addToPeriod(byLabel, withLabelAsProduct(charge, labels), { current, before });
		}
		if (basis && isWithin(basis, charge)) recent?.add(charge);
	};
	const spans = [...(compare ? [before] : []), ...(basis ? [basis] : []), current];
	for (const span of mergedSpans(spans)) await walkCharges(source, span, currency, add);
	return tallies;
}

const isLongerThanDay = ({ start, end }: TimeSpan) => end - start > 2 * DAY_MS;

const isWithin = ({ start, end }: TimeSpan, { at }: UsageCharge) => at >= start && at < end;

/** The spans in order of time, those that touch or overlap as one. */
function mergedSpans(spans: TimeSpan[]): TimeSpan[] {
	const merged: TimeSpan[] = [];
	for (const { start, end } of spans.toSorted((one, other) => one.start - other.start)) {
		const last = merged.at(-1);
		if (last && start <= last.end) last.end = Math.max(last.end, end);
		else merged.push({ start, end });
	}
	return merged;
}

function createTallies({
	zone,
	unit,
	compare,
}: Pick<TallyScope, 'zone' | 'unit' | 'compare'>): ComparedTallies {
	const current = new SpendTally(createIntervalNamer(zone, unit));
	return compare ? { current, before: new SpendTally() } : { current };
}

function addToPeriod(
	{ current, before }: ComparedTallies,
	charge: UsageCharge,
	spans: Pick<ReportPeriods, 'current' | 'before'>,
): void {
	if (isWithin(spans.current, charge)) current.add(charge);
	else if (isWithin(spans.before, charge)) before?.add(charge);
}
