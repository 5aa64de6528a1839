import { join } from 'node:path';

/** @typedef {import('playwright-core').Page} Page */

/** @param {string} id */
const byTestId = (id) => `[data-test-id="${id}"]`;

/** @param {Page} page @param {string} url @param {string} id */
export async function openCanvas(page, url, id) {
	await page.goto(`${url}/workflow/${id}`);
	await page.waitForSelector(byTestId('canvas-node'), { timeout: 60_000 });
	await page.waitForLoadState('networkidle');
}

/** @param {Page} page @param {string} node the last one */
export const succeeded = (page, node) =>
	page.waitForSelector(`[data-node-name="${node}"] ${byTestId('canvas-node-status-success')}`, {
		timeout: 60_000,
	});

/** Shows the whole workflow with nothing laid over it. @param {Page} page */
export async function tidy(page) {
	await page.addStyleTag({
		content:
			'.el-notification, .el-message, [class*="nodeButtonsWrapper"] { display: none !important; }',
	});
	await page.click(byTestId('zoom-to-fit'));
	await page.mouse.move(5, 5);
	await page.waitForTimeout(1_000);
}

/** @param {Page} page @param {string} path */
export const save = (page, path) => page.screenshot({ path, animations: 'disabled' });

/** @param {Page} page @param {string} question */
export async function chat(page, question) {
	const input = page.locator(`${byTestId('canvas-chat')} textarea`).last();
	// The button closes a chat that the editor has opened by itself.
	if (!(await input.isVisible())) await page.click(byTestId('workflow-chat-button'));
	await input.fill(question);
	await input.press('Enter');
}

/** @param {Page} page @param {string} node */
export async function openPanel(page, node) {
	await page.dblclick(`${byTestId('canvas-node')}[data-node-name="${node}"]`);
	await page.waitForSelector(byTestId('ndv'), { timeout: 30_000 });
	await page.waitForTimeout(2_000);
	await page.mouse.move(5, 5);
}

/**
 * Runs each example in the editor and takes a picture of its canvas, and of two node panels with their results.
 * @param {{ page: Page, url: string, workflows: { id: string, name: string }[], folder: string }} options
 */
export async function takePictures({ page, url, workflows, folder }) {
	/** @param {string} name */
	const idOf = (name) => String(workflows.find((workflow) => workflow.name === name)?.id);

	await openCanvas(page, url, idOf('Chat automation'));
	await chat(page, 'Which three cheeses go well with pears?');
	await succeeded(page, 'Answer');
	await tidy(page);
	await save(page, join(folder, 'chat-automation.png'));
	await openPanel(page, 'Inference Chat');
	await save(page, join(folder, 'inference-chat.png'));

	await openCanvas(page, url, idOf('Text to speech file'));
	await page.click(byTestId('execute-workflow-button'));
	await succeeded(page, 'Save File');
	await tidy(page);
	await save(page, join(folder, 'text-to-speech-file.png'));
	await openPanel(page, 'Inference Audio');
	await save(page, join(folder, 'inference-audio.png'));
}
