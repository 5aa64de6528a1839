import { setTimeout as wait } from 'node:timers/promises';
import { flow, start } from '../../host/flow.mjs';
import { activate, executionsOf, putWorkflow, withCredential } from '../../host/workflows.mjs';
import { cases } from './cases.mjs';

/**
 * What became of one charged call whose execution was stopped. `named`: the custom data of the stopped execution has the job or the item;
 * `retry`: what Retry came to; `charges`: after it.
 * @typedef {{ name: string, by: string, status: string, hasRunData: boolean, named: boolean, customData: Record<string, string>, retry: string, charges: number }} Stopped
 */

const limitMs = 120_000;

/** @template T @param {string} what @param {() => T | Promise<T>} look @returns {Promise<NonNullable<T>>} */
async function until(what, look) {
	for (const limit = Date.now() + limitMs; Date.now() < limit; await wait(100)) {
		const found = await look();
		if (found) return found;
	}
	throw new Error(`${what} did not come about within ${limitMs / 1000} s`);
}

/**
 * Stops each paid node by the button and by a webhook, after its call was charged, and retries it.
 * @param {{ rest: import('../../host/rest.mjs').Rest, service: any, credential: any, webhookUrl: string }} scene
 */
export async function measureStops(scene) {
	/** @type {Stopped[]} */
	const rows = [];
	for (const one of cases) {
		for (const by of ['manual', 'webhook']) {
			rows.push(await stopOne(scene, one, by));
			console.log(JSON.stringify(rows.at(-1)));
		}
	}
	return rows;
}

/** @param {Parameters<typeof measureStops>[0]} scene @param {import('./cases.mjs').Case} one @param {string} by @returns {Promise<Stopped>} */
async function stopOne(scene, one, by) {
	const { rest, service } = scene;
	service.reset();
	const saved = await save(scene, one, by);
	const retrieve = one.path.replace('queue', 'retrieve');
	if (one.job) service.fault({ path: retrieve, status: 200, body: { status: 'PROCESSING' } });
	else service.fault({ path: one.path, cut: 'stall' });
	const id = await begin(scene, saved, by);
	await until(`${one.name} is charged`, () =>
		one.job ? service.requests(retrieve).length > 0 : service.ledger.length > 0,
	);
	await wait(500);
	await rest.post(`/executions/${id}/stop`, {});
	await wait(2_000);
	service.advance(600_000);
	const { status, customData = {}, data } = await rest.execution(id);
	const retry = await retried(scene, id);
	const all = Object.values(customData).join(' ');
	return {
		...{ name: one.name, by, status, customData, retry },
		hasRunData: Object.keys(data?.resultData?.runData ?? {}).length > 0,
		named: one.job ? /[0-9a-f]{8}-[0-9a-f-]{27}/.test(all) : all.includes(`${one.name}: 1`),
		charges: service.ledger.length,
	};
}

/** @param {Parameters<typeof measureStops>[0]} scene @param {import('./cases.mjs').Case} one @param {string} by */
async function save({ rest, credential }, { name, type, parameters }, by) {
	const made = flow(`Stop ${name} (${by})`, [{ name, type, parameters }]);
	if (by === 'webhook') {
		const [trigger] = made.nodes;
		Object.assign(trigger, {
			...{ type: 'n8n-nodes-base.webhook', typeVersion: 2, webhookId: `stop-${name}` },
			parameters: { path: pathOf(made.name), httpMethod: 'POST' },
		});
	}
	const saved = await putWorkflow(rest, withCredential(made, credential));
	if (by === 'webhook') await activate(rest, saved);
	return saved;
}

/** @param {string} name */
const pathOf = (name) => name.toLowerCase().replace(/[^a-z]+/g, '-');

/** The ID of the execution that was started. @param {Parameters<typeof measureStops>[0]} scene @param {any} workflow @param {string} by */
async function begin({ rest, webhookUrl }, workflow, by) {
	if (by === 'manual') {
		const run = { workflowData: workflow, triggerToStartFrom: { name: start } };
		const started = await rest.post(`/workflows/${workflow.id}/run`, run);
		return String(started.executionId);
	}
	const address = `${webhookUrl}/webhook/${pathOf(workflow.name)}`;
	await until('the webhook', async () => (await fetch(address, { method: 'POST' })).ok);
	const [{ id }] = (await executionsOf(rest, workflow)).slice(-1);
	return id;
}

/** Presses Retry and says what came of it. @param {Parameters<typeof measureStops>[0]} scene @param {string} id */
async function retried({ rest }, id) {
	const again = await rest
		.post(`/executions/${id}/retry`, { loadWorkflow: true })
		.catch((error) => ({ status: `refused: ${error.message}` }));
	if (again.id === undefined) return String(again.status ?? again);
	const { status, data } = await rest.execution(again.id);
	return [status, data?.resultData?.error?.message].filter(Boolean).join(': ');
}
