import type { IExecuteSingleFunctions, IHttpRequestOptions } from 'n8n-workflow';

import { readNumber } from '../../lib/fields/readParameter';
import type { Run, Send } from '../../lib/wire/send';
import { MAX_PAGES, MOST_PAGES } from '../../lib/billing/pages/cursorPages';
import { historyPages } from '../../lib/billing/pages/historyPages';
import type { CostLabels } from '../../lib/billing/costLabels';
import { chargePage, type UsageCharge } from '../../lib/billing/entry';
import type { ReportPeriods } from '../../lib/billing/period';
import { labelled, type Tallies } from '../../lib/billing/report/report';
import { slotNames, type Span, type SlotUnit } from '../../lib/billing/slots';
import { SpendTally } from '../../lib/billing/tally';

/** How an operation reads the history: the request without its query, and what sends it. */
export interface HistorySource {
	options: IHttpRequestOptions;
	send: Send;
	run: Pick<Run, 'tryAcquireSlot' | 'free'>;
	/** How many pages there may be. */
	mostPages?: number;
}

/** How many pages a walk may have. Throws a ServiceFailure when it is no such number. */
export function readMostPages(context: IExecuteSingleFunctions): number {
	return readNumber(context, 'options.maxPages', MOST_PAGES, MAX_PAGES);
}

/** Passes every charge of a span to `use`, in order of time; few pages are in memory at a time. */
export async function walkCharges(
	{ options, send, run, mostPages }: HistorySource,
	{ start, end }: Span,
	currency: string | undefined,
	use: (charge: UsageCharge) => void,
): Promise<void> {
	// The service refuses a span without length.
	if (end <= start) return;
	const qs = {
		startTimestamp: new Date(start).toISOString(),
		endTimestamp: new Date(end).toISOString(),
		...(currency === undefined ? {} : { currency }),
	};
	const walk = { first: { ...options, qs }, send, run, read: chargePage, mostPages };
	for await (const { content, skip, end } of historyPages(walk)) {
		for (const charge of content.slice(skip, end)) use(charge);
	}
}

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
	const add = (charge: UsageCharge) => {
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
	const current = new SpendTally(slotNames(zone, unit));
	return compare ? { current, before: new SpendTally() } : { current };
}

function addTo({ current, before }: Tallies, charge: UsageCharge, start: number): void {
	(charge.at < start && before !== undefined ? before : current).add(charge);
}
