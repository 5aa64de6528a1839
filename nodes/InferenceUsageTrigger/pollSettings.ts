import type { IPollFunctions } from 'n8n-workflow';

import type { Answer } from '../../lib/core/answer';
import { ServiceFailure } from '../../lib/core/failure';
import {
	readChoice,
	readNumber,
	readParameter,
	readSwitch,
	readZone,
} from '../../lib/fields/readParameter';
import { LARGEST_PAGE, MAX_PAGES, MOST_PAGES } from '../../lib/billing/pages/cursorPages';
import { cut } from '../../lib/core/cut';
import { CURRENCIES } from '../../lib/billing/amount';
import { markedPage, type UsageEntry, type UsagePage } from '../../lib/billing/entry';
import { entryFilter, type EntryFilter } from '../../lib/billing/entryFilter';
import { LONGEST_RUN_MS } from '../../lib/billing/handOffs';
import { PERIOD_UNITS, type PeriodUnit } from '../../lib/billing/period';
import { countName, type AlertSettings } from '../../lib/billing/spendAlerts';

const DEFAULT_MAX_ENTRIES = 5000;
const DEFAULT_SETTLE_S = 60;
const MINUTE = 60_000;
/** Before the first charge of any account. */
const BEGIN_OF_HISTORY = '2000-01-01T00:00:00.000Z';
const EMITS = ['entries', 'summary', 'threshold'] as const;
const MIN_AMOUNT = { label: 'Min Amount', min: 0 };
const MAX_ENTRIES = { label: 'Max Entries per Poll', min: 10, max: 100_000, integer: true };
const LOOK_BACK = { label: 'Look Back (Minutes)', min: 0, max: 1_440 };
const UNREADABLE = 'Unreadable Entries';
const CHOICES = ['emit', 'skip', 'stop'] as const;
const CORRECTED = 'Corrected Entries';
const CORRECTED_CHOICES = ['emit', 'skip'] as const;
const REPLAY = 'Replay Unfinished Executions';
const SETTLE_DELAY = { label: 'Wait for Late Entries (Seconds)', min: 0, max: 86_400 };

export interface PollSettings {
	emit: (typeof EMITS)[number];
	/** When the spend of a period is what is asked for. */
	alerts?: AlertSettings;
	/** ISO 8601 UTC; undefined for now. */
	start?: string;
	currency?: string;
	wanted(entry: UsageEntry): boolean;
	settleMs: number;
	/** How far back the history is read again; 0 for not at all. */
	lookBackMs: number;
	/** Whether an entry is emitted again when its amounts were corrected. */
	emitsCorrected: boolean;
	/** Whether entries are emitted again until their execution has succeeded. */
	replay: boolean;
	/** How long an execution that took entries can run. */
	longestRunMs: number;
	maxEntries: number;
	pageSize: number;
	/** How many pages a window of the history may have. */
	mostPages: number;
	/** Reads a page of the history. */
	readPage(answer: Answer): UsagePage;
}

/** The settings of the trigger, checked; throws a ServiceFailure that names the field. */
export function pollSettings(context: IPollFunctions): PollSettings {
	const zone = readZone(context, 'options.timeZone');
	const emit = readChoice(context, 'emit', 'entries', 'Start On', EMITS);
	const currency = text(
		readChoice(context, 'options.currency', '', 'Currency', [...CURRENCIES, '']),
	);
	const product = { label: 'Product', kind: 'text' } as const;
	const filter: EntryFilter = {
		product: text(readParameter(context, 'options.product', '', product)),
		minAmount: readNumber(context, 'options.minAmount', 0, MIN_AMOUNT) || undefined,
	};
	const maxEntries = readNumber(context, 'options.maxEntries', DEFAULT_MAX_ENTRIES, MAX_ENTRIES);
	const lookBack = readNumber(context, 'options.lookBack', 0, LOOK_BACK);
	const corrected = readChoice(
		context,
		'options.correctedEntries',
		'emit',
		CORRECTED,
		CORRECTED_CHOICES,
	);
	const replay = readSwitch(context, 'options.replayUnfinished', false, REPLAY);
	// A sum with an entry that has no amount would be wrong.
	const chosen = readChoice(context, 'options.unreadableEntries', 'emit', UNREADABLE, CHOICES);
	const unreadable = chosen === 'emit' && emit !== 'entries' ? 'stop' : chosen;
	const settle = readNumber(context, 'options.settleDelay', DEFAULT_SETTLE_S, SETTLE_DELAY);
	// Full pages must fit, so that as few as possible are read for as many entries as allowed.
	const pageSize = Math.ceil(maxEntries / Math.ceil(maxEntries / LARGEST_PAGE));
	const usualPages = Math.ceil((MOST_PAGES * LARGEST_PAGE) / pageSize);
	return {
		emit,
		...(emit === 'threshold' && { alerts: alertSettings(context, zone, filter, currency) }),
		start: start(context, zone),
		currency,
		wanted: wantedBy(filter),
		readPage:
			unreadable === 'stop' ? strictPage : unreadable === 'skip' ? skippingPage : markedPage,
		settleMs: settle * 1000,
		lookBackMs: emit === 'threshold' ? 0 : lookBack * MINUTE,
		emitsCorrected: corrected === 'emit',
		replay: emit === 'entries' && replay,
		longestRunMs: longestRunMs(context),
		maxEntries,
		pageSize,
		mostPages: readNumber(context, 'options.maxPages', usualPages, MAX_PAGES),
	};
}

/** The time limit of the workflow, where it has one, with the time that n8n may take to enforce it. */
function longestRunMs(context: IPollFunctions): number {
	const { executionTimeout = 0 } = context.getWorkflowSettings();
	return executionTimeout > 0 ? executionTimeout * 1000 + 10 * MINUTE : LONGEST_RUN_MS;
}

function start(context: IPollFunctions, zone: string): string | undefined {
	const from = readChoice(context, 'startFrom', 'now', 'Start From', ['all', 'date', 'now']);
	if (from === 'all') return BEGIN_OF_HISTORY;
	if (from === 'now') return undefined;
	const rule = { label: 'Start', kind: 'time', required: true } as const;
	return String(readParameter(context, 'start', '', rule, zone));
}

function alertSettings(
	context: IPollFunctions,
	zone: string,
	{ product, minAmount }: EntryFilter,
	currency: string | undefined,
): AlertSettings {
	const unit: PeriodUnit = readChoice(context, 'period', 'day', 'Period', PERIOD_UNITS);
	const rule = { label: 'Threshold', kind: 'number', min: 0, aboveMin: true } as const;
	return {
		threshold: Number(readParameter(context, 'threshold', '', { ...rule, required: true })),
		unit,
		zone,
		of: countName(unit, zone, currency, product, minAmount),
	};
}

function text(value: unknown): string | undefined {
	return value === undefined || value === '' ? undefined : String(value).trim();
}

/** Whether to emit an entry; one that cannot be read passes every filter. */
function wantedBy(filter: EntryFilter): PollSettings['wanted'] {
	const isWanted = entryFilter(filter);
	return (entry) => entry.problem !== undefined || isWanted(entry);
}

function skippingPage(answer: Answer): UsagePage {
	const page = markedPage(answer);
	return { ...page, entries: page.entries.filter(({ problem }) => problem === undefined) };
}

/** Throws a ServiceFailure for an entry that cannot be read. */
function strictPage(answer: Answer): UsagePage {
	const page = markedPage(answer);
	const odd = page.entries.find(({ problem }) => problem !== undefined);
	if (odd === undefined) return page;
	throw new ServiceFailure(`${odd.problem}: ${cut(JSON.stringify(odd), 500).text}`, {
		kind: 'malformed',
		status: 200,
		cure: 'To go on without it, set Options > Unreadable Entries to Skip.',
	});
}
