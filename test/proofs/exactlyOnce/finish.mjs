import { setTimeout as wait } from 'node:timers/promises';
import { owner } from '../../host/owner.mjs';
import { connect } from '../../host/rest.mjs';
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
 * Has n8n run every crashed execution again, as the button of its execution list does, and waits for the end.
 * @param {object} options
 * @param {string} options.url
 * @param {import('./watch.mjs').Watch} options.watch
 * @param {AbortSignal} options.signal
 */
export async function retryCrashed({ url, watch, signal }) {
	const crashed = (await watch.executions()).filter(({ status }) => status === 'crashed');
	const rest = await connect(url, owner);
	/** @type {string[]} */
	const refused = [];
	for (const { id } of crashed) {
		try {
			await rest.post(`/executions/${id}/retry`, { loadWorkflow: false });
		} catch (error) {
			refused.push(error instanceof Error ? error.message : String(error));
		}
	}
	for (const limit = Date.now() + 120 * second; Date.now() < limit; await wait(second)) {
		signal.throwIfAborted();
		const executions = await watch.executions();
		if (!executions.some(({ status }) => unfinished.includes(status))) break;
	}
	const again = (await watch.executions()).filter(({ retryOf }) => retryOf !== null);
	return {
		crashed: crashed.length,
		retried: crashed.length - refused.length,
		succeeded: again.filter(({ status }) => status === 'success').length,
		refused,
	};
}
