import type { IExecuteSingleFunctions, IHttpRequestOptions } from 'n8n-workflow';

import { readNumber } from '../../lib/fields/readParameter';
import type { ItemRun, SendRequest } from '../../lib/wire/send';
import { MAX_PAGES_FIELD, DEFAULT_MAX_PAGES } from '../../lib/billing/pages/cursorPages';
import { historyPages } from '../../lib/billing/pages/historyPages';
import type { CostLabels } from '../../lib/billing/costLabels';
import { readChargePage, type UsageCharge } from '../../lib/billing/usageEntry';
import type { ReportPeriods } from '../../lib/billing/period';
import { withLabelAsProduct, type ComparedTallies } from '../../lib/billing/report/reportRows';
import { createIntervalNamer, type TimeSpan, type IntervalUnit } from '../../lib/billing/intervals';
import { SpendTally } from '../../lib/billing/tally';

/** How an operation reads the history: the request without its query, and what sends it. */
export interface HistorySource {
	options: IHttpRequestOptions;
	send: SendRequest;
	run: Pick<ItemRun, 'tryAcquireSlot' | 'free'>;
	mostPages?: number;
}

/** How many pages a walk may have. Throws a ServiceFailure when it is no such number. */
export function readMaxPages(context: IExecuteSingleFunctions): number {
	return readNumber(context, 'options.maxPages', DEFAULT_MAX_PAGES, MAX_PAGES_FIELD);
}

/** Passes every charge of a span to `visit`, in order of time; few pages are in memory at a time. */
export async function walkCharges(
	{ options, send, run, mostPages }: HistorySource,
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
	const walk = { first: { ...options, qs }, send, run, read: readChargePage, mostPages };
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

interface ReportTallies extends ComparedTallies {
	/** The same with labels in the place of products. */
	byLabel?: ComparedTallies;
}

/** Adds up the period, and the one before it when it is compared: in one walk where the two touch. */
export async function tallyPeriods(
	source: HistorySource,
	{ current, before }: ReportPeriods,
	{ currency, labels, ...scope }: TallyScope,
): Promise<ReportTallies> {
	const tallies: ReportTallies = createTallies(scope);
	if (labels !== undefined) tallies.byLabel = createTallies(scope);
	const { byLabel } = tallies;
	const add = (charge: UsageCharge) => {
		addToPeriod(tallies, charge, current.start);
		if (byLabel && labels) addToPeriod(byLabel, withLabelAsProduct(charge, labels), current.start);
	};
	const areAdjacent = before.end === current.start;
	const both = areAdjacent ? [{ start: before.start, end: current.end }] : [before, current];
	for (const span of scope.compare ? both : [current]) {
		await walkCharges(source, span, currency, add);
	}
	return tallies;
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
	start: number,
): void {
	(charge.at < start && before !== undefined ? before : current).add(charge);
}
