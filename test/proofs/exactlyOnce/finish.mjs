import { setTimeout as wait } from 'node:timers/promises';
import { historyPath } from './trouble.mjs';

const second = 1_000;
const unfinished = ['new', 'running', 'waiting'];

/**
 * Waits until the trigger has asked for a window that begins after the last entry, and no execution runs any more.
 * @param {object} options
 * @param {any} options.service
 * @param {import('./watch.mjs').Watch} options.watch
 * @param {string} options.last timestamp of the newest entry
 * @param {number} options.limitMs
 * @param {AbortSignal} options.signal
 * @returns {Promise<boolean>} whether it came to that within the limit
 */
export async function drained({ service, watch, last, limitMs, signal }) {
	for (const limit = Date.now() + limitMs; Date.now() < limit;) {
		await wait(2 * second, undefined, { signal });
		const asked = service
			.requests(historyPath)
			.some(
				(/** @type {any} */ { status, query }) =>
					status === 200 && String(query.startTimestamp ?? '') > last,
			);
		if (!asked) continue;
		const executions = await watch.executions();
		if (!executions.some(({ status }) => unfinished.includes(status))) return true;
	}
	return false;
}

/**
 * Waits until nothing is missing in the table that takes an entry once, and no execution runs any more: replays rest between tries.
 * @param {object} options
 * @param {import('./feed.mjs').Feed} options.feed
 * @param {import('./host.mjs').Host['feed']} options.database
 * @param {import('./watch.mjs').Watch} options.watch
 * @param {number} options.limitMs
 * @param {AbortSignal} options.signal
 */
export async function allStored({ feed, database, watch, limitMs, signal }) {
	for (const limit = Date.now() + limitMs; Date.now() < limit;) {
		const [{ count }] = await database.query('SELECT count(*)::int AS count FROM usage_once');
		const executions = await watch.executions();
		const runs = executions.some(({ status }) => unfinished.includes(status));
		if (count >= feed.recorded.length && !runs) return;
		await wait(5 * second, undefined, { signal });
	}
}
