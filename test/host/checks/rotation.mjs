import assert from 'node:assert/strict';
import { localCredential } from '../demo.mjs';
import { itemsOf, putCredential, putWorkflow, runWorkflow, withCredential } from '../workflows.mjs';
import { changed } from './play.mjs';

const button = 'Every Month';

/**
 * A key of n8n's own API, as a user makes it in the settings of n8n.
 * @param {import('../rest.mjs').Rest} rest
 * @param {string[]} scopes
 */
export async function n8nCredential(rest, scopes) {
	const { rawApiKey } = await rest.post('/api-keys', {
		label: `${scopes[0]} ${Date.now()}`,
		expiresAt: null,
		scopes,
	});
	const data = { apiKey: rawApiKey, baseUrl: `${rest.url}/api/v1` };
	return await putCredential(rest, { name: 'n8n (local)', type: 'n8nApi', data });
}

/**
 * The example with a credential of its own, whose key it replaces; its executions are kept, so that they can be looked at.
 * @param {Pick<import('./checklist.mjs').Scene, 'rest' | 'service'>} scene
 * @param {import('../workflows.mjs').Workflow} example
 * @param {string} [id] of another credential
 */
export async function putRotation({ rest, service }, example, id) {
	const own = { ...localCredential(service), name: 'Inference Service (rotated)' };
	const credential = await putCredential(rest, own);
	const n8nApi = await n8nCredential(rest, ['credential:update']);
	const addressed = changed(example, example.name, 'Check Access', (parameters) => {
		parameters.url = `${rest.url}/api/v1/credentials/${id ?? credential.id}`;
	});
	const { nodes, ...workflow } = withCredential(addressed, credential);
	const writers = ['Check Access', 'Store Key'];
	return await putWorkflow(rest, {
		...workflow,
		nodes: nodes.map((node) =>
			writers.includes(node.name) ? { ...node, credentials: { n8nApi } } : node,
		),
		settings: { executionOrder: 'v1' },
	});
}

/** The keys of the account that the example has made, as the service lists them. @param {any} service */
async function rotatedKeys(service) {
	const response = await fetch(`${service.url}/api_keys`, {
		headers: { authorization: `Bearer ${service.keys.user}` },
	});
	const { data } = /** @type {any} */ (await response.json());
	return data.filter((/** @type {any} */ { description }) => description === 'n8n, rotated');
}

/** The key that the newest request was made with. @param {any} service @param {string} method */
const keyOf = (service, method) =>
	service
		.requests('/api_keys')
		.filter((/** @type {any} */ one) => one.method === method)
		.at(-1)?.headers.authorization;

/** @param {import('./checklist.mjs').Scene} scene @param {import('../workflows.mjs').Workflow} example */
export async function checkRotation(scene, example) {
	const { rest, service, check } = scene;
	await check('example rotate-api-key: each run replaces the key in the credential', async () => {
		const workflow = await putRotation(scene, example);
		const first = await runWorkflow(rest, workflow, button);
		assert.equal(itemsOf(first, 'Delete Old Key').length, 0);
		const [made] = await rotatedKeys(service);
		const second = await runWorkflow(rest, workflow, button);
		const [deleted] = itemsOf(second, 'Delete Old Key');
		assert.equal(deleted.json.id, made.id);
		const kept = await rotatedKeys(service);
		assert.equal(kept.length, 1);
		assert.ok(keyOf(service, 'DELETE').endsWith(kept[0].last6Chars), 'deleted with the new key');
		const keys = new Set(['POST', 'GET', 'DELETE'].map((method) => keyOf(service, method)));
		assert.ok(keyOf(service, 'POST').endsWith(made.last6Chars), 'made with the key before');
		assert.ok(keys.size >= 2);
	});

	await check('example rotate-api-key: makes no key that cannot be stored', async () => {
		const workflow = await putRotation(scene, example, 'ID-OF-THE-CREDENTIAL');
		const before = await rotatedKeys(service);
		await assert.rejects(runWorkflow(rest, workflow, button), /"Check Access"/);
		assert.deepEqual(await rotatedKeys(service), before);
	});

	await check('a new key is visible in the execution, as the notice of the node says', async () => {
		const workflow = await putRotation(scene, example);
		const [{ json }] = itemsOf(await runWorkflow(rest, workflow, button), 'Create Key');
		assert.equal(typeof json.apiKey, 'string');
		const types = /** @type {any[]} */ (await rest.nodeTypes());
		const type = types.find(({ name }) => name.endsWith('.inferenceApiKeys'));
		assert.deepEqual(type.sensitiveOutputFields, ['apiKey']);
	});
}
