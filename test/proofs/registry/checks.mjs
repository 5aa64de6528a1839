import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { findChromium, openEditor } from '../../host/browser.mjs';
import { ask } from '../../host/checks/chat.mjs';
import { checklist } from '../../host/checks/checklist.mjs';
import { flows } from '../../host/checks/flows.mjs';
import { button } from '../../host/checks/play.mjs';
import { putCredentials } from '../../host/demo.mjs';
import { byId, calls, flow } from '../../host/flow.mjs';
import { closePanel, openPanel, openWorkflow, visibleLabels } from '../../host/panels.mjs';
import { packageName } from '../../host/paths.mjs';
import { succeeded } from '../../host/pictures.mjs';
import {
	activate,
	putWorkflow,
	readExamples,
	runWorkflow,
	withCredential,
} from '../../host/workflows.mjs';
import { community } from './community.mjs';
import { marks } from './nextVersion.mjs';

const [panelMark, errorMark] = marks;

/** Refused before anything is sent, in words that the next version changes. */
const refused = flow(
	'Refused',
	calls('inferenceCryptoRpc', [
		[
			'Batch',
			'rpc:callBatch',
			{
				network: byId('ethereum-mainnet'),
				input: 'json',
				callsJson: '[{ "jsonrpc": "1.0", "method": "eth_gasPrice" }]',
			},
		],
	]),
);

/** @param {string} address @param {string} question */
const answerOf = async (address, question) => {
	const response = await ask(address, question);
	const { output, text } = await response.json();
	return output ?? text;
};

/**
 * The life of the package in one n8n: installed, updated while workflows are open and published, restarted, uninstalled, and
 * installed again.
 * @param {object} options
 * @param {() => Promise<import('../../host/rest.mjs').Rest>} options.connected
 * @param {() => Promise<unknown>} options.restart
 * @param {() => Promise<unknown>} options.publishNext
 * @param {any} options.service
 * @param {string} options.home
 * @param {string} options.first version @param {string} options.next version
 */
export async function runLife({ connected, restart, publishNext, service, home, first, next }) {
	const { check, summary } = checklist();
	let rest = await connected();
	const folder = join(home, '.n8n', 'nodes', 'node_modules', packageName);
	const ownTypes = async () =>
		(await rest.nodeTypes()).filter(({ name }) => name.startsWith(`${packageName}.`));

	let types = 0;
	await check(`installs ${first} from the registry`, async () => {
		assert.equal((await community(rest).install()).installedVersion, first);
		types = (await ownTypes()).length;
		assert.ok(types >= 16, `${types} node types`);
	});

	const credential = await putCredentials(rest, service);
	const example = readExamples()['chat-automation'];
	const all = [...Object.values(readExamples()), ...flows];
	const saved = [];
	for (const workflow of all)
		saved.push(await putWorkflow(rest, withCredential(workflow, credential)));
	const published = example.nodes.map((node) =>
		node.webhookId ? { ...node, parameters: { ...node.parameters, public: true } } : node,
	);
	const chat = await putWorkflow(
		rest,
		withCredential({ ...example, name: 'Published chat', nodes: published }, credential),
	);
	await activate(rest, chat);
	const { webhookId } = /** @type {any} */ (chat.nodes.find((node) => node.webhookId));
	const address = `${rest.url}/webhook/${webhookId}/chat`;

	/** The nodes of each workflow, as n8n keeps them. */
	const kept = async () =>
		Object.fromEntries(
			await Promise.all(
				[...saved, chat].map(async ({ id }) => [id, (await rest.get(`/workflows/${id}`)).nodes]),
			),
		);
	/** What each workflow with every node sends. */
	const sent = async () => {
		/** @type {Record<string, string[]>} */
		const requests = {};
		for (const workflow of saved.slice(-flows.length)) {
			const before = service.journal.length;
			await runWorkflow(rest, workflow, button);
			requests[workflow.name] = service.journal
				.slice(before)
				.filter((/** @type {any} */ one) => one.method === 'POST')
				.map((/** @type {any} */ one) => `${one.path} ${withoutIds(one.body)}`)
				.sort();
		}
		return requests;
	};
	const errorNow = async () => {
		const workflow = await putWorkflow(rest, withCredential(refused, credential));
		return await runWorkflow(rest, workflow, button).then(
			() => '',
			(error) => String(error.message),
		);
	};
	const works = async () => assert.match(await answerOf(address, 'Tea?'), /^You said “Tea\?”$/);

	/** @type {Awaited<ReturnType<typeof kept>>} */
	let nodes = {};
	/** @type {Awaited<ReturnType<typeof sent>>} */
	let requests = {};
	await check(`${first}: ${flows.length} workflows with every node run`, async () => {
		requests = await sent();
		nodes = await kept();
		await works();
		const error = await errorNow();
		assert.ok(error.includes(errorMark.before), error);
	});
	const same = async () => {
		assert.deepEqual(await sent(), requests);
		assert.deepEqual(await kept(), nodes);
		await works();
	};

	const tab = findChromium() ? await openTab(rest, saved, all) : undefined;
	try {
		await publishNext();
		await check(`offers ${next}`, async () => {
			const [{ updateAvailable }] = await community(rest).list();
			assert.equal(updateAvailable, next);
		});
		await check(`updates to ${next} without a restart, and runs its code`, async () => {
			assert.equal((await community(rest).update()).installedVersion, next);
			const now = await ownTypes();
			assert.equal(now.length, types);
			assert.ok(JSON.stringify(now).includes(panelMark.after), 'the panel is the old one');
			const error = await errorNow();
			assert.ok(error.includes(errorMark.after), error);
		});
		await check(`${next}: every workflow keeps its nodes and sends the same`, same);
		if (tab)
			await check('a workflow that was open in the editor keeps its panel and runs', () =>
				tab.stillWorks(),
			);
		else console.log('The editor was skipped, as there is no Chromium.');
	} finally {
		await tab?.close();
	}

	await check('after a restart, the same', async () => {
		await restart();
		rest = await connected();
		const [{ installedVersion, failedLoading }] = await community(rest).list();
		assert.deepEqual([installedVersion, failedLoading], [next, false]);
		await same();
	});
	await check('uninstalls, and keeps every workflow with its parameters', async () => {
		await community(rest).uninstall();
		assert.deepEqual(await community(rest).list(), []);
		assert.deepEqual(await ownTypes(), []);
		assert.equal(existsSync(folder), false);
		assert.deepEqual(await kept(), nodes);
		assert.match(await errorNow(), /inferenceCryptoRpc|unrecognized|not known|not installed/i);
		assert.equal((await rest.open('/healthz')).status, 200);
	});
	await check('installed again, every workflow works as before', async () => {
		assert.equal((await community(rest).install()).installedVersion, next);
		await same();
	});
	const parameters = Object.values(nodes)
		.flat()
		.filter(({ type }) => type.startsWith(`${packageName}.`))
		.map((node) => leaves(node.parameters));
	const figures = {
		workflows: Object.keys(nodes).length,
		nodes: parameters.length,
		parameters: parameters.reduce((sum, one) => sum + one, 0),
		requests: Object.values(requests).flat().length,
	};
	return { ...summary(), figures };
}

/** How many values a parameter holds. @param {unknown} value @returns {number} */
const leaves = (value) =>
	typeof value === 'object' && value !== null
		? Object.values(value).reduce((sum, one) => sum + leaves(one), 0)
		: 1;

/** A body without what the service makes up: IDs of jobs, keys and files. @param {unknown} body */
const withoutIds = (body) => JSON.stringify(body ?? null).replace(/[0-9a-f]{8}[0-9a-f-]{8,}/g, '*');

/**
 * Opens a workflow in the editor, and a panel in it.
 * @param {import('../../host/rest.mjs').Rest} rest @param {{ id: string, name: string }[]} saved @param {{ name: string }[]} all
 */
async function openTab(rest, saved, all) {
	const name = 'Chat: streamed from the service';
	const node = 'Chat';
	const { id } = saved[all.findIndex((one) => one.name === name)];
	const { browser, page, errors } = await openEditor(rest.url);
	const look = async () => {
		await openPanel(page, node);
		const seen = await visibleLabels(page);
		await closePanel(page);
		return seen;
	};
	await openWorkflow(page, rest.url, id);
	const labels = await look();
	assert.ok(labels.includes('Prompt'), labels.join(', '));
	return {
		async stillWorks() {
			assert.deepEqual(await look(), labels);
			await page.click('[data-test-id="execute-workflow-button"]');
			await succeeded(page, node);
			assert.deepEqual(errors, []);
		},
		close: () => browser.close(),
	};
}
