import { setTimeout as wait } from 'node:timers/promises';
import { isShown, likeness, nameLikeness, readNodes, readTypes } from './builderTypes.mjs';
import { packageName } from './paths.mjs';

/** @typedef {import('./mcp.mjs').Call} Call */
/** @typedef {import('./builderTypes.mjs').Parameter} Parameter */

/**
 * What somebody asks an AI builder for: words to search by, what the step is to do, and what they want to give it,
 * each described by words. `choosy`: they want a certain model and shape rather than what is the default.
 * @typedef {{ search: string, wanted: string, given?: Record<string, string>, choosy?: boolean }} Wish
 */

const runLimitMs = 300_000;

/**
 * Builds and runs a workflow through n8n's MCP server. It knows nothing of the package but its name: nodes, operations,
 * parameters, their values and their credential come from what the server answers, without correction.
 * @param {Call} call
 * @param {string} name
 * @param {Wish[]} wishes one after the other, behind a button
 * @param {string} credentialName the credential with which lists are loaded
 */
export async function buildAndRun(call, name, wishes, credentialName) {
	const button = await findButton(call);
	const credential = await findCredential(call, credentialName);
	const steps = [];
	for (const wish of wishes) steps.push(await configure(call, wish, credential));
	await call('validate_node_config', { nodes: steps }).then(assertValid);

	const code = writeCode(name, button, steps);
	await call('validate_workflow', { code }).then(assertValid);
	const { workflowId, warnings = [] } = await call('create_workflow_from_code', { code });
	if (warnings.length > 0) throw new Error(`n8n warns: ${JSON.stringify(warnings)}`);
	const { executionId, error } = await call('execute_workflow', {
		workflowId,
		executionMode: 'manual',
	});
	if (error) throw new Error(error);
	const runData = await finished(call, workflowId, executionId);
	return { steps, items: runData[steps[steps.length - 1].name].at(-1).data.main[0] };
}

/** @param {Call} call */
async function findButton(call) {
	const { results } = await call('search_nodes', { queries: ['manual trigger'] });
	return readNodes(results)[0];
}

/** @typedef {{ id: string, name: string, type: string }} Credential */

/** @param {Call} call @param {Wish} wish @param {Credential} credential */
async function configure(call, { search, wanted, given = {}, choosy = false }, credential) {
	const { results } = await call('search_nodes', { queries: [search] });
	const node = readNodes(results)
		.slice(0, 3)
		.find(({ id }) => id.startsWith(`${packageName}.`));
	if (!node) throw new Error(`The search for "${search}" does not lead to this package`);

	const { id, version, choices } = node;
	const [choice = { description: '' }] = [...choices].sort(
		(a, b) => likeness(wanted, textOf(b)) - likeness(wanted, textOf(a)),
	);
	const { resource, operation } = choice;
	const request = { nodeId: id, version: String(version), resource, operation };
	const { definitions } = await call('get_node_types', { nodeIds: [request] });
	const types = readTypes(definitions, choice);
	if (types.length !== 1) throw new Error(`${wanted}: ${types.length} types instead of one`);
	const [type] = types;

	/** @type {Record<string, unknown>} */
	const parameters = { ...(resource && { resource }), ...(operation && { operation }) };
	Object.assign(parameters, fill(type, given));
	const lists = type.filter(({ notes }) => choosy || !/\bOptional: /.test(notes));
	await chooseFromLists(call, credential, node, lists, type, parameters);
	const missing = type.filter(
		(one) =>
			one.required &&
			one.initial === undefined &&
			isShown(one, type, parameters) &&
			!(one.name in parameters),
	);
	if (missing.length > 0)
		throw new Error(`${wanted}: nothing for ${missing.map((one) => one.name).join(', ')}`);
	// Without one, n8n takes any credential of the type.
	const credentials = { [credential.type]: { id: credential.id, name: credential.name } };
	return { name: wanted, type: id, typeVersion: version, parameters, credentials };
}

/** @param {import('./builderTypes.mjs').Choice} choice */
const textOf = ({ resource, operation, description }) =>
	`${resource ?? ''} ${operation ?? ''} ${description}`;

/** Each value in the parameter with the name and notes most like its description. @param {Parameter[]} type @param {Record<string, string>} given */
function fill(type, given) {
	const open = type.filter(({ type: kind }) => /\bstring\b/.test(kind) && !/__rl/.test(kind));
	return Object.fromEntries(
		Object.entries(given).map(([description, value]) => {
			/** @param {Parameter} one */
			const score = ({ name, notes, required }) =>
				3 * nameLikeness(description, name) + likeness(description, notes) + Number(required) / 2;
			const [best] = [...open].sort((a, b) => score(b) - score(a));
			if (!best || score(best) < 1) throw new Error(`No parameter for "${description}"`);
			return [best.name, value];
		}),
	);
}

/**
 * A real entry of every list that has no default, as the instructions of the server ask.
 * @param {Call} call
 * @param {Credential} credential
 * @param {import('./builderTypes.mjs').FoundNode} node
 * @param {Parameter[]} wanted those that are to be chosen
 * @param {Parameter[]} type
 * @param {Record<string, unknown>} parameters those so far, to which the choices are added
 */
async function chooseFromLists(call, credential, { id, version }, wanted, type, parameters) {
	for (const one of wanted) {
		const methodName = /@searchListMethod (\w+)/.exec(one.notes)?.[1];
		if (!methodName || one.initial?.value || !isShown(one, type, parameters)) continue;
		const { results } = await call('explore_node_resources', {
			nodeType: id,
			version,
			methodName,
			methodType: 'listSearch',
			credentialType: credential.type,
			credentialId: credential.id,
			currentNodeParameters: parameters,
		});
		// An entry without a value stands for the default.
		const first = results.find((/** @type {any} */ entry) => entry.value !== '');
		if (!first) throw new Error(`The list ${methodName} is empty`);
		const { value, name } = first;
		parameters[one.name] = { __rl: true, mode: 'list', value, cachedResultName: name };
	}
}

/**
 * n8n lists credentials in no order, and the key of one of them may be an expression, which has no value where a list is loaded.
 * @param {Call} call @param {string} name @returns {Promise<Credential>}
 */
async function findCredential(call, name) {
	const { data } = await call('list_credentials', { type: 'inferenceServiceApi' });
	const found = data.find((/** @type {Credential} */ one) => one.name === name);
	if (!found) throw new Error(`There is no credential "${name}"`);
	return found;
}

/** @param {string} name @param {{ id: string, version: number }} button @param {{ name: string, type: string, typeVersion: number, parameters: object, credentials: object }[]} steps */
const writeCode = (name, button, steps) =>
	[
		`const start = trigger({ type: '${button.id}', version: ${button.version}, config: { name: 'Start' } });`,
		...steps.map(
			({ name: step, type, typeVersion, parameters, credentials }, index) =>
				`const step${index} = node({ type: '${type}', version: ${typeVersion}, config: ${JSON.stringify({ name: step, parameters, credentials })} });`,
		),
		`export default workflow('${name}', '${name}').add(start)${steps.map((_, index) => `.to(step${index})`).join('')};`,
	].join('\n');

/** @param {any} answer */
function assertValid(answer) {
	const { valid, warnings = [], errors = [], results = [] } = answer;
	const wrong = results.filter((/** @type {any} */ one) => !one.valid);
	if (valid === false || wrong.length > 0 || warnings.length > 0 || errors.length > 0)
		throw new Error(`n8n finds fault with it: ${JSON.stringify(answer)}`);
}

/** @param {Call} call @param {string} workflowId @param {string} executionId */
async function finished(call, workflowId, executionId) {
	const which = { workflowId, executionId };
	for (const limit = Date.now() + runLimitMs; Date.now() < limit; await wait(1000)) {
		const { execution } = await call('get_workflow_execution', which);
		if (['new', 'running', 'waiting'].includes(execution.status)) continue;
		const { data } = await call('get_workflow_execution', { ...which, includeData: true });
		const { runData, error } = data.resultData;
		if (execution.status !== 'success')
			throw new Error(`It ended as ${execution.status}: ${error?.message}`);
		return runData;
	}
	throw new Error(`Execution ${executionId} did not end within ${runLimitMs / 1000} s`);
}
