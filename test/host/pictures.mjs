import { join } from 'node:path';
import { localCredential } from './demo.mjs';
import { putCredential, putWorkflow, readExamples, withCredential } from './workflows.mjs';

/** @typedef {import('playwright-core').Page} Page */

/** @param {string} id */
const byTestId = (id) => `[data-test-id="${id}"]`;

/** @param {Page} page @param {string} url @param {string} id */
export async function openCanvas(page, url, id) {
	await page.goto(`${url}/workflow/${id}`);
	await page.waitForSelector(byTestId('canvas-node'), { timeout: 60_000 });
	await page.waitForLoadState('networkidle');
}

/** Long texts are spoken slowly by the local service. @param {Page} page @param {string} node the last one */
export const succeeded = (page, node) =>
	page.waitForSelector(`[data-node-name="${node}"] ${byTestId('canvas-node-status-success')}`, {
		timeout: 300_000,
	});

/** Closes the list of runs below the canvas, which n8n opens with each run. @param {Page} page */
export async function closeLogs(page) {
	const open = page.locator(byTestId('logs-overview-body'));
	if (!(await open.isVisible())) return;
	await page.locator(byTestId('logs-overview-header')).click({ position: { x: 12, y: 12 } });
	await open.waitFor({ state: 'hidden', timeout: 30_000 });
}

/** Shows the whole workflow with nothing laid over it. @param {Page} page */
export async function tidy(page) {
	await closeLogs(page);
	await fit(page);
}

/** Shows the whole workflow, with the chat below it where that is open. @param {Page} page */
export async function fit(page) {
	await page.addStyleTag({
		content:
			'.el-notification, .el-message, [class*="nodeButtonsWrapper"], button[data-test-id^="execute-workflow-button-"] { display: none !important; }',
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
 * @param {Page} page @param {string} node @param {string} path @param {{ view?: boolean, schema?: boolean }} [how]
 */
export async function savePanel(page, node, path, { view = false, schema = false } = {}) {
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
	if (schema) {
		const output = page.locator(`#app-modals ${byTestId('output-panel')}`);
		await output.locator(byTestId('radio-button-schema')).click();
		await page.mouse.move(5, 5);
	}
	await save(page, path);
	if (usual) await page.setViewportSize(usual);
}

/** The handle at an edge of what holds the chat. @param {string} edge */
const handleOf = (edge) =>
	`${byTestId('resize-handle')}[data-dir="${edge}"]:is(:has(~ ${byTestId('canvas-chat')}), :has(~ * ${byTestId('canvas-chat')}))`;

/** Gives the chat below the canvas the room that the list of runs beside it does not need. @param {Page} page */
async function widenChat(page) {
	// Closes the details of the node that ran last.
	await page.locator(byTestId('logs-overview-body')).getByText('Inference Chat').click();
	for (const [edge, x, y] of /** @type {const} */ ([
		['right', 460, 0],
		['top', 0, -105],
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

/** Runs the workflow that is open from one of its triggers. @param {Page} page @param {string} start */
export async function execute(page, start) {
	const several = page.locator(byTestId(`execute-workflow-button-${start}`));
	if ((await several.count()) === 0) return await page.click(byTestId('execute-workflow-button'));
	await page.hover(`${byTestId('canvas-node')}[data-node-name="${start}"]`);
	await several.click();
}

/** The examples that a button starts: their last node that runs, and the node whose file its panel shows. @type {[string, string, string?][]} */
const executed = [
	['first-steps', 'Page'],
	['text-to-speech-file', 'Save File', 'Inference Audio'],
	['image-generation', 'Save File', 'Inference Image'],
	['long-text-to-speech', 'Save File'],
	['image-multi-edit', 'Save File'],
	['transcription', 'Text'],
	['embeddings-search', 'Best Match'],
	['video-generate', 'Generate'],
	['video-wait-loop', 'Delete Media'],
	['rpc-balance-check', 'Balance Is Low'],
	['enclave-watch', 'Compare With Last Run'],
	['support-mails', 'Sorted'],
	['wallet-chat', 'Balance'],
	['prompt-caching', 'Cost per Question'],
];

/** Examples that need a model or a credential first: their canvas alone. */
const opened = [
	'customer-keys',
	'video-jobs',
	'dub-recording',
	'model-retirement',
	'pause-over-budget',
	'failed-runs',
];

/** The names of the pictures of those panels. @type {Record<string, string>} */
const panelFiles = {
	'Inference Audio': 'inference-audio',
	'Inference Image': 'inference-image',
};

/**
 * Runs the examples in the editor and takes a picture of the canvas of each, and of some panels with their results.
 * @param {{ page: Page, url: string, workflows: { id: string, name: string }[], folder: string }} options
 */
export async function takePictures({ page, url, workflows, folder }) {
	const examples = readExamples();
	/** @param {string} file */
	const open = (file) =>
		openCanvas(page, url, String(workflows.find(({ name }) => name === examples[file].name)?.id));

	await open('chat-automation');
	await chat(page, 'Which three cheeses go well with pears?');
	await succeeded(page, 'Inference Chat');
	await widenChat(page);
	await fit(page);
	await save(page, join(folder, 'chat-automation.png'));
	await savePanel(page, 'Inference Chat', join(folder, 'inference-chat.png'), { schema: true });

	for (const [file, last, panel] of executed) {
		await open(file);
		await execute(page, 'When Clicking Execute');
		await succeeded(page, last);
		await tidy(page);
		await save(page, join(folder, `${file}.png`));
		if (!panel) continue;
		await savePanel(page, panel, join(folder, `${panelFiles[panel]}.png`), { view: true });
	}

	for (const file of opened) {
		await open(file);
		await tidy(page);
		await save(page, join(folder, `${file}.png`));
	}
}

/**
 * The panel of a node that rehearsed, with its placeholder.
 * @param {{ page: Page, url: string, rest: import('./rest.mjs').Rest, service: { url: string, keys: { user: string } }, folder: string }} options
 */
export async function takeRehearsal({ page, url, rest, service, folder }) {
	const local = localCredential(service);
	const credential = await putCredential(rest, {
		...local,
		name: 'Rehearsal',
		data: { ...local.data, rehearsal: true },
	});
	const { 'image-generation': example } = readExamples();
	const copy = { ...withCredential(example, credential), name: 'Rehearsal of an image' };
	const { id } = await putWorkflow(rest, copy);
	await openCanvas(page, url, String(id));
	await execute(page, 'When Clicking Execute');
	await succeeded(page, 'Save File');
	await savePanel(page, 'Inference Image', join(folder, 'rehearsal.png'), { view: true });
}
