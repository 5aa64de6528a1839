import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { basename, join } from 'node:path';
import { findChromium, launchChromium } from '../browser.mjs';
import { chatWidget } from '../chatWidget.mjs';
import { describeError } from '../plainError.mjs';
import { activate, putWorkflow, withCredential } from '../workflows.mjs';
import { ask } from './chat.mjs';
import { changed } from './play.mjs';

/** @typedef {import('./checklist.mjs').Scene} Scene */
/** @typedef {import('playwright-core').Page} Page */
/** @typedef {import('../workflows.mjs').Workflow} Workflow */

const cdn = 'https://cdn.jsdelivr.net/npm';
const question = 'Which tea is best?';
const patience = { timeout: 60_000 };

/**
 * The chat example in the two places where visitors meet it: on n8n's own page, and in a page of somebody else.
 * @param {Scene} scene
 * @param {Workflow} example
 */
export async function checkChatWidget(scene, example) {
	const widget = await widgetOrReason();
	if (typeof widget !== 'object') {
		console.log(`The hosted and the embedded chat were skipped: ${widget}`);
		return;
	}
	const browser = await launchChromium();
	/** @param {string} address @param {(page: Page) => Promise<void>} [open] */
	const chatAt = async (address, open) => {
		const page = await browser.newPage();
		await page.route(`${cdn}/**`, (route) => {
			const { pathname } = new URL(route.request().url());
			const own = pathname.startsWith('/npm/@n8n/chat/dist/');
			return own
				? route.fulfill({
						path: join(widget.folder, basename(pathname)),
						headers: { 'access-control-allow-origin': '*' },
					})
				: route.fulfill({ contentType: 'text/css', body: '' });
		});
		await page.goto(address);
		await open?.(page);
		const input = page.locator('textarea').first();
		await input.fill(question, patience);
		await input.press('Enter');
		await page.getByText(`You said “${question}”`).first().waitFor(patience);
	};
	try {
		await scene.check('hosted chat: shows the answer of Inference Chat', async () => {
			await chatAt(await published(scene, example, 'hostedChat'));
		});
		await scene.check('embedded chat: shows the answer of Inference Chat', async () => {
			const shop = await servePage(embedding(await published(scene, example, 'webhook')));
			try {
				await chatAt(shop.address, (page) => page.locator('.chat-window-toggle').click(patience));
			} finally {
				shop.close();
			}
		});
	} finally {
		await browser.close();
	}
}

/** The widget, or why there is none. */
async function widgetOrReason() {
	if (!findChromium()) return 'there is no Chromium: apt-get install -y chromium';
	try {
		return { folder: await chatWidget() };
	} catch (error) {
		return describeError(error);
	}
}

/**
 * Publishes the example under an address of its own, and answers it.
 * @param {Scene} scene
 * @param {Workflow} example
 * @param {'hostedChat' | 'webhook'} mode
 */
async function published({ rest, credential }, example, mode) {
	const trigger = example.nodes.find(({ type }) => type.endsWith('.chatTrigger'));
	assert.ok(trigger);
	const workflow = changed(example, `Chat, ${mode}`, trigger.name, (parameters) => {
		Object.assign(parameters, { public: true, mode });
	});
	for (const node of workflow.nodes) if (node.webhookId) node.webhookId = `chat-${mode}`;
	await activate(rest, await putWorkflow(rest, withCredential(workflow, credential)));
	const address = `${rest.url}/webhook/chat-${mode}/chat`;
	const response = await ask(address, question);
	assert.equal(response.status, 200, await response.text());
	return address;
}

/** A page with the chat in it, as the readme of the widget says. @param {string} webhookUrl */
const embedding = (webhookUrl) => `<!doctype html>
<link href="${cdn}/@n8n/chat/dist/style.css" rel="stylesheet" />
<script type="module">
	import { createChat } from '${cdn}/@n8n/chat/dist/chat.bundle.es.js';
	createChat({ webhookUrl: ${JSON.stringify(webhookUrl)} });
</script>`;

/** Serves a page at an origin of its own. @param {string} html */
async function servePage(html) {
	const server = createServer((_request, response) => {
		response.setHeader('content-type', 'text/html');
		response.end(html);
	});
	await new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(undefined)));
	const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
	return { address: `http://127.0.0.1:${port}/`, close: () => server.close() };
}
