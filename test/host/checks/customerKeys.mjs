import assert from 'node:assert/strict';
import { localCredential } from '../demo.mjs';
import { packageName } from '../paths.mjs';
import { itemsOf, putCredential, putWorkflow, runWorkflow, withCredential } from '../workflows.mjs';
import { button } from './play.mjs';

/**
 * The example with a key for each customer: an expression in the credential chooses it, and a limit that is used up stops one customer.
 * @param {import('./checklist.mjs').Scene} scene
 * @param {import('../workflows.mjs').Workflow} example
 */
export async function checkCustomerKeys({ rest, credential, service, check }, example) {
	await check('example customer-keys: each customer has a key and a limit of its own', async () => {
		// n8n is asked for what the example does not store.
		const stored = { ...example, settings: { executionOrder: 'v1' } };
		const ready = withCredential(stored, credential);
		const maker = await putWorkflow(rest, ready);
		const made = await runWorkflow(rest, maker, 'Once: Make the Keys');
		const keys = itemsOf(made, 'Create Key').map(({ json }) => String(json.apiKey));
		assert.equal(new Set(keys).size, 2);

		const { type, data } = localCredential(service);
		const [acme] = keys;
		const apiKey = `={{ ({ acme: '${acme}', sunrise: '${service.keys.poor}' })[$json.customer] }}`;
		const own = await putCredential(rest, {
			...{ name: 'One key per customer', type },
			data: { ...data, apiKey },
		});
		await assert.rejects(
			listModels(rest, { [type]: own }),
			/The list of models could not be loaded: The credential has an expression.*By ID/,
		);

		const before = service.requests('/chat/completions').length;
		const saved = await putWorkflow(rest, withCredential(stored, { ...credential, ...own }));
		const execution = await runWorkflow(rest, saved, button);
		const [answered, ...others] = itemsOf(execution, 'Answered').map(({ json }) => json);
		assert.deepEqual(others, []);
		assert.equal(answered.customer, 'acme');
		const [refused] = itemsOf(execution, 'Not Answered').map(({ json }) => json);
		assert.equal(refused.customer, 'sunrise');
		const used = service
			.requests('/chat/completions')
			.slice(before)
			.map(({ headers }) => headers.authorization);
		assert.deepEqual(used.sort(), [`Bearer ${acme}`, `Bearer ${service.keys.poor}`].sort());
	});
}

/** What the editor asks for when somebody opens the list of models. @param {import('../rest.mjs').Rest} rest @param {object} credentials */
const listModels = async (rest, credentials) =>
	await rest.post('/dynamic-node-parameters/resource-locator-results', {
		...{ path: 'parameters.model', methodName: 'searchTextModels', credentials },
		nodeTypeAndVersion: { name: `${packageName}.inferenceChat`, version: 1 },
		currentNodeParameters: { authentication: 'apiKey' },
	});
