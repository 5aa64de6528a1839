import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { operationsOf, packageNodes, panelWorkflow } from './panelNodes.mjs';
import { closePanel, openPanel, openWorkflow } from './panels.mjs';
import { putWorkflow, withCredential } from './workflows.mjs';

/** Above and below the fields. */
const header = 56;
const margin = 24;

/** The column of the fields, down to the last of them. @param {import('playwright-core').Page} page */
async function column(page) {
	const fields = page.locator('[data-test-id="ndv"] [data-test-id="parameter-item"]:visible');
	const first = await fields.first().boundingBox();
	const last = await fields.last().boundingBox();
	if (!first || !last) throw new Error('The panel shows no field');
	const y = first.y - header;
	return {
		x: first.x - margin,
		y,
		width: first.width + 2 * margin,
		height: last.y + last.height + margin - y,
	};
}

/**
 * Takes a picture of the panel of each node, as it is when the node has just been added.
 * @param {{ page: import('playwright-core').Page, rest: import('./rest.mjs').Rest, credential: { id: string, name: string }, folder: string }} options
 */
export async function takePanelPictures({ page, rest, credential, folder }) {
	mkdirSync(folder, { recursive: true });
	await page.setViewportSize({ width: 1280, height: 1700 });
	for (const node of await packageNodes(rest)) {
		const workflow = panelWorkflow(node, { withOptions: false });
		const saved = await putWorkflow(rest, withCredential(workflow, credential));
		await openWorkflow(page, rest.url, saved.id);
		const initial = (/** @type {string} */ menu) =>
			node.properties.find(({ name }) => name === menu)?.default;
		const operations = operationsOf(node).filter(
			({ resource }) => resource === initial('resource'),
		);
		const { name } =
			operations.find(({ value }) => value === initial('operation')) ?? operations[0];
		await openPanel(page, name);
		await page.waitForTimeout(1_500);
		await page.mouse.move(5, 5);
		await page.screenshot({
			path: join(folder, `${node.name.split('.').at(-1)}.png`),
			animations: 'disabled',
			clip: await column(page),
		});
		await closePanel(page);
	}
}
