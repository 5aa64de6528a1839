import assert from 'node:assert/strict';
import { localCredential } from '../demo.mjs';
import { byId, flow, start } from '../flow.mjs';
import { checkHttpRequests } from './httpRequest.mjs';
import { executionsOf, putWorkflow, runWorkflow, withCredential } from '../workflows.mjs';

/** The Test button of the credential, and who may use it. @param {import('./checklist.mjs').Scene} scene */
export async function checkCredential(scene) {
	await checkTestButton(scene);
	await checkExpressions(scene);
	await checkOtherNodes(scene);
	await checkHttpRequests(scene);
}

/** @param {import('./checklist.mjs').Scene} scene */
export async function checkTestButton({ rest, service, credential, check }) {
	/** @param {object} change @returns {Promise<{ status: string, message: string }>} */
	const test = (change) => {
		const { name, type, data } = localCredential(service);
		return rest.post('/credentials/test', {
			credentials: { id: credential.id, name, type, data: { ...data, ...change } },
		});
	};

	await check('the credential test accepts a good key', async () => {
		const { status, message } = await test({});
		assert.equal(status, 'OK', message);
	});

	await check(
		'the credential test tolerates a slash after the base URL and blanks around the key',
		async () => {
			const { status, message } = await test({
				baseUrl: `${service.url}/`,
				apiKey: ` ${service.keys.user} `,
			});
			assert.equal(status, 'OK', message);
		},
	);

	await check('the credential test explains a wrong key', async () => {
		const { status, message } = await test({ apiKey: 'wrong' });
		assert.equal(status, 'Error');
		assert.match(message, /does not accept this API key/);
	});

	await check('the credential test explains a base URL without the version path', async () => {
		const { status, message } = await test({ baseUrl: new URL(service.url).origin });
		assert.equal(status, 'Error');
		assert.match(message, /version path/);
	});
}

/** Expressions that would show the key, in what is sent or in the data of an error. */
const curious = ["={{ $credentials?.apiKey ?? 'none' }}", '={{ $node[$credentials.apiKey].json }}'];

/** @param {import('./checklist.mjs').Scene} scene */
async function checkExpressions({ rest, service, credential, check }) {
	for (const prompt of curious) {
		await check(`the expression ${prompt} does not read the key`, async () => {
			const parameters = { model: byId('text-mini'), prompt };
			const step = { name: 'Chat', type: 'inferenceChat', parameters };
			const workflow = withCredential(flow(`Curious: ${prompt}`, [step]), credential);
			const saved = await putWorkflow(rest, workflow);
			const before = service.requests().length;
			await runWorkflow(rest, saved, start).catch(() => undefined);
			const runs = await executionsOf(rest, saved);
			assert.equal(runs.length, 1);
			const seen = JSON.stringify(await rest.execution(runs[0].id));
			const sent = JSON.stringify(
				service
					.requests()
					.slice(before)
					.map((/** @type {any} */ { body }) => body),
			);
			for (const text of [seen, sent]) assert.ok(!text.includes(service.keys.user), prompt);
		});
	}
}

/** What n8n does with the credential in a node that is not of this package. @param {import('./checklist.mjs').Scene} scene */
async function checkOtherNodes({ rest, service, credential, check }) {
	const { id, name } = credential;
	const path = '/models/of-another-node';
	/** @param {string} type as the node names it: n8n looks at a plain name when it saves, and at what an expression gives when it runs */
	const request = (type) =>
		flow(`Another node with ${type}`, [
			{
				name: 'HTTP Request',
				type: 'n8n-nodes-base.httpRequest',
				parameters: {
					url: `${service.url}${path}`,
					authentication: 'predefinedCredentialType',
					nodeCredentialType: type,
				},
				settings: { typeVersion: 4.2, credentials: { inferenceServiceApi: { id, name } } },
			},
		]);

	await check('n8n saves no HTTP Request node with the credential', async () => {
		await assert.rejects(
			putWorkflow(rest, request('inferenceServiceApi')),
			/cannot use credential type .*inferenceServiceApi.* restricted to/,
		);
	});

	await check('n8n runs no HTTP Request node that hides the credential', async () => {
		const saved = await putWorkflow(rest, request("={{ 'inferenceServiceApi' }}"));
		await assert.rejects(
			runWorkflow(rest, saved, start),
			/Credentials not found|is restricted to specific nodes/,
		);
		assert.deepEqual(service.requests(path), []);
	});
}
