import type { IPollFunctions } from 'n8n-workflow';

import { clock } from '../../lib/transport/clock';
import { badInput } from '../../lib/transport/failure';
import { getJson } from '../../lib/transport/request';
import { API_KEY_CREDENTIAL } from '../../lib/transport/credential';
import { usagePage } from '../../lib/usage/entry';
import { identifier, type IdentifiedEntry } from '../../lib/usage/entryId';
import type { PollSettings } from './pollSettings';

const SHOWN = 10;
const MAX_PAGES = 20;
const RETRY_WAIT_MS = 15_000;
const HOUR = 3_600_000;
const SPANS = [HOUR / 6, HOUR, 6 * HOUR, 24 * HOUR, 7 * 24 * HOUR, 30 * 24 * HOUR, 365 * 24 * HOUR];

/**
 * The newest entries, for a manual test. The history is listed oldest first, so ever longer spans back from now are looked through.
 * Throws a ServiceFailure when there are none.
 */
export async function newestEntries(
	context: IPollFunctions,
	{ currency }: PollSettings,
): Promise<IdentifiedEntry[]> {
	const now = clock.now();
	for (const span of SPANS) {
		const entries = await lastOf(context, {
			startTimestamp: new Date(now - span).toISOString(),
			...(currency === undefined ? {} : { currency }),
		});
		if (entries.length > 0) return entries;
	}
	throw badInput(
		'There is no usage in the last year to show',
		'Run any paid operation once, or activate the workflow and wait for the first charge.',
	);
}

async function lastOf(
	context: IPollFunctions,
	filters: { startTimestamp: string; currency?: string },
): Promise<IdentifiedEntry[]> {
	let query: Record<string, string> = filters;
	const { identify } = identifier();
	let newest: IdentifiedEntry[] = [];
	for (let pages = 0; pages < MAX_PAGES; pages++) {
		const request = { url: '/billing/usage-history', qs: query };
		const { body } = await getJson(context, API_KEY_CREDENTIAL, request, RETRY_WAIT_MS);
		const { entries, nextCursor } = usagePage(body);
		newest = [...newest, ...entries.map(identify)].slice(-SHOWN);
		if (nextCursor === undefined) break;
		query = { cursor: nextCursor };
	}
	return newest;
}
