import assert from 'node:assert/strict';
import { localCredential } from '../demo.mjs';
import { packageName } from '../paths.mjs';
import { itemsOf, putCredential, putWorkflow, runWorkflow } from '../workflows.mjs';
import { withCredential, withOutside } from '../workflows.mjs';
import { button, changed } from './play.mjs';

/**
 * The example with a key for each customer: an expression in the credential chooses it, and a limit that is used up stops one customer.
 * @param {import('./checklist.mjs').Scene} scene
 * @param {import('../workflows.mjs').Workflow} example
 */
export async function checkCustomerKeys({ rest, credential, service, slack, check }, example) {
	await check('example customer-keys: each customer has a key and a limit of its own', async () => {
		// n8n is asked for what the example does not store.
		const stored = { ...example, settings: { executionOrder: 'v1' } };
		const ready = withCredential(stored, credential);
		const maker = await putWorkflow(rest, ready);
		const made = await runWorkflow(rest, maker, 'Once: Make the Keys');
		const keys = itemsOf(made, 'Create or Update Key').map(({ json }) => String(json.apiKey));
		assert.equal(new Set(keys).size, 2);

		const { type, data } = localCredential(service);
		const [acme, sunrise] = keys;
		const [{ json: written }] = itemsOf(made, 'Expression for the Credential');
		assert.deepEqual(written.existed, []);
		const apiKey = `=${String(written.apiKey).replace(sunrise, service.keys.poor)}`;
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

	await check(
		'example customer-keys: a changed limit makes no second key, and is warned of',
		async () => {
			const stored = { ...example, settings: { executionOrder: 'v1' } };
			const slackApi = await putCredential(rest, slack.credential);
			const lower = changed(stored, 'Keys with lower limits', 'Customers', (parameters) => {
				parameters.jsonOutput = JSON.stringify({ customers: [{ name: 'acme', monthlyUsd: 1e-9 }] });
			});
			const ready = withOutside(withCredential(lower, credential), { slackApi });
			const saved = await putWorkflow(rest, ready);
			const made = await runWorkflow(rest, saved, 'Once: Make the Keys');
			const [{ json: key }] = itemsOf(made, 'Create or Update Key');
			assert.equal(key.created, false);
			assert.equal(key.usdLimit, 1e-9);
			assert.equal(key.apiKey, null);
			assert.deepEqual(itemsOf(made, 'Expression for the Credential')[0].json.existed, ['acme']);

			const before = slack.messages.length;
			await runWorkflow(rest, saved, 'Each Morning');
			const texts = slack.messages.slice(before).map(({ text }) => String(text).split('\n')[0]);
			assert.equal(texts.length, 1);
			assert.match(
				texts[0],
				/^\*Used up\.\* The key \*acme\* has spent [\d.e-]+ of 1e-9 USD \([\d.]+%\) this month\.$/,
			);
		},
	);
}

/** What the editor asks for when somebody opens the list of models. @param {import('../rest.mjs').Rest} rest @param {object} credentials */
const listModels = async (rest, credentials) =>
	await rest.post('/dynamic-node-parameters/resource-locator-results', {
		...{ path: 'parameters.model', methodName: 'searchTextModels', credentials },
		nodeTypeAndVersion: { name: `${packageName}.inferenceChat`, version: 1 },
		currentNodeParameters: { authentication: 'apiKey' },
	});
