/** @typedef {import('../../host/rest.mjs').Rest} Rest */
/** @typedef {import('../../host/workflows.mjs').Workflow} Workflow */

/** The nodes of this package that say on n8n 1.x that they need n8n 2. */
const onlyOn2 = ['lmChatInference'];

/** What a workflow needs of n8n's own API where one of its nodes calls it. @param {Workflow} example */
const scopeOf = ({ nodes }) => {
	const calling = nodes.filter(({ parameters }) => parameters.nodeCredentialType === 'n8nApi');
	if (calling.length === 0) return undefined;
	return calling.some(({ parameters }) => String(parameters.url).includes('retry'))
		? 'execution:retry'
		: 'credential:update';
};

/** The nodes of a workflow that this n8n does not have, or not in that version. @param {Workflow} example @param {any[]} types @param {boolean} isFirst */
const missingNodes = ({ nodes }, types, isFirst) =>
	nodes.flatMap(({ type, ...node }) => {
		const { typeVersion } = /** @type {any} */ (node);
		const name = String(type.split('.').at(-1));
		const versions = types.filter((one) => one.name === type).flatMap(({ version }) => version);
		if (versions.includes(typeVersion) && !(isFirst && onlyOn2.includes(name))) return [];
		return [onlyOn2.includes(name) ? name : `${name} ${typeVersion}`];
	});

/**
 * What each example uses that this n8n does not have; examples that can run are not named.
 * @param {Rest} rest
 * @param {Record<string, Workflow>} examples
 * @param {boolean} isFirst whether this is n8n 1.x
 * @returns {Promise<Record<string, string[]>>}
 */
export async function findMissing(rest, examples, isFirst) {
	const types = await rest.nodeTypes();
	/** @type {string[]} */
	const scopes = await rest.get('/api-keys/scopes');
	const found = Object.entries(examples).map(([name, example]) => {
		const nodes = missingNodes(example, types, isFirst);
		const scope = scopeOf(example);
		const lacks = scope === undefined || scopes.includes(scope) ? [] : [scope];
		return /** @type {const} */ ([name, [...new Set([...nodes, ...lacks])]]);
	});
	return Object.fromEntries(found.filter(([, missing]) => missing.length > 0));
}
