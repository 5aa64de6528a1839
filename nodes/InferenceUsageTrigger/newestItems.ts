import type { IDataObject, IPollFunctions } from 'n8n-workflow';

import { clock } from '../../lib/core/clock';
import { badInput } from '../../lib/core/failure';
import { API_KEY_CREDENTIAL } from '../../lib/wire/credential';
import { getJson } from '../../lib/wire/call';
import type { Send } from '../../lib/wire/send';
import { cursorPages } from '../../lib/billing/pages/cursorPages';
import { historyPage } from '../../lib/billing/entry';
import { identifier, type IdentifiedEntry } from '../../lib/billing/entryId';
import { newCount, spendAlert, type AlertSettings } from '../../lib/billing/spendAlerts';
import { usageTally } from '../../lib/billing/summary';
import { sumOf, whole } from '../../lib/billing/tally';
import { entryItems } from './pollEntries';
import type { PollSettings } from './pollSettings';

const HISTORY = '/billing/usage-history';
const SHOWN = 10;
const MAX_PAGES = 20;
const WAITS = { maxWaitMs: 15_000, patienceMs: 15_000 };
const HOUR = 3_600_000;
const SPANS = [HOUR / 6, HOUR, 6 * HOUR, 24 * HOUR, 7 * 24 * HOUR, 30 * 24 * HOUR, 365 * 24 * HOUR];

/**
 * The newest entries in the form of the output, for a manual test. The history is listed oldest first, so ever longer spans back
 * from now are looked through. Throws a ServiceFailure when there are none.
 */
export async function newestItems(
	context: IPollFunctions,
	settings: PollSettings,
): Promise<IDataObject[]> {
	const now = clock.now();
	for (const span of SPANS) {
		const entries = await lastOf(context, settings, new Date(now - span).toISOString());
		if (entries.length === 0) continue;
		return settings.alerts
			? exampleAlerts(entries, settings.alerts)
			: entryItems({ entries }, settings);
	}
	throw badInput(
		'There is no usage in the last year to show',
		'Run any paid operation once, or activate the workflow and wait for the first charge. A filter may leave everything out.',
	);
}

/** Alerts as they will look, each with what the newest entries of its currency came to, passed or not. */
function exampleAlerts(entries: IdentifiedEntry[], settings: AlertSettings): IDataObject[] {
	const newest = String(entries.at(-1)?.timestamp);
	const { period } = newCount(newest, settings);
	return [...usageTally(entries).currencies].map(([currency, own]) => ({
		...spendAlert(settings, period, currency, sumOf(whole(own)).spend, null),
		example: true,
	}));
}

async function lastOf(
	context: IPollFunctions,
	{ currency, wanted }: PollSettings,
	startTimestamp: string,
): Promise<IdentifiedEntry[]> {
	const qs = { startTimestamp, ...(currency === undefined ? {} : { currency }) };
	const send: Send = async ({ qs: query }) =>
		await getJson(context, API_KEY_CREDENTIAL, { url: HISTORY, qs: query }, WAITS);
	const { identify } = identifier();
	let newest: IdentifiedEntry[] = [];
	let pages = 0;
	for await (const { content, skip } of cursorPages({ url: HISTORY, qs }, send, historyPage)) {
		const entries = content.slice(skip).map(identify).filter(wanted);
		newest = [...newest, ...entries].slice(-SHOWN);
		if (++pages === MAX_PAGES) break;
	}
	return newest;
}
