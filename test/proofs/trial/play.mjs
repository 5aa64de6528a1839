import assert from 'node:assert/strict';
import { executionsOf, finished, itemsOf } from '../../host/workflows.mjs';
import { newWorkflow, workflowId } from './editor.mjs';
import { newUser } from './user.mjs';

/** @typedef {import('./ours.mjs').Way} Way */
/** @typedef {{ word: string, node: string, place?: number, clicks: number, fields: number, seconds: number, failedRuns: number, succeeded: boolean, refusal?: string }} Played */

/**
 * Plays a user who has just opened n8n, up to the first result or to what n8n says instead.
 * @param {{ page: import('playwright-core').Page, rest: import('../../host/rest.mjs').Rest }} editor
 * @param {(user: import('./user.mjs').User) => Promise<Way>} way
 * @returns {Promise<Played>}
 */
export async function play({ page, rest }, way) {
	const user = newUser(page);
	const started = Date.now();
	await newWorkflow(user, rest.url);
	const { word, node, place, holds } = await way(user);
	const seconds = Math.round((Date.now() - started) / 1000);
	const runs = await executionsOf(rest, { id: await workflowId(user) });
	const last = runs.at(-1);
	assert.ok(last, `${node} was run`);
	const outcome = await outcomeOf(rest, last.id, holds);
	const failedRuns = runs.filter(({ status }) => status === 'error').length;
	return { word, node, ...(place && { place }), ...user.counted, seconds, failedRuns, ...outcome };
}

/**
 * Whether the last node has what was wanted, or what n8n says instead.
 * @param {import('../../host/rest.mjs').Rest} rest
 * @param {string} id of the execution
 * @param {Way['holds']} holds
 */
async function outcomeOf(rest, id, holds) {
	const { status, data } = await rest.execution(id);
	if (status === 'error')
		return { succeeded: false, refusal: String(data.resultData.error?.message) };
	const execution = await finished(rest, id);
	const [item] = itemsOf(execution, String(execution.data.resultData.lastNodeExecuted));
	assert.ok(item && holds(item), `the result holds what was wanted: ${JSON.stringify(item)}`);
	return { succeeded: true };
}
