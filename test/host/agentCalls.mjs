import { randomUUID } from 'node:crypto';
import { ask } from './checks/chat.mjs';
import { resultOf } from './scriptedModel.mjs';
import { until } from './until.mjs';
import { activate, executionsOf, putWorkflow } from './workflows.mjs';

/** @typedef {import('./scriptedModel.mjs').Plan} Plan */
/** @typedef {import('./workflows.mjs').Workflow} Workflow */
/** @typedef {{ node: Record<string, any>, credentials: Record<string, { id: string, name: string }> }} ModelNode */
/** @typedef {{ agent: number, memory: string, tag: string, model: ModelNode, postgres?: { id: string, name: string }, agents?: number }} Setting agents: how many share model and tools, one behind the other; the last one has the memory */

const langchain = '@n8n/n8n-nodes-langchain';
export const agentVersions = [1.7, 2.2, 3, 3.1];
export const memories = ['none', 'simple', 'postgres'];
const tools = ['Order', 'Refund'];

/** What the user says in the two turns of a conversation. @param {string} way @param {boolean} parallel @returns {Plan[]} */
export const conversation = (way, parallel) =>
	/** @type {[string, string][][][]} */ (
		parallel
			? [
					[
						[
							['Order', '1'],
							['Order', '2'],
						],
						[
							['Refund', '3'],
							['Order', '4'],
						],
					],
					[
						[
							['Order', '5'],
							['Refund', '6'],
						],
					],
				]
			: [[[['Order', '1']], [['Refund', '2']], [['Order', '3']]], [[['Order', '4']]]]
	).map((rounds) => ({
		way,
		rounds: rounds.map((calls) => calls.map(([name, input]) => ({ name, input }))),
	}));

/** @type {Record<string, { type: string, typeVersion: number, parameters: object }>} */
const memoryNodes = {
	simple: { type: 'memoryBufferWindow', typeVersion: 1.3, parameters: { contextWindowLength: 10 } },
	postgres: {
		...{ type: 'memoryPostgresChat', typeVersion: 1.3 },
		parameters: { tableName: 'agent_calls', contextWindowLength: 10 },
	},
};

/** A published chat with an agent, two tools and maybe a memory. Agents that can stream do. @param {Setting} setting @returns {Workflow} */
function chatFlow({ agent, memory, tag, model, postgres, agents = 1 }) {
	const path = `calls-${tag}-${memory}-${String(agent).replace('.', '-')}-${agents}`;
	const names = Array.from({ length: agents }, (_, index) => `Agent ${index + 1}`);
	const memoryNode = memoryNodes[memory];
	const responseMode = [2.2, 3.1].includes(agent) ? 'streaming' : 'lastNode';
	const nodes = [
		{
			...{ name: 'Chat', type: `${langchain}.chatTrigger`, typeVersion: 1.3, webhookId: path },
			parameters: { public: true, options: { responseMode } },
		},
		...names.map((name) => ({
			...{ name, type: `${langchain}.agent`, typeVersion: agent },
			parameters: {
				...{ promptType: 'define', text: "={{ $('Chat').item.json.chatInput }}", options: {} },
			},
		})),
		{ name: 'Model', ...model.node, credentials: model.credentials },
		...tools.map((name) => ({
			...{ name, type: `${langchain}.toolCode`, typeVersion: 1.1 },
			parameters: { name, description: name, jsCode: `return '${name} heard ' + query` },
		})),
		...(memoryNode
			? [
					{
						name: 'Memory',
						...memoryNode,
						type: `${langchain}.${memoryNode.type}`,
						...(memory === 'postgres' && { credentials: { postgres } }),
					},
				]
			: []),
	].map((node, index) => ({ id: `node-${index}`, position: [200 * index, 0], ...node }));
	/** @param {string} type @param {string[]} to */
	const link = (type, to) => ({ [type]: [to.map((node) => ({ node, type, index: 0 }))] });
	const connections = {
		Chat: link('main', names.slice(0, 1)),
		...Object.fromEntries(
			names.slice(1).map((name, index) => [names[index], link('main', [name])]),
		),
		Model: link('ai_languageModel', names),
		...Object.fromEntries(tools.map((name) => [name, link('ai_tool', names)])),
		...(memoryNode ? { Memory: link('ai_memory', names.slice(-1)) } : {}),
	};
	// @ts-expect-error nodes of several kinds
	return { name: path, nodes, connections, settings: { executionOrder: 'v1' } };
}

/**
 * Publishes such a chat, and gives a function that has a conversation in it: what went otherwise than with the fewest requests, each call
 * run once and each result behind its own call, in words; and how many requests it took.
 * @param {import('./rest.mjs').Rest} rest
 * @param {Awaited<ReturnType<typeof import('./scriptedModel.mjs').startScriptedModel>>} service
 * @param {Setting} setting
 */
export async function chatWithTools(rest, service, setting) {
	const { agents = 1 } = setting;
	const saved = await putWorkflow(rest, chatFlow(setting));
	await activate(rest, saved);
	const address = `${rest.url}/webhook/${saved.name}/chat`;

	/** @param {Plan} plan @param {string} session */
	const turn = async ({ way, rounds }, session) => {
		const [asked, ended] = [service.asked.length, (await executionsOf(rest, saved)).length];
		const said = await (await ask(address, JSON.stringify({ way, rounds }), session)).text();
		const { id } = await until('the execution of a turn', async () => {
			const last = (await executionsOf(rest, saved))[ended];
			return last && !['new', 'running'].includes(last.status) && last;
		});
		const { runData } = (await rest.execution(id)).data.resultData;
		const calls = rounds.flat();
		const requests = service.asked.slice(asked);
		const wrong = requests.flatMap((one) => one.wrong);
		const runs = tools.map((name) => runData[name]?.length ?? 0);
		const wanted = tools.map((name) => agents * calls.filter((call) => call.name === name).length);
		const fewest = agents * (rounds.length + 1);
		const troubles = [
			...wrong.map((one) => `a wrong result: ${one}`),
			...(requests.length === fewest ? [] : [`${requests.length} requests instead of ${fewest}`]),
			...(runs.join() === wanted.join() ? [] : [`${runs} runs of ${tools} instead of ${wanted}`]),
			...calls
				.filter((call) => !said.includes(resultOf(call)))
				.map((call) => `the answer lacks ${resultOf(call)}`),
		];
		return { troubles, requests: requests.length, fewest };
	};

	/** @param {string} way @param {boolean} parallel */
	return async (way, parallel) => {
		const session = randomUUID();
		const whole = { troubles: /** @type {string[]} */ ([]), requests: 0, fewest: 0 };
		for (const plan of conversation(way, parallel)) {
			const { troubles, requests, fewest } = await turn(plan, session);
			whole.troubles.push(...troubles);
			whole.requests += requests;
			whole.fewest += fewest;
		}
		return whole;
	};
}
