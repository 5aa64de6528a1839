import type { IPollFunctions } from 'n8n-workflow';

import type { Answer } from '../../lib/core/answer';
import type { Json } from '../../lib/core/record';
import { accept } from '../../lib/fields/accept';
import { chosenZone } from '../../lib/fields/readParameter';
import { readPanel } from '../../lib/fields/readPanel';
import { MAX_PAGE_SIZE, DEFAULT_MAX_PAGES } from '../../lib/billing/pages/cursorPages';
import type { UsageEntry, UsagePage } from '../../lib/billing/usageEntry';
import { MAX_EXECUTION_MS } from '../../lib/billing/handOffs';
import type { PeriodUnit } from '../../lib/billing/period';
import { joinedKey, type AlertSettings } from '../../lib/billing/spendAlerts';
import { entryMatcher, type EntryFilter } from '../../lib/billing/entryFilter';
import { triggerFields } from './triggerFields';
import { DEFAULT_LATE_ENTRY_SECONDS, DEFAULT_MAX_ENTRIES } from './triggerOptions';
import { PAGE_READERS } from './unreadableEntries';

const MINUTE_MS = 60_000;
/** Before the first charge of any account. */
const START_OF_HISTORY = '2000-01-01T00:00:00.000Z';

export interface PollSettings {
	emit: 'entries' | 'summary' | 'threshold';
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

/** The fields of the panel, as its checks leave them. */
interface TriggerPanel extends Json {
	emit: PollSettings['emit'] | null;
	threshold?: number;
	period?: PeriodUnit | null;
	pastCharges: 'all' | 'date' | 'none' | null;
	start?: unknown;
	options: {
		correctedEntries?: 'emit' | 'skip' | null;
		currency?: string | null;
		lookBack?: number | null;
		maxEntries?: number | null;
		maxPages?: number | null;
		minAmount?: number | null;
		product?: unknown;
		replayUnfinished?: boolean | null;
		settleDelay?: number | null;
		timeZone?: unknown;
		unreadableEntries?: keyof typeof PAGE_READERS | null;
	};
}

/** The settings of the trigger, checked; throws a ServiceFailure that names the field. */
export function readPollSettings(context: IPollFunctions): PollSettings {
	const { parameters } = readPanel(triggerFields(), {
		written: context.getNode().parameters,
		evaluate: (path) => context.getNodeParameter(path),
		isTool: false,
		zone: context.getTimezone(),
	});
	const panel = parameters as TriggerPanel;
	const { options } = panel;
	const emit = panel.emit ?? 'entries';
	const zone = chosenZone(options.timeZone, context);
	const currency = options.currency || undefined;
	const product = accept({ label: 'Product', kind: 'text', isName: true }, options.product, zone);
	const filter: EntryFilter = {
		product: product === undefined ? undefined : String(product),
		minAmount: options.minAmount || undefined,
	};
	const maxEntries = options.maxEntries ?? DEFAULT_MAX_ENTRIES;
	// Full pages must fit, so that as few as possible are read for as many entries as allowed.
	const pageSize = Math.ceil(maxEntries / Math.ceil(maxEntries / MAX_PAGE_SIZE));
	const usualPages = Math.ceil((DEFAULT_MAX_PAGES * MAX_PAGE_SIZE) / pageSize);
	const unreadable = options.unreadableEntries ?? 'emit';
	const isWanted = entryMatcher(filter);
	return {
		emit,
		...(emit === 'threshold' && { alerts: alertSettings(panel, zone, filter, currency) }),
		start: startOf(panel, zone),
		currency,
		// One that cannot be read passes every filter.
		wanted: (entry) => entry.problem !== undefined || isWanted(entry),
		// A sum with an entry that has no amount would be wrong.
		readPage: PAGE_READERS[unreadable === 'emit' && emit !== 'entries' ? 'stop' : unreadable],
		settleMs: (options.settleDelay ?? DEFAULT_LATE_ENTRY_SECONDS) * 1000,
		lookBackMs: (options.lookBack ?? 0) * MINUTE_MS,
		emitsCorrected: options.correctedEntries !== 'skip',
		replay: options.replayUnfinished === true,
		longestRunMs: longestRunMs(context),
		maxEntries,
		pageSize,
		mostPages: options.maxPages ?? usualPages,
	};
}

/** The time limit of the workflow, where it has one, with the time that n8n may take to enforce it. */
function longestRunMs(context: IPollFunctions): number {
	const { executionTimeout = 0 } = context.getWorkflowSettings();
	return executionTimeout > 0 ? executionTimeout * 1000 + 10 * MINUTE_MS : MAX_EXECUTION_MS;
}

function startOf({ pastCharges, start }: TriggerPanel, zone: string): string | undefined {
	if (pastCharges === 'all') return START_OF_HISTORY;
	if (pastCharges !== 'date') return undefined;
	return String(accept({ label: 'Start', kind: 'time', required: true }, start, zone));
}

function alertSettings(
	{ threshold, period }: TriggerPanel,
	zone: string,
	{ product, minAmount }: EntryFilter,
	currency: string | undefined,
): AlertSettings {
	const unit = period ?? 'day';
	const of = joinedKey(unit, zone, currency, product, minAmount);
	return { threshold: Number(threshold), unit, zone, of };
}
