import { owner } from './owner.mjs';
import { connect } from './rest.mjs';
import {
	putCredential,
	putWorkflow,
	readExamples,
	readTemplates,
	runWorkflow,
	withCredential,
	withOutside,
	workflowNamed,
} from './workflows.mjs';

/** What a service over plain http takes, and what one on another machine takes besides. @param {string} url */
const reached = (url) => ({
	allowPlainHttp: true,
	allowPrivateNetworks: new URL(url).hostname !== '127.0.0.1',
});

/**
 * The credential for the local service, as a user would fill it in.
 * @param {{ url: string, keys: { user: string } }} service
 */
export const localCredential = ({ url, keys }) => ({
	name: 'Inference Service (local)',
	type: 'inferenceServiceApi',
	data: {
		...{ baseUrl: url, apiKey: keys.user, namePrefix: 'service' },
		collateralUrl: new URL(url).origin,
		...reached(url),
	},
});

/** What the key of the local wallet signs for. It holds nothing outside the local service. */
const walletAddress = '0x1a642f0e3c3af545e7acbd38b07251b3990914f1';
const walletCreditUsd = 10;

/**
 * A wallet that is known to the local service alone.
 * @param {{ url: string }} service
 */
export const localWallet = ({ url }) => ({
	name: 'Inference Service Wallet (local)',
	type: 'inferenceServiceWalletApi',
	data: {
		...{ baseUrl: url, network: 'evm', privateKey: '01'.repeat(32), namePrefix: 'service' },
		...reached(url),
	},
});

/**
 * Both credentials, as `withCredential` takes them. The key is created last: n8n preselects the newest credential.
 * @param {import('./rest.mjs').Rest} rest
 * @param {{ url: string, keys: { user: string } }} service
 */
export async function putCredentials(rest, service) {
	const wallet = await putCredential(rest, localWallet(service));
	return { ...(await putCredential(rest, localCredential(service))), wallet };
}

/**
 * Gives the local wallet something to spend.
 * @param {{ credit(address: string, usd: number): void }} service
 */
export const creditWallet = (service) => service.credit(walletAddress, walletCreditUsd);

/** The ID of a tag, which is created when it is missing. @param {import('./rest.mjs').Rest} rest @param {string} name @returns {Promise<string>} */
export async function putTag(rest, name) {
	const all = await rest.get('/tags');
	const found = all.find((/** @type {{ name: string }} */ one) => one.name === name);
	return (found ?? (await rest.post('/tags', { name }))).id;
}

/**
 * What an example asks its user to choose: models of the local service, by node.
 * @type {Record<string, Record<string, string>>}
 */
const localModels = { 'dub-recording': { Transcribe: 'lab/asr-segments' } };

/** @param {import('./workflows.mjs').Workflow} workflow @param {Record<string, string>} [models] by node */
const withModels = (workflow, models = {}) => ({
	...workflow,
	nodes: workflow.nodes.map((node) => {
		const value = models[node.name];
		if (value === undefined) return node;
		return {
			...node,
			parameters: { ...node.parameters, model: { __rl: true, mode: 'id', value } },
		};
	}),
});

/** An example with the models of the local service that its user would choose. @param {string} file @param {import('./workflows.mjs').Workflow} workflow */
export const withLocalModels = (file, workflow) => withModels(workflow, localModels[file]);

/** What an example has to run once, such as for its table. */
const once = /^Once: /;

/** @param {import('./workflows.mjs').Workflow} workflow @returns {string | undefined} the table that it makes */
export const tableOf = ({ nodes }) =>
	nodes.find(({ type, parameters }) => /dataTable$/.test(type) && parameters.resource === 'table')
		?.parameters.tableName;

/**
 * Imports a workflow with its table made and filled; a table that is there stays as it is. Where a node takes a table from a list, it gets this one.
 * @param {import('./rest.mjs').Rest} rest
 * @param {import('./workflows.mjs').Workflow} example
 */
export async function putWithTable(rest, example) {
	const workflow = await putWorkflow(rest, example);
	const name = tableOf(workflow);
	const button = workflow.nodes.find((node) => once.test(node.name));
	if (name === undefined || button === undefined) return workflow;
	const known = async () => {
		/** @type {{ data: { id: string, name: string }[] }} */
		const { data } = await rest.get('/data-tables-global?take=250');
		return data.find((table) => table.name === name);
	};
	if ((await known()) === undefined) await runWorkflow(rest, workflow, button.name);
	const table = await known();
	if (table === undefined) throw new Error(`"${workflow.name}" made no table ${name}`);
	const chosen = { __rl: true, mode: 'list', value: table.id, cachedResultName: name };
	const unset = (/** @type {any} */ field) => field?.mode === 'list' && field.value === '';
	if (!workflow.nodes.some(({ parameters }) => unset(parameters.dataTableId))) return workflow;
	const nodes = workflow.nodes.map((node) =>
		unset(node.parameters.dataTableId)
			? { ...node, parameters: { ...node.parameters, dataTableId: chosen } }
			: node,
	);
	return await putWorkflow(rest, { ...workflow, nodes });
}

/**
 * Brings the credential, the examples and their tables into n8n. Examples that are there are brought up to date, or stay as their user
 * has left them.
 * @param {string} url
 * @param {{ url: string, keys: { user: string } }} service
 * @param {Parameters<typeof withOutside>[1]} [outside] credentials for services that are not of this package
 * @param {{ keep?: boolean }} [wish] keep: whether examples that are there stay as they are
 */
export async function setUpDemo(url, service, outside = {}, { keep = false } = {}) {
	const rest = await connect(url, owner);
	const credential = await putCredentials(rest, service);
	const tag = await putTag(rest, 'Template');
	const templates = Object.keys(readTemplates());
	const saved = [];
	for (const [file, workflow] of Object.entries(readExamples())) {
		const own = keep ? await workflowNamed(rest, workflow.name) : undefined;
		if (own !== undefined) {
			saved.push(own);
			continue;
		}
		const set = withLocalModels(file, workflow);
		const ready = withOutside(withCredential(set, credential), outside);
		const tags = templates.includes(file) ? [tag] : [];
		saved.push(await putWithTable(rest, { ...ready, tags }));
	}
	return saved;
}
