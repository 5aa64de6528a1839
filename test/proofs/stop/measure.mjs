import { readFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { flow, start } from '../../host/flow.mjs';
import {
	activate,
	executionsOf,
	itemsOf,
	putWorkflow,
	runWorkflow,
	withCredential,
} from '../../host/workflows.mjs';
import { cases } from './cases.mjs';
import { stopAfterSubWorkflow, stopSubWorkflow } from './subWorkflow.mjs';

/**
 * What became of one charged call whose execution was stopped. `named`: the custom data of the stopped execution has the job or the item;
 * `logged`: a log of n8n has them; `charged`: calls that were charged by then; `inSubWorkflow`: the execution of the sub-workflow
 * has the answer; `retry`: what Retry came to; `charges`: after it.
 * @typedef {{ name: string, by: string, status: string, hasRunData: boolean, named: boolean, customData: Record<string, string>, logged: boolean, charged: number, retry: string, answered: boolean, retrieved?: boolean, takenUp?: true, inSubWorkflow?: true, charges: number }} Stopped
 * @typedef {{ rest: import('../../host/rest.mjs').Rest, service: any, credential: any, webhookUrl: string, logs: string[] }} Scene
 */

const limitMs = 120_000;

/** @template T @param {string} what @param {() => T | Promise<T>} look @returns {Promise<NonNullable<T>>} */
export async function until(what, look) {
	for (const limit = Date.now() + limitMs; Date.now() < limit; await wait(100)) {
		const found = await look();
		if (found) return found;
	}
	throw new Error(`${what} did not come about within ${limitMs / 1000} s`);
}

/**
 * Stops each paid node by the button and by a webhook, after its call was charged, and retries it.
 * @param {Scene} scene
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
	for (const measure of [stallOne, stopLoop, stopSubWorkflow, stopAfterSubWorkflow]) {
		rows.push(await measure(scene));
		console.log(JSON.stringify(rows.at(-1)));
	}
	return rows;
}

/** A chat whose answer stops arriving, and no one stops it: n8n has the error. @param {Scene} scene @returns {Promise<Stopped>} */
async function stallOne(scene) {
	const { rest, service } = scene;
	const [chat] = cases;
	service.reset();
	service.fault({ path: chat.path, cut: 'stall' });
	const parameters = { ...chat.parameters, options: { retriesAndLimits: { timeout: 2 } } };
	const saved = await save(scene, { ...chat, parameters }, 'manual');
	const id = await begin(scene, saved, 'manual');
	const ended = await until('the end of a stall', async () => {
		const found = await rest.execution(id);
		return found.status === 'running' ? undefined : found;
	});
	const { status, customData = {}, data } = ended;
	const said = String(data?.resultData?.error?.message);
	const charged = service.ledger.length;
	const again = await retried(scene, saved, id, chat.name);
	return {
		...{ name: chat.name, by: 'stall', status, customData, logged: false, ...again },
		...{ hasRunData: true, named: said.includes('charged') },
		...{ charged, charges: service.ledger.length },
	};
}

/** A chat in a loop, stopped in its second round: the answer of the first is taken up by Retry. @param {Scene} scene @returns {Promise<Stopped>} */
async function stopLoop(scene) {
	const { rest, service, credential } = scene;
	const [chat] = cases;
	service.reset();
	service.fault({ path: chat.path, delayMs: 0 });
	service.fault({ path: chat.path, cut: 'stall' });
	const loop = flow('Stop Loop (webhook)', [
		{ name: 'Rows', type: 'n8n-nodes-base.splitOut', parameters: { fieldToSplitOut: 'body.rows' } },
		{ name: 'Loop', type: 'n8n-nodes-base.splitInBatches', after: 'Rows' },
		{
			...chat,
			parameters: { ...chat.parameters, prompt: "={{ $json['body.rows'] }}" },
			after: 'Loop',
		},
	]);
	Object.assign(loop.nodes[2], { typeVersion: 3, parameters: { batchSize: 1, options: {} } });
	const next = (/** @type {string} */ node) => [{ node, type: 'main', index: 0 }];
	Object.assign(loop.connections, {
		Loop: { main: [[], next(chat.name)] },
		[chat.name]: { main: [next('Loop')] },
	});
	Object.assign(loop.nodes[0], hook(loop.name));
	const saved = await putWorkflow(rest, withCredential(loop, credential));
	await activate(rest, saved);
	const id = await begin(scene, saved, 'webhook');
	await until('the second round is charged', () => service.ledger.length === 2);
	await wait(500);
	await rest.post(`/executions/${id}/stop`, {});
	await wait(2_000);
	const { status, customData = {} } = await rest.execution(id);
	const logged = scene.logs.some((log) => namesIn(log, chat, id));
	const charged = service.ledger.length;
	const again = await retried(scene, saved, id, chat.name);
	const named = Object.values(customData).join().includes(`${chat.name}: 1`);
	return {
		...{ name: `${chat.name} in a loop`, by: 'webhook', status, customData, logged, ...again },
		...{ hasRunData: false, named, charged, charges: service.ledger.length },
	};
}

/** Whether a log names what an execution has paid for. @param {string} log @param {{ name: string }} one @param {string} id */
export const namesIn = (log, { name }, id) =>
	lineIn(readFileSync(log, 'utf8'), name, id) !== undefined;

/** The line of a log about what a node of an execution has paid for. @param {string} text @param {string} name @param {string} id */
export const lineIn = (text, name, id) =>
	text
		.split('\n')
		.find(
			(line) => line.includes(`"${name}": `) && new RegExp(`execution ${id}(?! *[0-9])`).test(line),
		);

/** What makes a trigger a webhook. @param {string} name */
export const hook = (name) => ({
	...{ type: 'n8n-nodes-base.webhook', typeVersion: 2, webhookId: `stop-${name}` },
	parameters: { path: pathOf(name), httpMethod: 'POST' },
});

/** @param {Scene} scene @param {import('./cases.mjs').Case} one @param {string} by @returns {Promise<Stopped>} */
async function stopOne(scene, one, by) {
	const { rest, service } = scene;
	service.reset();
	const saved = await save(scene, one, by);
	hold(scene, one);
	const id = await begin(scene, saved, by);
	await until(`${one.name} is charged`, () => isCharged(scene, one));
	await wait(500);
	await rest.post(`/executions/${id}/stop`, {});
	await wait(2_000);
	service.advance(600_000);
	const { status, customData = {}, data } = await rest.execution(id);
	const logged = scene.logs.some((log) => namesIn(log, one, id));
	const all = Object.values(customData).join(' ');
	// By hand, as n8n in regular mode does not retry what was started in the editor.
	const charged = service.ledger.length;
	const isFetched = one.job && by === 'manual' && idIn(all) !== undefined;
	const fetched = isFetched ? { retrieved: await retrieved(scene, one, all) } : {};
	const again = await retried(scene, saved, id, one.name);
	return {
		...{ name: one.name, by, status, customData, logged, ...fetched, ...again },
		hasRunData: Object.keys(data?.resultData?.runData ?? {}).length > 0,
		named: one.job ? idIn(all) !== undefined : all.includes(`${one.name}: 1`),
		charged,
		charges: service.ledger.length,
	};
}

/**
 * Makes the service charge a paid node and give no answer: a job goes on for ever, an answer stalls; of parts, the first is answered.
 * @param {Scene} scene @param {import('./cases.mjs').Case} one
 */
export function hold({ service }, one) {
	const { path, job, parts } = one;
	if (job) {
		return service.fault({ path: retrieveOf(one), status: 200, body: { status: 'PROCESSING' } });
	}
	if (parts) service.fault({ path, delayMs: 0 });
	service.fault({ path, cut: 'stall', times: parts ?? 1 });
}

/** Whether all is charged that a held node is to be charged for. @param {Scene} scene @param {import('./cases.mjs').Case} one */
export function isCharged({ service }, one) {
	const isFollowed = !one.job || service.requests(retrieveOf(one)).length > 0;
	return isFollowed && chargesOf({ service }, one) >= (one.parts ? one.parts + 1 : 1);
}

/** How many of a node's requests were charged. @param {Pick<Scene, 'service'>} scene @param {import('./cases.mjs').Case} one */
export const chargesOf = ({ service }, { path }) =>
	service.requests(path).filter((/** @type {any} */ { charge }) => charge !== undefined).length;

/** @param {import('./cases.mjs').Case} one */
const retrieveOf = ({ path }) => path.replace('queue', 'retrieve');

/** @param {Scene} scene @param {import('./cases.mjs').Case} one @param {string} by @param {string} [what] a run takes up what a stopped run of the same workflow has paid for */
export async function save({ rest, credential }, one, by, what = 'Stop') {
	const { name, type, parameters, file } = one;
	const reader = {
		name: 'Read File',
		type: 'n8n-nodes-base.readWriteFile',
		parameters: { fileSelector: `.n8n-files/${file}` },
	};
	const made = flow(
		`${what} ${name} (${by})`,
		file === undefined
			? [{ name, type, parameters }]
			: [reader, { name, type, parameters, after: reader.name }],
	);
	if (by === 'webhook') {
		Object.assign(made.nodes[0], hook(made.name));
	}
	const saved = await putWorkflow(rest, withCredential(made, credential));
	if (by === 'webhook') await activate(rest, saved);
	return saved;
}

/** @param {string} name */
const pathOf = (name) => name.toLowerCase().replace(/[^a-z]+/g, '-');

/** The ID of the execution that was started. @param {Scene} scene @param {any} workflow @param {string} by */
export async function begin({ rest, webhookUrl }, workflow, by) {
	if (by === 'manual') {
		const run = { workflowData: workflow, triggerToStartFrom: { name: start } };
		const started = await rest.post(`/workflows/${workflow.id}/run`, run);
		return String(started.executionId);
	}
	const body = JSON.stringify({ rows: ['One', 'Two', 'Three'] });
	const headers = { 'content-type': 'application/json' };
	const post = { method: 'POST', body, headers };
	const address = `${webhookUrl}/webhook/${pathOf(workflow.name)}`;
	await until('the webhook', async () => (await fetch(address, post)).ok);
	const [{ id }] = (await executionsOf(rest, workflow)).slice(-1);
	return id;
}

/**
 * Presses Retry and says what came of it. n8n 2.41.1 in queue mode does not answer the button where the worker fails, so the executions
 * are looked at too. n8n leaves the error of the stopped execution in that of a retry, so `answered` says whether the node gave items.
 * @param {Pick<Scene, 'rest'>} scene @param {any} workflow @param {string} id @param {string} node
 */
export async function retried({ rest }, workflow, id, node) {
	const posted = rest
		.post(`/executions/${id}/retry`, { loadWorkflow: true })
		.catch((error) => ({ refused: error.message }));
	const ended = until('the retry', async () =>
		(await executionsOf(rest, workflow)).find(
			(/** @type {any} */ one) => Number(one.id) > Number(id) && one.stoppedAt,
		),
	).catch((error) => ({ refused: error.message }));
	const { id: again, refused } = await Promise.race([posted, ended]);
	if (again === undefined) return { retry: `refused: ${refused}`, answered: false };
	const { status, data } = await rest.execution(again);
	const { runData = {}, error } = data?.resultData ?? {};
	const given = (runData[node] ?? []).flatMap(
		(/** @type {any} */ run) => run.data?.main?.[0] ?? [],
	);
	const paidIn = given.find((/** @type {any} */ item) => item.json.paidInExecution);
	return {
		retry: [status, error?.message].filter(Boolean).join(': '),
		answered: given.length > 0,
		...(paidIn && { takenUp: true }),
	};
}

/** Whether Retrieve, with the queue ID that was found, fetches the job. @param {Scene} scene @param {import('./cases.mjs').Case} one @param {string} found */
export async function retrieved({ rest, credential }, { name, type, parameters }, found) {
	const { resource, model } = /** @type {any} */ (parameters);
	const place = resource === 'music' ? 'job' : resource;
	const get = { resource: place, operation: 'retrieve', model, queueId: idIn(found) };
	const made = flow(`Retrieve ${name}`, [
		{ name: 'Retrieve', type, parameters: { ...get, waitForCompletion: true } },
	]);
	const run = await runWorkflow(
		rest,
		await putWorkflow(rest, withCredential(made, credential)),
		start,
	);
	return itemsOf(run, 'Retrieve').some(({ binary }) => binary !== undefined);
}

/** The first queue ID in a text. @param {string} text */
export const idIn = (text) => /[0-9a-f]{8}-[0-9a-f-]{27}/.exec(text)?.[0];
