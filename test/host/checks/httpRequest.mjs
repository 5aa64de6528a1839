import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);
const file = new URL('../../credentials/httpRequests.json', import.meta.url);

/** @typedef {{ what: string, typeVersion: number, parameters: Record<string, any>, request: object }} Row */

/** What n8n's own HTTP Request node asks its helper to send. @param {Row} row @returns {Promise<object>} */
export async function handedOver({ typeVersion, parameters }) {
	const { HttpRequest } = require('n8n-nodes-base/dist/nodes/HttpRequest/HttpRequest.node.js');
	const all = {
		...{ url: 'https://service.example/api/v1/models', method: 'GET', options: {} },
		...{ authentication: 'predefinedCredentialType', nodeCredentialType: 'inferenceServiceApi' },
		...parameters,
	};
	/** @type {object[]} */
	const requests = [];
	const context = {
		getInputData: () => [{ json: {} }],
		getNode: () => ({ name: 'HTTP Request', typeVersion, parameters: all, credentials: {} }),
		/** @param {string} name @param {number} _item @param {unknown} fallback */
		getNodeParameter: (name, _item, fallback) =>
			name.split('.').reduce((/** @type {any} */ value, key) => value?.[key], all) ?? fallback,
		getCredentials: async () => ({ ca: 'A certificate' }),
		getContext: () => ({}),
		getMode: () => 'manual',
		continueOnFail: () => false,
		sendMessageToUI() {},
		helpers: {
			/** @param {string} _type @param {object} request */
			async requestWithAuthentication(_type, request) {
				requests.push(request);
				return { statusCode: 200, headers: { 'content-type': 'application/json' }, body: '{}' };
			},
			binaryToBuffer: async () => Buffer.from('{}'),
			binaryToString: async () => '{}',
		},
	};
	await new HttpRequest().nodeVersions[typeVersion].execute.call(context);
	assert.equal(requests.length, 1);
	return JSON.parse(JSON.stringify(requests[0]));
}

/** The requests that the tests of the credentials send are those of n8n's HTTP Request node. @param {import('./checklist.mjs').Scene} scene */
export async function checkHttpRequests({ check }) {
	/** @type {Row[]} */
	const rows = JSON.parse(readFileSync(file, 'utf8'));
	for (const row of rows) {
		await check(`HTTP Request ${row.typeVersion} asks for ${row.what}`, async () => {
			assert.deepEqual(await handedOver(row), row.request);
		});
	}
}
