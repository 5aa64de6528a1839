import assert from 'node:assert/strict';
import { belongsTo, certainLabels, operationsOf, panelWorkflow, wordsOf } from './panelNodes.mjs';
import { putWorkflow, withCredential } from './workflows.mjs';

/** @typedef {import('playwright-core').Page} Page */
/** @typedef {import('./panelNodes.mjs').NodeType} NodeType */

const patience = { timeout: 60_000 };

/** @param {string} id */
const byTestId = (id) => `[data-test-id="${id}"]`;
const panel = `${byTestId('ndv')} ${byTestId('node-parameters')}`;

/** What n8n writes itself. */
const ownLabels = /^(Credential( to connect with)?|Mode|Hour|Minute|Poll Times?)$/;

/** @param {Page} page @param {string} url @param {string | undefined} id */
export async function openWorkflow(page, url, id) {
	await page.goto(`${url}/workflow/${id}`);
	await page.waitForSelector(byTestId('canvas-node'), patience);
	await page.click(byTestId('zoom-to-fit'));
}

/** Opens the panel of a node and waits until its fields are drawn. @param {Page} page @param {string} node */
export async function openPanel(page, node) {
	await page.dblclick(`${byTestId('canvas-node')}[data-node-name="${node}"]`);
	await page.waitForSelector(panel, patience);
	await page.locator(`${panel} label`).first().waitFor(patience);
}

/** @param {Page} page */
export async function closePanel(page) {
	await page.click(byTestId('ndv-close-button'));
	await page.waitForSelector(byTestId('ndv'), { ...patience, state: 'detached' });
}

/** The labels that can be seen, from the top to the bottom. @param {Page} page */
export const visibleLabels = (page) =>
	page.$$eval(`${panel} label`, (found) =>
		found
			.filter((one) => one.checkVisibility())
			.map((one) => (one.querySelector('[class*="title"]') ?? one).textContent?.trim() ?? ''),
	);

/**
 * Opens every list of the panel from the top to the bottom and takes its first entry,
 * so that a list which depends on one above it has something to say.
 * @param {Page} page
 */
async function tryPickers(page) {
	/** @type {Record<string, number>} */
	const entries = {};
	const pickers = await page.$$eval(`${panel} [data-test-id^="resource-locator-"]`, (found) =>
		found
			.filter((one) => one.checkVisibility())
			.map((one) => `${one.getAttribute('data-test-id')}`),
	);
	for (const [index, id] of pickers.entries()) {
		// A list within a list of settings may have the name of one above it.
		const before = pickers.slice(0, index).filter((one) => one === id).length;
		const inputs = page.locator(`${panel} ${byTestId(id)} ${byTestId('rlc-input')}`);
		const input = inputs.nth(before);
		const [answer] = await Promise.all([
			page.waitForResponse(/resource-locator-results/, patience),
			input.click(),
		]);
		assert.equal(answer.status(), 200, `the list of ${id}`);
		const items = page.locator(`${byTestId('rlc-item')}:visible`);
		const nothing = page.getByText('No results', { exact: true });
		await items.or(nothing).first().waitFor(patience);
		const { data } = await answer.json();
		entries[id.replace('resource-locator-', '')] ??= data.results.length;
		if (data.results.length > 0) await items.first().click();
		else await page.keyboard.press('Escape');
	}
	return entries;
}

/** @param {NodeType} node @param {import('./panelNodes.mjs').PanelOperation} operation @param {string[]} labels */
function assertLabels(node, operation, labels) {
	const known = wordsOf(node.properties);
	for (const label of labels) {
		assert.ok(label && !/undefined|null|\[object|NaN/.test(label), `the label "${label}"`);
		const own = known.labels.has(label) || ownLabels.test(label);
		assert.ok(own, `the label "${label}" is one of the node`);
		assert.ok(!known.names.has(label) || known.labels.has(label), `"${label}" is a raw name`);
	}
	for (const label of certainLabels(node, operation)) {
		assert.ok(labels.includes(label), `"${label}" is missing among ${labels.join(', ')}`);
	}
}

/**
 * Opens the panel of each operation with every field in it.
 * @param {{ page: Page, errors: string[], rest: import('./rest.mjs').Rest, credential: { id: string, name: string }, node: NodeType }} options errors: of the browser's console, so far
 */
export async function checkPanels({ page, errors, rest, credential, node }) {
	const workflow = panelWorkflow(node, { withOptions: true });
	const saved = await putWorkflow(rest, withCredential(workflow, credential));
	await openWorkflow(page, rest.url, saved.id);
	/** @type {Record<string, { labels: string[], entries: Record<string, number> }>} */
	const seen = {};
	for (const operation of operationsOf(node)) {
		const { name } = operation;
		await openPanel(page, name);
		const labels = await visibleLabels(page);
		assertLabels(node, operation, labels);
		const entries = await tryPickers(page);
		for (const [picker, count] of Object.entries(entries)) {
			// What is optional depends on the model, which may leave no choice.
			const certain = node.properties.some(
				(one) => one.name === picker && belongsTo(one, operation),
			);
			assert.ok(count > 0 || !certain, `the list ${picker} of ${name} is empty`);
		}
		seen[name] = { labels, entries };
		await closePanel(page);
	}
	assert.deepEqual(errors.splice(0), [], 'the console of the browser has no error');
	return seen;
}
