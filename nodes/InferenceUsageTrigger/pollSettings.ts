import type { IPollFunctions } from 'n8n-workflow';

import type { Answer } from '../../lib/core/answer';
import { ServiceFailure } from '../../lib/core/failure';
import {
	readChoice,
	readNumber,
	readParameter,
	readSwitch,
	chosenZone,
} from '../../lib/fields/readParameter';
import {
	MAX_PAGE_SIZE,
	MAX_PAGES_FIELD,
	DEFAULT_MAX_PAGES,
} from '../../lib/billing/pages/cursorPages';
import { cut } from '../../lib/core/cut';
import { KNOWN_CURRENCIES } from '../../lib/billing/amount';
import {
	readPageWithProblems,
	type UsageEntry,
	type UsagePage,
} from '../../lib/billing/usageEntry';
import { MAX_EXECUTION_MS } from '../../lib/billing/handOffs';
import { PERIOD_UNITS, type PeriodUnit } from '../../lib/billing/period';
import { joinedKey, type AlertSettings } from '../../lib/billing/spendAlerts';
import { entryMatcher, type EntryFilter } from '../../lib/billing/entryFilter';

const DEFAULT_MAX_ENTRIES = 5000;
const DEFAULT_LATE_ENTRY_SECONDS = 60;
const MINUTE_MS = 60_000;
/** Before the first charge of any account. */
const START_OF_HISTORY = '2000-01-01T00:00:00.000Z';
const EMIT_MODES = ['entries', 'summary', 'threshold'] as const;
const MIN_AMOUNT_RULE = { label: 'Min Amount', min: 0 };
const MAX_ENTRIES_RULE = { label: 'Max Entries per Check', min: 10, max: 100_000, integer: true };
const LOOK_BACK_RULE = { label: 'Recheck for Late Entries (Minutes)', min: 0, max: 1_440 };
const UNREADABLE_LABEL = 'Unreadable Entries';
const UNREADABLE_CHOICES = ['emit', 'skip', 'stop'] as const;
const CORRECTED_LABEL = 'Corrected Entries';
const CORRECTED_CHOICES = ['emit', 'skip'] as const;
const REPLAY_LABEL = 'Replay Unfinished Executions';
const LATE_ENTRY_RULE = { label: 'Wait for Late Entries (Seconds)', min: 0, max: 86_400 };

export interface PollSettings {
	emit: (typeof EMIT_MODES)[number];
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
	mostPages: number;
	readPage(answer: Answer): UsagePage;
}

/** The settings of the trigger, checked; throws a ServiceFailure that names the field. */
export function readPollSettings(context: IPollFunctions): PollSettings {
	const zone = chosenZone(context.getNodeParameter('options.timeZone', ''), context);
	const emit = readChoice(context, 'emit', 'entries', 'Run Workflow On', EMIT_MODES);
	const currency = trimmedOrUndefined(
		readChoice(context, 'options.currency', '', 'Currency', [...KNOWN_CURRENCIES, '']),
	);
	const product = { label: 'Product', kind: 'text' } as const;
	const filter: EntryFilter = {
		product: trimmedOrUndefined(readParameter(context, 'options.product', '', product)),
		minAmount: readNumber(context, 'options.minAmount', 0, MIN_AMOUNT_RULE) || undefined,
	};
	const maxEntries = readNumber(
		context,
		'options.maxEntries',
		DEFAULT_MAX_ENTRIES,
		MAX_ENTRIES_RULE,
	);
	const lookBack = readNumber(context, 'options.lookBack', 0, LOOK_BACK_RULE);
	const corrected = readChoice(
		context,
		'options.correctedEntries',
		'emit',
		CORRECTED_LABEL,
		CORRECTED_CHOICES,
	);
	const replay = readSwitch(context, 'options.replayUnfinished', false, REPLAY_LABEL);
	// A sum with an entry that has no amount would be wrong.
	const chosen = readChoice(
		context,
		'options.unreadableEntries',
		'emit',
		UNREADABLE_LABEL,
		UNREADABLE_CHOICES,
	);
	const unreadable = chosen === 'emit' && emit !== 'entries' ? 'stop' : chosen;
	const settle = readNumber(
		context,
		'options.settleDelay',
		DEFAULT_LATE_ENTRY_SECONDS,
		LATE_ENTRY_RULE,
	);
	// Full pages must fit, so that as few as possible are read for as many entries as allowed.
	const pageSize = Math.ceil(maxEntries / Math.ceil(maxEntries / MAX_PAGE_SIZE));
	const usualPages = Math.ceil((DEFAULT_MAX_PAGES * MAX_PAGE_SIZE) / pageSize);
	return {
		emit,
		...(emit === 'threshold' && { alerts: readAlertSettings(context, zone, filter, currency) }),
		start: readStart(context, zone),
		currency,
		wanted: createEntryFilter(filter),
		readPage:
			unreadable === 'stop'
				? readPageWithoutProblems
				: unreadable === 'skip'
					? readPageSkippingProblems
					: readPageWithProblems,
		settleMs: settle * 1000,
		lookBackMs: emit === 'threshold' ? 0 : lookBack * MINUTE_MS,
		emitsCorrected: corrected === 'emit',
		replay: emit === 'entries' && replay,
		longestRunMs: readMaxExecutionMs(context),
		maxEntries,
		pageSize,
		mostPages: readNumber(context, 'options.maxPages', usualPages, MAX_PAGES_FIELD),
	};
}

/** The time limit of the workflow, where it has one, with the time that n8n may take to enforce it. */
function readMaxExecutionMs(context: IPollFunctions): number {
	const { executionTimeout = 0 } = context.getWorkflowSettings();
	return executionTimeout > 0 ? executionTimeout * 1000 + 10 * MINUTE_MS : MAX_EXECUTION_MS;
}

function readStart(context: IPollFunctions, zone: string): string | undefined {
	const from = readChoice(context, 'pastCharges', 'none', 'Past Charges', ['all', 'date', 'none']);
	if (from === 'all') return START_OF_HISTORY;
	if (from === 'none') return undefined;
	const rule = { label: 'Start', kind: 'time', required: true } as const;
	return String(readParameter(context, 'start', '', rule, zone));
}

function readAlertSettings(
	context: IPollFunctions,
	zone: string,
	{ product, minAmount }: EntryFilter,
	currency: string | undefined,
): AlertSettings {
	const unit: PeriodUnit = readChoice(context, 'period', 'day', 'Period', PERIOD_UNITS);
	const rule = {
		label: 'Threshold (in Each Currency)',
		kind: 'number',
		min: 0,
		aboveMin: true,
	} as const;
	return {
		threshold: Number(readParameter(context, 'threshold', '', { ...rule, required: true })),
		unit,
		zone,
		of: joinedKey(unit, zone, currency, product, minAmount),
	};
}

function trimmedOrUndefined(value: unknown): string | undefined {
	return value === undefined || value === '' ? undefined : String(value).trim();
}

/** Whether to emit an entry; one that cannot be read passes every filter. */
function createEntryFilter(filter: EntryFilter): PollSettings['wanted'] {
	const isWanted = entryMatcher(filter);
	return (entry) => entry.problem !== undefined || isWanted(entry);
}

function readPageSkippingProblems(answer: Answer): UsagePage {
	const page = readPageWithProblems(answer);
	return { ...page, entries: page.entries.filter(({ problem }) => problem === undefined) };
}

/** Throws a ServiceFailure for an entry that cannot be read. */
function readPageWithoutProblems(answer: Answer): UsagePage {
	const page = readPageWithProblems(answer);
	const problemEntry = page.entries.find(({ problem }) => problem !== undefined);
	if (problemEntry === undefined) return page;
	throw new ServiceFailure(
		`${problemEntry.problem}: ${cut(JSON.stringify(problemEntry), 500).text}`,
		{
			kind: 'malformed',
			status: 200,
			cure: 'To go on without it, set Options > Unreadable Entries to Skip.',
		},
	);
}
