import assert from 'node:assert/strict';
import { agentFlow, call } from '../agentFlow.mjs';
import { byId, flow, start } from '../flow.mjs';
import { everyTool } from './agentTools.mjs';
import { exactSum } from './decimal.mjs';
import { play } from './play.mjs';
import { packageName } from '../paths.mjs';
import { subWorkflows } from '../subWorkflows.mjs';
import {
	activate,
	ended,
	executionsOf,
	itemsOf,
	putWorkflow,
	runWorkflow,
	withCredential,
} from '../workflows.mjs';
import { until } from '../until.mjs';

/** @typedef {import('./checklist.mjs').Scene} Scene */
/** @typedef {import('../rest.mjs').Execution} Execution */
/** @typedef {{ path: string, currency: string, usd: number }} Charge */

const currencies = /** @type {const} */ (['USD', 'DIEM']);

/** Where n8n keeps the total of a currency with an execution. */
const keys = { USD: 'inferenceCostUsd', DIEM: 'inferenceCostDiem' };

/** What an execution says it was charged, per currency. @param {Execution} execution */
const saidBy = ({ customData }) =>
	currencies.map((currency) => exactSum([Number(customData[keys[currency]] ?? 0)]));

/** What the service has booked, per currency. @param {Charge[]} charges */
const booked = (charges) =>
	currencies.map((currency) =>
		exactSum(charges.filter((one) => one.currency === currency).map(({ usd }) => usd)),
	);

/** An agent, its model and its tools, against the ledger of the service. @param {Scene} scene */
export async function checkAgentCost(scene) {
	const { check, service } = scene;
	await check('cost: an agent, its model and its tools are charged what is booked', async () => {
		const before = service.ledger.length;
		const tools = everyTool.filter(({ name }) => ['Ask a Model', 'Draw', 'Speak'].includes(name));
		const prompt = tools.map(({ name, args }) => call(name, args)).join(' ');
		const flow = withRunCost(agentFlow('Costs: agent', { prompt, tools }));
		const execution = await play(scene, flow);
		/** @type {Charge[]} */
		const charges = service.ledger.slice(before);
		assert.deepEqual(charges.map(({ path }) => path).sort(), [
			'/audio/speech',
			...Array(3).fill('/chat/completions'),
			'/image/generate',
		]);
		assert.deepEqual(saidBy(execution), booked(charges));
		const rows = itemsOf(execution, 'Run Cost').map(({ json }) => json);
		assert.deepEqual(rows.map(({ node, tool, calls }) => `${node} ${tool} ${calls}`).sort(), [
			'Ask a Model true 1',
			'Draw true 1',
			'Inference Chat Model false 2',
			'Speak true 1',
		]);
		const sums = currencies.map((currency) =>
			exactSum(rows.map((row) => Number(row[currency.toLowerCase()]))),
		);
		assert.deepEqual(sums, booked(charges));
		assert.ok(rows.every(({ complete, costLabel }) => complete && costLabel === flow.name));
	});
}

/** The workflow of an agent with Run Cost behind the agent. @param {import('../workflows.mjs').Workflow} flow */
function withRunCost({ nodes, connections, ...flow }) {
	const node = {
		...{ id: 'run-cost', name: 'Run Cost', type: `${packageName}.inferenceBilling` },
		...{ typeVersion: 1, position: [0, 660], parameters: { resource: 'runCost' } },
	};
	const main = [[{ node: node.name, type: 'main', index: 0 }]];
	return {
		...flow,
		nodes: [...nodes, node],
		connections: { ...connections, 'AI Agent': { main } },
	};
}

const rows = (/** @type {number} */ count) => ({
	name: 'Rows',
	type: 'n8n-nodes-base.code',
	parameters: { jsCode: `return [...Array(${count}).keys()].map((n) => ({ json: { n } }));` },
});

/** A chat about each row. @param {string} model @param {object} [settings] of the node */
const chats = (model, settings) => ({
	...{ name: 'Inference Chat', type: 'inferenceChat', after: 'Rows', settings },
	parameters: { operation: 'complete', model: byId(model), prompt: '=Row {{ $json.n }}' },
});

/**
 * Agents, a workflow with a sub-workflow, one that is tried again and one that is stopped, all at once, against the ledger of the service.
 * @param {Scene} scene
 */
export async function checkCostSums({ rest, service, credential, check }) {
	await check('cost: what executions side by side say adds up to the ledger', async () => {
		const before = service.ledger.length;
		const polls = service.requests('/audio/retrieve').length;
		const tools = everyTool.filter(({ name }) => ['Ask a Model', 'Draw', 'Speak'].includes(name));
		const prompt = tools.map(({ name, args }) => call(name, args)).join(' ');
		const save = (/** @type {import('../workflows.mjs').Workflow} */ made) =>
			putWorkflow(rest, withCredential(made, credential));
		const again = { retryOnFail: true, maxTries: 3, waitBetweenTries: 100 };
		const song = { resource: 'music', operation: 'generate', model: byId('music-basic') };
		const music = { name: 'Music', type: 'inferenceAudio' };
		const [caller, called] = subWorkflows('Costs: sub-workflow', [rows(5), chats('text-basic')]);
		const child = await save(called);
		await activate(rest, child);
		const parent = await save(caller(child));
		const agents = await Promise.all(
			[1, 2, 3].map((n) => save(agentFlow(`Costs: agent ${n}`, { prompt, tools }))),
		);
		const tried = await save(flow('Costs: tried again', [rows(6), chats('text-mini', again)]));
		const left = await save(
			flow('Costs: stopped', [{ ...music, parameters: { ...song, prompt: 'Rain' } }]),
		);
		const body = { error: 'Not today' };
		service.fault({ path: '/chat/completions', model: 'text-mini', status: 400, body });

		/** Stops the job once it is paid for and waited for. */
		const stop = async () => {
			const { executionId } = await rest.post(`/workflows/${left.id}/run`, {
				...{ workflowData: left, triggerToStartFrom: { name: start } },
			});
			await until('a poll', () => service.requests('/audio/retrieve').length > polls);
			await rest.post(`/executions/${executionId}/stop`, {});
		};
		const run = (/** @type {any} */ workflow) => runWorkflow(rest, workflow, start);
		await Promise.all([...agents, parent, tried].map(run).concat(stop()));

		const ids = [...agents, parent, child, tried, left];
		const runs = (await Promise.all(ids.map((one) => executionsOf(rest, one)))).flat();
		assert.equal(runs.length, ids.length);
		const said = await Promise.all(runs.map(({ id }) => ended(rest, id)));
		assert.deepEqual(said.map(({ status }) => status).sort(), [
			'canceled',
			...Array(6).fill('success'),
		]);
		const sums = said.map(saidBy);
		const charges = service.ledger.slice(before);
		assert.equal(charges.length, 3 * 5 + 5 + 6 + 1);
		assert.deepEqual(
			currencies.map((_, at) => exactSum(sums.map((one) => Number(one[at])))),
			booked(charges),
		);
	});
}

/** Ten sub-workflows under one cap, beside what their caller spends itself. @param {Scene} scene */
export async function checkSubWorkflowCap({ rest, service, credential, check }) {
	await check('cost: one cap holds for an execution with its ten sub-workflows', async () => {
		const save = (/** @type {import('../workflows.mjs').Workflow} */ made) =>
			putWorkflow(rest, withCredential(made, credential));
		/** @param {number} maxCostPerRun */
		const asking = (maxCostPerRun) => {
			const asked = chats('text-vision', { onError: 'continueRegularOutput' });
			const options = { stream: false, cost: { maxCostPerRun } };
			return { ...asked, parameters: { ...asked.parameters, options } };
		};
		const alone = await save(flow('Costs: one call', [rows(1), asking(0)]));
		const before = service.ledger.length;
		await runWorkflow(rest, alone, start);
		const cap = 6.5 * service.ledger[before].usd;

		const [, called] = subWorkflows('Costs: ten sub-workflows', [rows(1), asking(cap)]);
		const child = await save(called);
		await activate(rest, child);
		const calling = {
			...{ name: 'Sub-Workflow', type: 'n8n-nodes-base.executeWorkflow', after: 'Ten' },
			settings: { typeVersion: 1.4, onError: 'continueRegularOutput' },
			parameters: {
				workflowId: byId(child.id),
				mode: 'each',
				options: { waitForSubWorkflow: true },
			},
		};
		const runCost = {
			...{ name: 'Run Cost', type: 'inferenceBilling', after: 'Sub-Workflow' },
			settings: { executeOnce: true },
			parameters: { resource: 'runCost', operation: 'get', groupBy: 'total' },
		};
		const ten = { ...rows(10), name: 'Ten', after: 'Inference Chat' };
		const parent = await save(
			flow('Costs: ten sub-workflows', [rows(2), asking(cap), ten, calling, runCost]),
		);
		const from = service.ledger.length;
		const execution = await runWorkflow(rest, parent, start);
		/** @type {Charge[]} */
		const charges = service.ledger.slice(from);
		const spent = exactSum(charges.map(({ usd }) => usd));
		assert.ok(Number(spent) <= cap, `${spent} of ${cap}`);
		assert.equal(charges.length, 6);
		const [{ json }] = itemsOf(execution, 'Run Cost');
		assert.deepEqual([json.calls, exactSum([Number(json.usd)])], [6, spent]);
	});
}
