import assert from 'node:assert/strict';
import { agentFlow, call } from '../agentFlow.mjs';
import { everyTool } from './agentTools.mjs';
import { exactSum } from './decimal.mjs';
import { play } from './play.mjs';

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
		const execution = await play(scene, agentFlow('Costs: agent', { prompt, tools }));
		/** @type {Charge[]} */
		const charges = service.ledger.slice(before);
		assert.deepEqual(charges.map(({ path }) => path).sort(), [
			'/audio/speech',
			...Array(3).fill('/chat/completions'),
			'/image/generate',
		]);
		assert.deepEqual(saidBy(execution), booked(charges));
	});
}
