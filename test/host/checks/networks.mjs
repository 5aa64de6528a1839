import assert from 'node:assert/strict';
import { flow, byId, start } from '../flow.mjs';
import { localCredential } from '../demo.mjs';
import { authorityFile, frontHost, startOddProxy } from '../oddProxy.mjs';
import { owner } from '../owner.mjs';
import { step } from '../progress.mjs';
import { connect } from '../rest.mjs';
import { putCredential, putWorkflow, runWorkflow, withCredential } from '../workflows.mjs';
import { checkTunnels, wordsOf } from './tunnels.mjs';

/** @typedef {import('./checklist.mjs').Scene} Scene */
/** @typedef {Awaited<ReturnType<typeof beyond>>} Beyond */

/** Calls of a node, free and paid. */
const calls = {
	free: {
		type: 'inferenceModels',
		parameters: {
			resource: 'model',
			operation: 'getAll',
			type: 'text',
			returnAll: false,
			limit: 1,
		},
	},
	paid: {
		type: 'inferenceChat',
		parameters: { model: byId('text-mini'), prompt: 'Hi' },
	},
};

/**
 * An n8n with settings of its own, and what a user reads there of calls to an address; nothing of calls that are served.
 * @param {Scene} scene @param {Record<string, string>} settings
 */
async function beyond({ startAnother, service }, settings) {
	const n8n = await step('Starting n8n in another network', () =>
		startAnother('networks', settings),
	);
	const rest = await connect(n8n.url, owner);
	const { name, type, data } = localCredential(service);
	/** @param {string} baseUrl @param {object} [more] */
	const test = async (baseUrl, more) => {
		const change = { name, type, data: { ...data, baseUrl, ...more } };
		const { id } = await putCredential(rest, change);
		const credentials = { id, ...change };
		/** @type {{ status: string, message: string }} */
		const { status, message } = await rest.post('/credentials/test', { credentials });
		return status === 'OK' ? '' : message;
	};
	/** @param {string} baseUrl @param {keyof typeof calls} kind @param {object} [more] */
	const call = async (baseUrl, kind, more) => {
		const change = { name, type, data: { ...data, baseUrl, ...more } };
		const credential = await putCredential(rest, change);
		const workflow = flow(`A ${kind} call`, [{ name: 'Call', ...calls[kind] }]);
		try {
			const saved = await putWorkflow(rest, withCredential(workflow, credential));
			await runWorkflow(rest, saved, start, 50_000);
			return '';
		} catch (error) {
			return error instanceof Error ? error.message : String(error);
		}
	};
	const encryptedOnly = { allowPlainHttp: false };
	return {
		...{ test, call, stop: n8n.kill },
		/** The same with a credential that does not allow plain http. */
		careful: {
			test: async (/** @type {string} */ baseUrl) => await test(baseUrl, encryptedOnly),
			call: async (/** @type {string} */ baseUrl, /** @type {keyof typeof calls} */ kind) =>
				await call(baseUrl, kind, encryptedOnly),
		},
	};
}

const served = { test: '', free: '', paid: '' };

/** The package in an n8n behind proxies, a filter and n8n's own protection. @param {Scene} scene */
export async function checkNetworks(scene) {
	const { service, life, check } = scene;
	const proxy = await startOddProxy(service, life);
	const key = service.keys.user;
	const onHost = (/** @type {string} */ host) => service.url.replace('127.0.0.1', host);

	// The trigger of the other n8n polls the history meanwhile.
	const requestsHere = () =>
		service.requests().filter(({ path }) => !path.startsWith('/billing/')).length;

	/** @param {Beyond} n8n @param {string} variable */
	const checkLoopback = async (n8n, variable) => {
		for (const host of ['127.0.0.1', 'localhost']) {
			await check(
				`the key for http://${host} goes to a proxy of ${variable} only where the credential allows plain http`,
				async () => {
					proxy.seen.length = 0;
					const before = requestsHere();
					for (const [what, said] of Object.entries(await wordsOf(n8n.careful, onHost(host)))) {
						assert.match(said, /The Base URL uses plain http to \S+, so anyone/, what);
						assert.match(said, /turn on Allow Plain HTTP/, what);
					}
					assert.deepEqual(proxy.seen, []);
					assert.equal(requestsHere(), before);
					await wordsOf(n8n, onHost(host));
					assert.match(proxy.seen.join('\n'), new RegExp(key));
				},
			);
		}
	};

	const behindProxy = await beyond(scene, {
		...{ HTTP_PROXY: proxy.url, HTTPS_PROXY: proxy.url },
		NODE_EXTRA_CA_CERTS: authorityFile,
	});
	await checkLoopback(behindProxy, 'HTTP_PROXY');
	await checkTunnels(scene, behindProxy, proxy, `https://${frontHost}/api/v1`);
	await behindProxy.stop();

	const behindAll = await beyond(scene, { ALL_PROXY: proxy.url });
	await checkLoopback(behindAll, 'ALL_PROXY');
	await behindAll.stop();

	const allowed = await beyond(scene, {
		...{ HTTP_PROXY: proxy.url, NO_PROXY: 'localhost,127.0.0.1,127.0.0.2' },
		N8N_SSRF_PROTECTION_ENABLED: 'true',
		N8N_SSRF_ALLOWED_IP_RANGES: '127.0.0.1/32,::1/128',
	});
	await check(
		'NO_PROXY leads past the proxy, and N8N_SSRF_ALLOWED_IP_RANGES past the protection',
		async () => {
			proxy.seen.length = 0;
			for (const host of ['127.0.0.1', 'localhost'])
				assert.deepEqual(await wordsOf(allowed, onHost(host)), served, host);
			assert.deepEqual(proxy.seen, []);
		},
	);
	await check("n8n's SSRF protection is named where it blocks the service", async () => {
		for (const [what, said] of Object.entries(await wordsOf(allowed, onHost('127.0.0.2')))) {
			assert.match(said, /n8n blocked the connection to 127\.0\.0\.2/, what);
			assert.match(said, /N8N_SSRF_ALLOWED_IP_RANGES/, what);
			assert.doesNotMatch(said, /may have been charged/, what);
		}
	});
	await allowed.stop();
}
