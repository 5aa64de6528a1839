import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { examplesFolder, packageName, templatesFolder } from './paths.mjs';
import { PlainError } from './plainError.mjs';

/** @typedef {import('./rest.mjs').Rest} Rest */
/** @typedef {{ id: string, name: string, type: string, parameters: Record<string, any>, webhookId?: string, disabled?: boolean, credentials?: Record<string, { id: string, name: string }> }} Node */
/** @typedef {{ id: string, name: string, wallet?: { id: string, name: string } }} Credentials */
/** @typedef {{ id?: string, versionId?: string, name: string, nodes: Node[], connections: object, settings?: object, tags?: string[] }} Workflow */

const runLimitMs = 300_000;

/** The workflows of a folder, by file name without its ending. @param {string} folder @returns {Record<string, Workflow>} */
function readWorkflows(folder) {
	const files = readdirSync(folder).filter((file) => file.endsWith('.json'));
	return Object.fromEntries(
		files.map((file) => [file.slice(0, -5), JSON.parse(readFileSync(join(folder, file), 'utf8'))]),
	);
}

/** The workflow templates. */
export const readTemplates = () => readWorkflows(templatesFolder);

/** All workflows that users can import: the examples, and the templates among them. */
export const readExamples = () => ({ ...readWorkflows(examplesFolder), ...readTemplates() });

/**
 * Creates the credential, or sets it anew when one of that name is there.
 * @param {Rest} rest
 * @param {{ name: string, type: string, data: object }} credential
 * @returns {Promise<{ id: string, name: string }>}
 */
export async function putCredential(rest, credential) {
	const all = await rest.get('/credentials');
	const found = all.find(
		(/** @type {any} */ one) => one.name === credential.name && one.type === credential.type,
	);
	const saved = found
		? await rest.patch(`/credentials/${found.id}`, credential)
		: await rest.post('/credentials', credential);
	return { id: saved.id, name: saved.name };
}

/**
 * The workflow with the credential set in every node of this package, that of the wallet in those that sign with one.
 * @template {Workflow} T
 * @param {T} workflow
 * @param {Credentials} credential
 * @returns {T}
 */
export const withCredential = (workflow, credential) => ({
	...workflow,
	nodes: workflow.nodes.map((node) =>
		node.type.startsWith(`${packageName}.`)
			? { ...node, credentials: credentialOf(node, credential) }
			: node,
	),
});

/** The credential that nodes of other services need, by their type. @type {Record<string, string>} */
const outsideTypes = {
	'n8n-nodes-base.slack': 'slackApi',
	'n8n-nodes-base.n8n': 'n8nApi',
	'n8n-nodes-base.telegram': 'telegramApi',
	'n8n-nodes-base.telegramTrigger': 'telegramApi',
	'n8n-nodes-base.formTrigger': 'httpBasicAuth',
	'n8n-nodes-base.postgres': 'postgres',
	'@n8n/n8n-nodes-langchain.vectorStorePGVector': 'postgres',
	'@n8n/n8n-nodes-langchain.vectorStoreChromaDB': 'chromaSelfHostedApi',
	'@n8n/n8n-nodes-langchain.mcpTrigger': 'httpBearerAuth',
	'@n8n/n8n-nodes-langchain.mcpClientTool': 'httpBearerAuth',
};

/**
 * The workflow with credentials of other services in their nodes. Where there is none, the node is deactivated: n8n then runs
 * everything else, and hands items past it.
 * @template {Workflow} T
 * @param {T} workflow
 * @param {Record<string, { id: string, name: string }>} outside by type of credential
 * @returns {T}
 */
export const withOutside = (workflow, outside) => ({
	...workflow,
	nodes: workflow.nodes.map((node) => {
		const type = outsideTypes[node.type];
		const own = node.parameters.nodeCredentialType;
		if (!type) return outside[own] ? { ...node, credentials: { [own]: outside[own] } } : node;
		const credential = outside[type];
		return credential
			? { ...node, credentials: { [type]: credential } }
			: { ...node, disabled: true };
	}),
});

/** @param {Node} node @param {Credentials} credential @returns {Record<string, { id: string, name: string }>} */
function credentialOf({ type, parameters }, { wallet, id, name }) {
	const signs = parameters.authentication === 'wallet' || /\.inferenceX402(Tool)?$/.test(type);
	return signs && wallet
		? { inferenceServiceWalletApi: wallet }
		: { inferenceServiceApi: { id, name } };
}

/** The workflow of this name that is not archived. @param {Rest} rest @param {string} name */
export async function workflowNamed(rest, name) {
	const all = await rest.get(`/workflows?filter=${encodeURIComponent(JSON.stringify({ name }))}`);
	return all.find((/** @type {any} */ one) => one.name === name && !one.isArchived);
}

/**
 * Imports a workflow, or brings the one of that name up to date.
 * @param {Rest} rest
 * @param {Workflow} workflow
 * @returns {Promise<Workflow & { id: string, versionId: string }>}
 */
export async function putWorkflow(rest, { name, nodes, connections, settings, tags = [] }) {
	const content = { name, nodes, connections, settings, ...(tags.length > 0 && { tags }) };
	const found = await workflowNamed(rest, name);
	return found
		? await rest.patch(`/workflows/${found.id}?forceSave=true`, content)
		: await rest.post('/workflows', content);
}

/**
 * Runs a saved workflow as the editor's button does, and waits for its end.
 * @param {Rest} rest
 * @param {Workflow} workflow
 * @param {string} trigger name of the node to start from
 * @param {number} [limitMs]
 * @param {object} [item] what the trigger gives, where nothing comes to it from outside
 */
export async function runWorkflow(rest, workflow, trigger, limitMs = runLimitMs, item) {
	const task = { startTime: 0, executionTime: 0, executionIndex: 0, source: [] };
	const data = item && { ...task, data: { main: [[item]] } };
	const started = await rest.post(`/workflows/${workflow.id}/run`, {
		workflowData: workflow,
		triggerToStartFrom: { name: trigger, ...(data && { data }) },
	});
	if (!started.executionId)
		throw new PlainError(`n8n did not run "${workflow.name}": ${JSON.stringify(started)}`);
	return await finished(rest, started.executionId, limitMs);
}

/**
 * Waits until an execution has ended; one that failed is an error with n8n's words.
 * @param {Rest} rest
 * @param {string} id
 * @param {number} [limitMs]
 */
export async function finished(rest, id, limitMs = runLimitMs) {
	const execution = await ended(rest, id, limitMs);
	if (execution.status === 'success') return execution;
	const { error, lastNodeExecuted } = execution.data.resultData;
	throw new PlainError(
		`Execution ${id} ended as ${execution.status} in "${lastNodeExecuted}": ${error?.message} ${error?.description ?? ''}`,
	);
}

/**
 * An execution, once n8n has written all of it.
 * @param {Rest} rest
 * @param {string} id
 * @param {number} [limitMs]
 */
export async function ended(rest, id, limitMs = runLimitMs) {
	for (const limit = Date.now() + limitMs; Date.now() < limit; await wait(200)) {
		const execution = await rest.execution(id);
		if (['new', 'running', 'waiting'].includes(execution.status)) continue;
		// n8n 1.x writes the status before the data, every n8n before the custom data.
		if (!execution.data?.resultData) continue;
		const written = execution.customData ?? {};
		const { metadata = {} } = execution.data.resultData;
		if (Object.keys(metadata).every((key) => key in written)) return execution;
	}
	throw new PlainError(`Execution ${id} did not end within ${limitMs / 1000} s.`);
}

/**
 * Publishes a workflow, so that its triggers run.
 * @param {Rest} rest
 * @param {Workflow} workflow as it was saved
 */
export const activate = (rest, { id, versionId }) =>
	rest.post(`/workflows/${id}/activate`, { versionId });

/**
 * The executions of a workflow, oldest first.
 * @param {Rest} rest
 * @param {Workflow} workflow
 * @returns {Promise<{ id: string, status: string }[]>}
 */
export async function executionsOf(rest, { id }) {
	const filter = encodeURIComponent(JSON.stringify({ workflowId: id }));
	const { results } = await rest.get(`/executions?limit=100&filter=${filter}`);
	return results.sort((/** @type {any} */ a, /** @type {any} */ b) => Number(a.id) - Number(b.id));
}

/** The items that a node gave in its last run. @param {import('./rest.mjs').Execution} execution @param {string} node */
export const itemsOf = (execution, node) =>
	execution.data.resultData.runData[node]?.at(-1)?.data?.main[0] ?? [];
