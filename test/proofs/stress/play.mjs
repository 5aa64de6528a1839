import { setTimeout as wait } from 'node:timers/promises';
import { button, flowFor, modelRuns, outputs, usageOf } from '../aiTable/aiBench.mjs';
import { kinds, markOf } from './load.mjs';

/** @typedef {import('../aiTable/aiBench.mjs').Bench} Bench */
/** @typedef {import('./load.mjs').Round} Round */
/** @typedef {Round & { status: string, output: string, error: string, said: string, tokens: number, cost: number }} Outcome */

const roundLimitMs = 300_000;
const pollMs = 400;

/**
 * Plays the rounds, `beside` at the same time, each as an execution of its own.
 * @param {Bench} bench @param {readonly Round[]} all @param {number} beside
 * @returns {Promise<Outcome[]>}
 */
export async function play(bench, all, beside) {
	const waiting = [...all];
	/** @type {Outcome[]} */
	const outcomes = [];
	const worker = async () => {
		for (let round = waiting.shift(); round; round = waiting.shift()) {
			outcomes.push(await playOne(bench, round));
		}
	};
	await Promise.all(Array.from({ length: beside }, worker));
	return outcomes.sort((a, b) => (a.mark < b.mark ? -1 : 1));
}

/** @param {Bench} bench @param {Round} round @returns {Promise<Outcome>} */
async function playOne(bench, round) {
	const { rest } = bench;
	// n8n runs what is saved, so each round has a workflow of its own.
	const workflowData = await rest.post('/workflows', flowOf(bench, round));
	const { executionId } = await rest.post(`/workflows/${workflowData.id}/run`, {
		workflowData,
		triggerToStartFrom: { name: button },
	});
	if (round.kind === 'stopped') {
		await arrived(bench, round.mark, executionId);
		await stop(rest, executionId);
	}
	const execution = await ended(rest, executionId);
	const { error } = execution.data.resultData;
	const { tokens, cost } = usageOf(modelRuns(execution));
	return {
		...round,
		status: execution.status,
		output: String(outputs(execution)[0]?.output ?? ''),
		error: [error?.message, error?.description].filter(Boolean).join(' / '),
		said: hints(execution),
		tokens,
		cost,
	};
}

/** What stands beside the output of the model. @param {any} execution */
const hints = (execution) =>
	(execution.data.resultData.runData['Inference Chat Model'] ?? [])
		.flatMap((/** @type {any} */ { hints: shown = [] }) => shown)
		.map((/** @type {{ message: string }} */ { message }) => message)
		.join(' / ');

/** Stops an execution; one that has failed in the meantime is left as it is. @param {import('../../host/rest.mjs').Rest} rest @param {string} id */
async function stop(rest, id) {
	try {
		await rest.post(`/executions/${id}/stop`, {});
	} catch (error) {
		if ((await rest.execution(id)).status !== 'error') throw error;
	}
}

/** Waits until the service has the first request of a round, or the round has failed before. @param {Bench} bench @param {string} mark @param {string} id */
async function arrived({ rest, service }, mark, id) {
	for (const limit = Date.now() + roundLimitMs; Date.now() < limit; await wait(50)) {
		if (service.journal.some((/** @type {any} */ entry) => markOf(entry) === mark)) return;
		if ((await rest.execution(id)).status === 'error') return;
	}
	throw new Error(`The model of round ${mark} was never asked`);
}

/** @param {import('../../host/rest.mjs').Rest} rest @param {string} id */
async function ended(rest, id) {
	for (const limit = Date.now() + roundLimitMs; Date.now() < limit; await wait(pollMs)) {
		const execution = await rest.execution(id);
		if (!['new', 'running', 'waiting'].includes(execution.status)) return execution;
	}
	throw new Error(`Execution ${id} did not end`);
}

/** @param {Bench} bench @param {Round} round */
function flowOf(bench, { mark, kind, prompt }) {
	const { name, nodes, connections, settings } = flowFor(bench, mark, prompt);
	const model = nodes.find((node) => node.name === 'Inference Chat Model');
	const value = { __rl: true, mode: 'id', value: kinds[kind].model };
	Object.assign(model ?? {}, { parameters: { ...model?.parameters, model: value } });
	return { name, nodes, connections, settings };
}
