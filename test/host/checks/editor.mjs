import assert from 'node:assert/strict';
import { agentFlow } from '../agentFlow.mjs';
import { findChromium, openEditor } from '../browser.mjs';
import { byId, calls, flow, model, models } from '../flow.mjs';
import { openPanel, openWorkflow } from '../panels.mjs';
import { chat, succeeded } from '../pictures.mjs';
import { packageName } from '../paths.mjs';
import { putWorkflow, withCredential } from '../workflows.mjs';

/** @typedef {import('./checklist.mjs').Scene} Scene */
/** @typedef {import('playwright-core').Page} Page */

const patience = { timeout: 60_000 };

/** What a node that has never run offers to the one after it, among what is drawn without scrolling. @type {[string, string, string[]][]} */
const offers = [
	['inferenceChat', 'complete', ['text', 'inputTokens']],
	['inferenceAudio', 'speech:generate', ['mimeType', 'cost', 'model']],
	['inferenceWeb', 'web:search', ['title', 'url']],
];

/** What a user sees in the editor beside the panels, where there is a browser. @param {Scene} scene */
export async function checkEditor(scene) {
	if (!findChromium()) {
		console.log('The editor was skipped, as there is no Chromium: apt-get install -y chromium');
		return;
	}
	const { browser, page } = await openEditor(scene.rest.url);
	try {
		for (const offer of offers) await checkOffer(scene, page, offer);
		await checkCredentials(scene, page);
		await checkSubtitles(scene, page);
		await checkOwnChat(scene, page);
		await checkRetryHint(scene, page);
	} finally {
		await browser.close();
	}
}

/** @param {Scene} scene @param {Page} page @param {[string, string, string[]]} offer */
async function checkOffer({ rest, check }, page, [type, what, fields]) {
	await check(`editor: ${type} that has never run offers ${fields.join(', ')}`, async () => {
		// n8n shows no fields in advance to its core nodes, such as Edit Fields.
		const after = { name: 'Slack', type: 'n8n-nodes-base.slack', after: 'First' };
		const workflow = flow(`Editor: fields of ${type}`, [...calls(type, [['First', what]]), after]);
		const { id } = await putWorkflow(rest, workflow);
		await openWorkflow(page, rest.url, id);
		await openPanel(page, 'Slack');
		const input = page.locator('[data-test-id="ndv-input-panel"]');
		const items = input.locator('[data-test-id="run-data-schema-item"] [data-name]');
		await items.first().waitFor(patience);
		const texts = await items.evaluateAll((all) => all.map((one) => one.dataset.name));
		const missing = fields.filter((field) => !texts.includes(field));
		assert.deepEqual(missing, [], `among ${texts.join(', ')}`);
	});
}

/** @param {Scene} scene @param {Page} page */
async function checkCredentials({ rest, credential, check }, page) {
	await check('editor: key and wallet are in one list, with a button for a new one', async () => {
		const step = { name: 'Chat', type: 'inferenceChat', parameters: { prompt: 'Hi' } };
		const { id } = await putWorkflow(rest, flow('Editor: credentials', [step]));
		await openWorkflow(page, rest.url, id);
		await openPanel(page, 'Chat');
		await page.click('[data-test-id="node-credentials-select"]', patience);
		const offered = page.locator('.el-select-dropdown__item:visible');
		for (const { name } of [credential, /** @type {any} */ (credential).wallet])
			await offered.getByText(name, { exact: true }).waitFor(patience);
		await page.getByText('Create new credential').waitFor(patience);
	});
}

/** @param {Scene} scene @param {Page} page */
async function checkSubtitles({ rest, check }, page) {
	await check('editor: operation and model stand under a node', async () => {
		const wanted = {
			'The default': [{}, ''],
			Chosen: [
				{ model: { ...byId('image-model'), mode: 'list', cachedResultName: 'A' } },
				' · image-model',
			],
			'By ID': [{ model: byId('image-model') }, ' · image-model'],
			'By expression': [{ model }, ''],
		};
		const steps = Object.entries(wanted).map(([name, [fields]]) => [
			name,
			'image:generate',
			fields,
		]);
		const workflow = flow('Editor: subtitles', [
			models('image'),
			...calls('inferenceImage', steps),
		]);
		const { id } = await putWorkflow(rest, workflow);
		await openWorkflow(page, rest.url, id);
		for (const [name, [, ending]] of Object.entries(wanted)) {
			const node = page.locator(`[data-node-name="${name}"]`);
			const subtitle = await node.getByText('Generate image').textContent(patience);
			assert.equal(subtitle?.trim(), `Generate image${ending}`, name);
		}
	});
}

/** @param {Scene} scene @param {Page} page */
async function checkRetryHint({ rest, service, credential, check }, page) {
	await check('editor: a model that was asked twice says so beside its output', async () => {
		const workflow = agentFlow('Editor: retry', { prompt: 'Which tea is best?', tools: [] });
		const { id } = await putWorkflow(rest, withCredential(workflow, credential));
		const headers = { 'retry-after': '1' };
		service.fault({
			path: '/chat/completions',
			status: 429,
			headers,
			body: { error: 'Slow down' },
		});
		await openWorkflow(page, rest.url, id);
		await page.click('[data-test-id="execute-workflow-button"]');
		await succeeded(page, 'AI Agent');
		await openPanel(page, 'Inference Chat Model');
		const hint = page.locator('[data-test-id="node-hint"]').getByText('was retried once');
		await hint.first().waitFor(patience);
	});
}

/** @param {Scene} scene @param {Page} page */
async function checkOwnChat({ rest, credential, check }, page) {
	await check(
		"editor: n8n's own chat shows the answer of Inference Chat, with nothing between",
		async () => {
			const workflow = {
				name: 'Editor: chat',
				nodes: [
					{
						id: 'chat',
						name: 'When chat message received',
						type: '@n8n/n8n-nodes-langchain.chatTrigger',
						typeVersion: 1.4,
						position: [0, 0],
						webhookId: 'editor-chat',
						parameters: { options: {} },
					},
					{
						id: 'answer',
						name: 'Inference Chat',
						type: `${packageName}.inferenceChat`,
						typeVersion: 1,
						position: [240, 0],
						parameters: {},
					},
				],
				connections: {
					'When chat message received': {
						main: [[{ node: 'Inference Chat', type: 'main', index: 0 }]],
					},
				},
				settings: { executionOrder: 'v1' },
			};
			const { id } = await putWorkflow(rest, withCredential(workflow, credential));
			await openWorkflow(page, rest.url, id);
			await chat(page, 'Which tea is best?');
			const answer = page
				.locator('[data-test-id="canvas-chat"]')
				.getByText('You said “Which tea is best?”');
			await answer.first().waitFor(patience);
		},
	);
}
