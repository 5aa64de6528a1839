import { setTimeout as wait } from 'node:timers/promises';
import { agentFlow } from './agentFlow.mjs';
import { flow } from './flow.mjs';
import { putWorkflow } from './workflows.mjs';

/** @typedef {import('playwright-core').Page} Page */

const patience = { timeout: 60_000 };

/** @param {string} id */
const byTestId = (id) => `[data-test-id="${id}"]`;

const searchBar = byTestId('node-creator-search-bar');
const itemNames = `${byTestId('node-creator')} ${byTestId('node-creator-item-name')}`;

/** The input of a node, and the plus beside it, by which the node creator lists what fits there. @param {string} node @param {string} type */
const plusOf = (node, type) =>
	`${byTestId('canvas-node-input-handle')}[data-node-name="${node}"][data-connection-type="${type}"] ${byTestId('canvas-handle-plus')}`;

const agent = agentFlow('Node creator, agent', { prompt: 'Hello', tools: [] });
const store = flow('Node creator, store', [
	{ name: 'Store', type: '@n8n/n8n-nodes-langchain.vectorStoreInMemory' },
]);

const plusButton = byTestId('node-creator-plus-button');

/**
 * Where each panel of the node creator is opened from, and the title of one that lists what fits an input.
 * @type {Record<string, { workflow: import('./workflows.mjs').Workflow, plus: string, title?: string }>}
 */
const panels = {
	actions: { workflow: flow('Node creator', []), plus: plusButton },
	triggers: {
		workflow: { ...flow('Node creator, empty', []), nodes: [] },
		plus: byTestId('canvas-plus-button'),
	},
	tools: { workflow: agent, plus: plusOf('AI Agent', 'ai_tool'), title: 'Tools' },
	models: {
		workflow: {
			...agent,
			name: 'Node creator, model',
			nodes: agent.nodes.filter(({ type }) => !type.endsWith('.lmChatInference')),
			connections: {},
		},
		plus: plusOf('AI Agent', 'ai_languageModel'),
		title: 'Language Models',
	},
	embeddings: { workflow: store, plus: plusOf('Store', 'ai_embedding'), title: 'Embeddings' },
};

/**
 * Opens the node creator as a user does: by the button, on an empty canvas, or by the plus of an input.
 * @param {Page} page
 * @param {import('./rest.mjs').Rest} rest
 * @param {string} panel
 */
export async function openCreator(page, rest, panel) {
	const { workflow, plus, title } = panels[panel];
	const { id } = await putWorkflow(rest, workflow);
	await page.goto(`${rest.url}/workflow/${id}`);
	if (title) await loadCreator(page);
	await page.locator(plus).first().click(patience);
	await page.waitForSelector(searchBar, patience);
	if (title) {
		const header = page.locator(byTestId('nodes-list-header'));
		await header.getByText(title, { exact: true }).waitFor(patience);
	}
	await page.waitForSelector(itemNames, patience);
}

/**
 * The editor fetches its node creator when it is first opened. If that takes longer than building the list for an input, the
 * list of all nodes is laid over it.
 * @param {Page} page
 */
async function loadCreator(page) {
	await page.locator(plusButton).first().click(patience);
	await page.waitForSelector(itemNames, patience);
	await page.keyboard.press('Escape');
	await page.waitForSelector(searchBar, { ...patience, state: 'detached' });
}

/** @param {Page} page */
const listed = async (page) =>
	await page.$$eval(itemNames, (found) => found.map((one) => one.textContent?.trim() ?? ''));

/** What is listed once nothing is added any more: long lists are drawn in parts. @param {Page} page */
async function settled(page) {
	for (let before = await listed(page); ;) {
		await wait(200);
		const now = await listed(page);
		if (String(now) === String(before)) return now;
		before = now;
	}
}

/**
 * The names of the nodes that the node creator lists for a search, best first.
 * @param {Page} page
 * @param {string} query
 */
export async function searchNodes(page, query) {
	await page.fill(searchBar, '');
	const unfiltered = String(await settled(page));
	await page.fill(searchBar, query);
	for (const limit = Date.now() + patience.timeout; Date.now() < limit; await wait(50)) {
		if (String(await listed(page)) === unfiltered) continue;
		return await settled(page);
	}
	throw new Error(`The node creator took no notice of "${query}"`);
}

/**
 * The names of the nodes that the node creator lists without a search, behind an entry such as "AI".
 * @param {Page} page
 * @param {string} entry
 */
export async function browseNodes(page, entry) {
	await page.fill(searchBar, '');
	const before = String(await settled(page));
	await page.locator(itemNames).filter({ hasText: entry }).first().click(patience);
	for (const limit = Date.now() + patience.timeout; Date.now() < limit; await wait(50)) {
		if (String(await listed(page)) !== before) return await settled(page);
	}
	throw new Error(`The node creator did not open "${entry}"`);
}
