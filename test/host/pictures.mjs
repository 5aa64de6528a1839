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

/** Wide enough for the names of all views of an output. */
const panelSize = { width: 1600, height: 900 };

/**
 * A picture of the panel of a node with its result; of its file, where it has one.
 * @param {Page} page @param {string} node @param {string} path @param {{ view?: boolean }} [how]
 */
export async function savePanel(page, node, path, { view = false } = {}) {
	const usual = page.viewportSize();
	await page.setViewportSize(panelSize);
	await openPanel(page, node);
	if (view) {
		// The list of runs below the canvas has such buttons too.
		await page
			.locator(`#app-modals ${byTestId('ndv-view-binary-data')}`)
			.first()
			.click();
		await page.waitForTimeout(2_000);
		await page.mouse.move(5, 5);
	}
	await save(page, path);
	if (usual) await page.setViewportSize(usual);
}

/** The handle at an edge of what holds the chat. @param {string} edge */
const handleOf = (edge) =>
	`${byTestId('resize-handle')}[data-dir="${edge}"]:is(:has(~ ${byTestId('canvas-chat')}), :has(~ * ${byTestId('canvas-chat')}))`;

/** Gives the chat below the canvas the room that the log beside it does not need. @param {Page} page */
async function widenChat(page) {
	for (const [edge, x, y] of /** @type {const} */ ([
		['right', 420, 0],
		['top', 0, -60],
	])) {
		const handle = page.locator(handleOf(edge));
		// A chat of a fixed size is taken as it is.
		const box = (await handle.count()) > 0 && (await handle.first().boundingBox());
		if (!box) continue;
		const from = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
		await page.mouse.move(from.x, from.y);
		await page.mouse.down();
		await page.mouse.move(from.x + x, from.y + y, { steps: 5 });
		await page.mouse.up();
	}
}

/**
 * Runs the first examples in the editor and takes a picture of the canvas of each, and of a panel with its result.
 * @param {{ page: Page, url: string, workflows: { id: string, name: string }[], folder: string }} options
 */
export async function takePictures({ page, url, workflows, folder }) {
	/** @param {string} name */
	const open = (name) =>
		openCanvas(page, url, String(workflows.find((workflow) => workflow.name === name)?.id));
	/** @param {string} name @param {string} last @param {string} file */
	const executed = async (name, last, file) => {
		await open(name);
		await page.click(byTestId('execute-workflow-button'));
		await succeeded(page, last);
		await tidy(page);
		await save(page, join(folder, `${file}.png`));
	};

	await open('Chat automation');
	await chat(page, 'Which three cheeses go well with pears?');
	await succeeded(page, 'Inference Chat');
	await widenChat(page);
	await tidy(page);
	await save(page, join(folder, 'chat-automation.png'));
	await savePanel(page, 'Inference Chat', join(folder, 'inference-chat.png'));

	await executed('Text to speech file', 'Save File', 'text-to-speech-file');
	await savePanel(page, 'Inference Audio', join(folder, 'inference-audio.png'), { view: true });

	await executed('Image generation', 'Save File', 'image-generation');
	await savePanel(page, 'Inference Image', join(folder, 'inference-image.png'), { view: true });
}
