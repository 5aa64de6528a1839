import type { IDataObject, IPollFunctions } from 'n8n-workflow';

import { clock } from '../../lib/core/clock';
import { badInput } from '../../lib/core/failure';
import { API_KEY_CREDENTIAL } from '../../lib/wire/credential';
import { getJson } from '../../lib/wire/lookUp';
import type { SendRequest } from '../../lib/wire/send';
import { cursorPages } from '../../lib/billing/pages/cursorPages';
import { readPageForWalk } from '../../lib/billing/usageEntry';
import { createIdAssigner, type IdentifiedEntry } from '../../lib/billing/entryId';
import { emptyCount, createSpendAlert, type AlertSettings } from '../../lib/billing/spendAlerts';
import { tallyEntries } from '../../lib/billing/summary';
import { groupSum, wholeCurrency } from '../../lib/billing/tally';
import { toOutputItems } from './pollEntries';
import type { PollSettings } from './pollSettings';
import { HISTORY_URL } from './usageReader';

const MAX_SHOWN_ENTRIES = 10;
const MAX_TEST_PAGES = 20;
const TEST_WAITS = { maxWaitMs: 15_000, patienceMs: 15_000 };
const HOUR_MS = 3_600_000;
const SEARCH_SPANS_MS = [
	HOUR_MS / 6,
	HOUR_MS,
	6 * HOUR_MS,
	24 * HOUR_MS,
	7 * 24 * HOUR_MS,
	30 * 24 * HOUR_MS,
	365 * 24 * HOUR_MS,
];

/**
 * The newest entries in the form of the output, for a manual test. The history is listed oldest first, so ever longer spans back
 * from now are looked through. Throws a ServiceFailure when there are none.
 */
export async function readNewestItems(
	context: IPollFunctions,
	settings: PollSettings,
): Promise<IDataObject[]> {
	const now = clock.now();
	for (const span of SEARCH_SPANS_MS) {
		const entries = await readNewestEntries(context, settings, new Date(now - span).toISOString());
		if (entries.length === 0) continue;
		return settings.alerts
			? createExampleAlerts(entries, settings.alerts)
			: toOutputItems({ entries }, settings);
	}
	throw badInput(
		'There is no usage in the last year to show',
		'Run any paid operation once, or activate the workflow and wait for the first charge. A filter may leave everything out.',
	);
}

/** Alerts as they will look, each with what the newest entries of its currency came to, passed or not. */
function createExampleAlerts(entries: IdentifiedEntry[], settings: AlertSettings): IDataObject[] {
	const newest = String(entries.at(-1)?.timestamp);
	const { period } = emptyCount(newest, settings);
	return [...tallyEntries(entries).currencies].map(([currency, own]) => ({
		...createSpendAlert(settings, period, currency, groupSum(wholeCurrency(own)).spend, null),
		example: true,
	}));
}

async function readNewestEntries(
	context: IPollFunctions,
	{ currency, wanted }: PollSettings,
	startTimestamp: string,
): Promise<IdentifiedEntry[]> {
	const qs = { startTimestamp, ...(currency === undefined ? {} : { currency }) };
	const send: SendRequest = async ({ qs: query }) =>
		await getJson(context, API_KEY_CREDENTIAL, { url: HISTORY_URL, qs: query }, TEST_WAITS);
	const { identify } = createIdAssigner();
	let newest: IdentifiedEntry[] = [];
	let pages = 0;
	for await (const { content, skip } of cursorPages(
		{ url: HISTORY_URL, qs },
		send,
		readPageForWalk,
	)) {
		const entries = content.slice(skip).map(identify).filter(wanted);
		newest = [...newest, ...entries].slice(-MAX_SHOWN_ENTRIES);
		if (++pages === MAX_TEST_PAGES) break;
	}
	return newest;
}
