import { setTimeout as wait } from 'node:timers/promises';
import { byTestId, patience } from './user.mjs';

/** @typedef {import('./user.mjs').User} User */

const creator = byTestId('node-creator');
const names = `${creator} ${byTestId('node-creator-item-name')}`;
const panel = byTestId('ndv');

/** Creates an empty workflow from the page that n8n opens with. @param {User} user @param {string} url */
export async function newWorkflow(user, url) {
	await user.page.goto(`${url}/home/workflows`);
	await user.click(byTestId('add-resource-workflow'));
	await user.page.waitForSelector(byTestId('canvas-plus-button'), patience);
}

/** Opens the node creator for the first step. @param {User} user */
export const firstStep = (user) => user.click(byTestId('canvas-plus-button'));

/** Opens the node creator for what follows the last node, with the whole workflow on the screen. @param {User} user */
export async function nextStep(user) {
	await user.page.keyboard.press('1');
	await user.click(user.page.locator(byTestId('canvas-handle-plus')).last());
}

/** Opens the node creator for an input of an agent or a chain. @param {User} user @param {string} node @param {string} type */
export const fillInput = (user, node, type) =>
	user.click(
		`${byTestId('canvas-node-input-handle')}[data-node-name="${node}"][data-connection-type="${type}"] ${byTestId('canvas-handle-plus')}`,
	);

/**
 * Types a word, takes a node of the list, and its action where the node creator asks for one; the panel of the node is open then.
 * @param {User} user
 * @param {{ word?: string, node: string, action?: string }} wanted
 * @returns {Promise<number>} at which place of the list the node was, from 1
 */
export async function addNode(user, { word, node, action }) {
	const { page } = user;
	const entry = page.locator(names).getByText(node, { exact: true }).first();
	await page.locator(names).first().waitFor(patience);
	const listed = word ? await user.search(word) : [];
	await user.click(entry);
	const confirm = page.locator(creator).getByText(action ?? 'Add to workflow', { exact: true });
	const opened = page.locator(panel);
	await opened.or(confirm).first().waitFor(patience);
	if (!(await opened.isVisible())) await user.click(confirm.first());
	await opened.waitFor(patience);
	return listed.indexOf(node) + 1;
}

/** @param {User} user */
export async function closePanel(user) {
	await user.click(byTestId('ndv-close-button'));
	await user.page.waitForSelector(panel, { ...patience, state: 'detached' });
}

/** n8n takes over what is typed into an expression a moment later. */
const typingMs = 500;

/** Fills in a field of the open panel. @param {User} user @param {string} parameter its name @param {string} text */
export async function fillField(user, parameter, text) {
	await user.fill(
		`${panel} ${byTestId(`parameter-input-${parameter}`)} :is(textarea, input, [contenteditable=true])`,
		text,
	);
	await wait(typingMs);
}

/** Lets the model of an agent fill in a field of the open panel. @param {User} user @param {string} parameter its name */
export const letModelFill = (user, parameter) =>
	user.click(
		`${panel} ${byTestId('parameter-item')}:has(${byTestId(`parameter-input-${parameter}`)}) ${byTestId('from-ai-override-button')}`,
	);

/** Chooses an entry of a menu of the open panel. @param {User} user @param {string} parameter its name @param {string} option */
export async function choose(user, parameter, option) {
	await user.click(`${panel} ${byTestId(`parameter-input-${parameter}`)}`);
	const entry = user.page.locator('[role="option"]:visible').filter({ hasText: option });
	await user.click(entry.first());
}

/** Chooses an entry of a list of the open panel, such as a model. @param {User} user @param {number} place of the list in the panel, from 0; it may not be there yet @param {string} entry */
export async function chooseFromList(user, place, entry) {
	await user.click(user.page.locator(`${panel} ${byTestId('rlc-input')}:visible`).nth(place));
	const entries = user.page.locator(`${byTestId('rlc-item')}:visible`);
	await user.click(entries.filter({ hasText: entry }).first());
}

/** Turns a switch of the open panel on or off. @param {User} user @param {string} parameter its name */
export const toggle = (user, parameter) =>
	user.click(`${panel} ${byTestId(`parameter-input-${parameter}`)} .el-switch`);

/** Adds an option to a collection of the open panel. @param {User} user @param {string} option as the panel names it @param {boolean} [isInner] whether the collection is part of another one */
export async function addOption(user, option, isInner = false) {
	const adds = user.page.locator(`${panel} [data-test-id^="collection-parameter-add"]:visible`);
	await user.click(isInner ? adds.first() : adds.last());
	// Menus that were opened before stay in the page, hidden.
	const entries = user.page.getByText(option, { exact: true }).locator('visible=true');
	await user.click(entries.last());
}

/** Writes a message into n8n's own chat, and presses a button of the answer. @param {User} user @param {string} text @param {string} button @param {string} node that runs then */
export async function chatAndPress(user, text, button, node) {
	const { page } = user;
	const chatPanel = page.locator(byTestId('canvas-chat'));
	const input = chatPanel.locator('textarea').last();
	if (!(await input.isVisible())) await user.click(byTestId('workflow-chat-button'));
	await user.fill(input, text);
	await input.press('Enter');
	await user.click(chatPanel.getByText(button, { exact: true }).last());
	await hasRun(user, node);
}

/** Runs the node of the open panel, and waits until n8n says how it ended. @param {User} user */
export async function executeStep(user) {
	await user.click(`${panel} ${byTestId('node-execute-button')}`);
	await user.page.locator(`${panel} [data-test-id^="node-run-status-"]`).first().waitFor(patience);
}

/** Asks for a file in the form whose trigger is open. @param {User} user @param {string} label of the field */
export async function addFormFile(user, label) {
	await user.click(`${panel} ${byTestId('fixed-collection-add')}`);
	await fillField(user, 'fieldLabel', label);
	await choose(user, 'fieldType', 'File');
}

/** Runs the workflow, and sends a file by the form that n8n opens. @param {User} user @param {string} file @param {string} node that runs then */
export async function submitForm(user, file, node) {
	const opened = user.page.waitForEvent('popup', patience);
	await user.click(byTestId('execute-workflow-button'));
	const form = await opened;
	await form.locator('input[type=file]').setInputFiles(file, patience);
	await form.locator('button[type=submit], #submit-btn').first().click(patience);
	user.counted.clicks += 2;
	await hasRun(user, node);
}

/** @param {User} user @param {string} node */
const hasRun = ({ page }, node) =>
	page
		.locator(`[data-node-name="${node}"] ${byTestId('canvas-node-status-success')}`)
		.waitFor(patience);

/** Writes a message into n8n's own chat, and waits for the answer in it. @param {User} user @param {string} text @param {string} node that answers */
export async function chat(user, text, node) {
	const { page } = user;
	const input = page.locator(`${byTestId('canvas-chat')} textarea`).last();
	if (!(await input.isVisible())) await user.click(byTestId('workflow-chat-button'));
	await user.fill(input, text);
	await input.press('Enter');
	await hasRun(user, node);
}

/** The ID of the workflow on the screen, which n8n has saved meanwhile. @param {User} user */
export async function workflowId({ page }) {
	for (const limit = Date.now() + patience.timeout; Date.now() < limit; await wait(100)) {
		const [, id] = /\/workflow\/([\w-]+)/.exec(page.url()) ?? [];
		if (id && id !== 'new') return id;
	}
	throw new Error(`n8n did not save the workflow at ${page.url()}`);
}
