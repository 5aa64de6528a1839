import assert from 'node:assert/strict';
import { byId, flow } from '../flow.mjs';
import { itemsOf, putCredential, putWorkflow, runWorkflow, withCredential } from '../workflows.mjs';
import { localCredential } from '../demo.mjs';
import { button } from './play.mjs';

const ROWS = [
	{ customer: 'acme', question: 'Say hello.', text: 'mine', error: 'ERR-7' },
	{ customer: 'sunrise', question: 'Say goodbye.', text: 'yours', error: '' },
];
const code = `return ${JSON.stringify(ROWS)}.map((json) => ({ json }));`;
const rows = { name: 'Rows', type: 'n8n-nodes-base.code', parameters: { jsCode: code } };
const answer = (/** @type {object} */ parameters, after = 'Rows') => ({
	name: 'Answer',
	type: 'inferenceChat',
	parameters: {
		...{ operation: 'complete', model: byId('text-basic'), prompt: '={{ $json.question }}' },
		...parameters,
	},
	after,
});

/**
 * Fields beside those of the panel: sent for each item, and passed on with the result.
 * @param {import('./checklist.mjs').Scene} scene
 */
export async function checkOtherFields({ rest, credential, service, check }) {
	/** @param {string} name @param {object} parameters */
	const run = async (name, parameters, used = credential) => {
		const made = flow(name, [rows, answer(parameters)]);
		return await runWorkflow(rest, await putWorkflow(rest, withCredential(made, used)), button);
	};
	const sent = () => service.requests('/chat/completions');

	await check('extra fields are sent for each item, and the row comes along', async () => {
		const before = sent().length;
		const extraFields = '={{ { user: $json.customer } }}';
		const execution = await run('Other fields', {
			...{ includeOtherFields: true, options: { otherFields: { extraFields } } },
		});
		const users = sent()
			.slice(before)
			.map(({ body }) => /** @type {any} */ (body).user);
		assert.deepEqual(users.sort(), ['acme', 'sunrise']);
		const items = itemsOf(execution, 'Answer');
		assert.deepEqual(
			items.map(({ json }) => [json.customer, json.input_text, json.input_error]),
			ROWS.map(({ customer, text, error }) => [customer, text, error]),
		);
		assert.ok(items.every(({ json }) => json.text && json.error === undefined));
	});

	await check('an extra field in the place of one of the panel sends nothing', async () => {
		const before = sent().length;
		const refused = run('Extra field refused', {
			options: { otherFields: { extraFields: '{ "messages": [] }' } },
		});
		await assert.rejects(refused, /must not contain "messages", which is set by the node/);
		assert.equal(sent().length, before);
	});

	await check('a credential whose key is an expression has a key for each item', async () => {
		const { user, inference } = service.keys;
		const { type, data } = localCredential(service);
		const apiKey = `={{ ({ acme: '${user}', sunrise: '${inference}' })[$json.customer] }}`;
		const name = 'One key per customer';
		const own = await putCredential(rest, { name, type, data: { ...data, apiKey } });
		const before = sent().length;
		await run('A key for each customer', { includeOtherFields: true }, { ...credential, ...own });
		const keys = Object.fromEntries(
			sent()
				.slice(before)
				.map(({ headers, body }) => [
					JSON.stringify(body).includes('hello') ? 'acme' : 'sunrise',
					headers.authorization?.replace('Bearer ', ''),
				]),
		);
		assert.deepEqual(keys, { acme: user, sunrise: inference });
	});
}
