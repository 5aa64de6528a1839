import assert from 'node:assert/strict';
import { agentFlow, call } from '../agentFlow.mjs';
import { everyTool } from './agentTools.mjs';
import { exactSum } from './decimal.mjs';
import { play } from './play.mjs';
import { packageName } from '../paths.mjs';
import { itemsOf } from '../workflows.mjs';

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
			exactSum(rows.map(({ exact }) => Number(exact[currency.toLowerCase()]))),
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
