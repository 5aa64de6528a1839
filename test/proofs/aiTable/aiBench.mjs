import { setTimeout as wait } from 'node:timers/promises';
import { agentFlow } from '../../host/agentFlow.mjs';
import { usageHistory } from '../../host/checks/usageHistory.mjs';
import { putWorkflow } from '../../host/workflows.mjs';

/** @typedef {Record<string, any>} Json */
/** @typedef {{ rest: import('../../host/rest.mjs').Rest, service: any, model: Model, credential: { id: string, name: string }, startDatabase?: () => ReturnType<typeof import('../../host/postgres.mjs').startPostgres> }} Bench */
/** @typedef {{ name: string, node: Json, credentials: Json, tag: string }} Model */

export const button = 'When Clicking Execute';
const runLimitMs = 90_000;

/** Two tools that tell what they were given. */
const tools = ['First', 'Second'].map((name) => ({
	name,
	type: '@n8n/n8n-nodes-langchain.toolCode',
	parameters: {
		name,
		description: `Repeats the word, as the ${name.toLowerCase()} tool`,
		language: 'javaScript',
		jsCode: `return '${name} heard ' + (typeof query === 'object' ? query.word : query)`,
		specifyInputSchema: true,
		schemaType: 'fromJson',
		jsonSchemaExample: '{ "word": "pear" }',
	},
}));

/** The agent with the model to be measured in place of ours. @param {Bench} bench @param {string} what @param {string} prompt @param {{ tools?: any[] }} [more] */
export function flowFor({ model }, what, prompt, { tools: wanted = tools } = {}) {
	const flow = agentFlow(`${what}: ${model.name}`, { prompt, tools: wanted });
	const place = flow.nodes.find(({ name }) => name === 'Inference Chat Model');
	Object.assign(place ?? {}, model.node, {
		name: 'Inference Chat Model',
		credentials: model.credentials,
	});
	return flow;
}

/** Starts a workflow and waits for its end, however it ends. @param {Bench} bench @param {any} flow */
export async function run({ rest }, flow) {
	const saved = await putWorkflow(rest, flow);
	const started = await rest.post(`/workflows/${saved.id}/run`, {
		workflowData: saved,
		triggerToStartFrom: { name: button },
	});
	return { saved, id: started.executionId, ended: () => ended(rest, started.executionId) };
}

/** @param {import('../../host/rest.mjs').Rest} rest @param {string} id */
export async function ended(rest, id) {
	for (const limit = Date.now() + runLimitMs; Date.now() < limit; await wait(150)) {
		const execution = await rest.execution(id);
		if (!['new', 'running', 'waiting'].includes(execution.status)) return execution;
	}
	throw new Error(`Execution ${id} did not end`);
}

/** @param {any} execution */
export const outputs = (execution) =>
	(execution.data.resultData.runData['AI Agent']?.at(-1)?.data?.main?.[0] ?? []).map(
		(/** @type {Json} */ { json }) => json,
	);

/** What the run data tell of the model's answers. @param {any} execution */
export const modelRuns = (execution) =>
	(execution.data.resultData.runData['Inference Chat Model'] ?? []).map(
		(/** @type {Json} */ one) => one.data?.ai_languageModel?.[0]?.[0]?.json ?? {},
	);

/** @param {any[]} runs */
export function usageOf(runs) {
	const found = runs.map((one) => one.tokenUsage ?? one.tokenUsageEstimate ?? {});
	return {
		estimated: runs.some((one) => one.tokenUsageEstimate !== undefined),
		tokens: found.reduce((sum, one) => sum + (one.totalTokens ?? 0), 0),
		cost: found.reduce((sum, one) => sum + (one.cost ?? 0), 0),
	};
}

/** What the service itself counted and charged since. @param {any} service @param {number} from */
export async function billed(service, from) {
	/** @type {Json[]} */
	const lines = service.ledger.slice(from);
	const ids = new Set(lines.map(({ requestId }) => requestId));
	const hour = 3_600_000;
	const entries = await usageHistory(service, {
		startTimestamp: new Date(Date.now() - hour).toISOString(),
	});
	/** @type {Map<string, number>} */
	const tokens = new Map();
	for (const { inferenceDetails: details } of /** @type {Json[]} */ (entries)) {
		if (!ids.has(details?.requestId)) continue;
		tokens.set(details.requestId, details.promptTokens + details.completionTokens);
	}
	return {
		tokens: [...tokens.values()].reduce((sum, one) => sum + one, 0),
		cost: lines.reduce((sum, { usd }) => sum + usd, 0),
	};
}
