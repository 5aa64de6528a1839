import assert from 'node:assert/strict';
import { chat, openCanvas } from '../../host/pictures.mjs';
import { executionsOf } from '../../host/workflows.mjs';
import { byTestId } from './user.mjs';

/** @typedef {import('../../host/workflows.mjs').Workflow & { id: string }} Example */
/** @typedef {{ name: string, ran: boolean, asks?: string[] }} Pressed asks: the nodes that n8n marks, as something has to be entered first */

const question = 'What is in season in June? Draw a pear.';

/** A run that has not appeared after so long has not been started, or n8n does not save it. */
const startsMs = 20_000;
const pauseMs = 500;
const going = ['new', 'running', 'waiting'];

/**
 * Opens each example that `npm start` has brought, and does the first thing that its canvas offers: a message to its chat, or the
 * orange button. Each has to run to its end, or n8n has to mark what the note on the canvas asks to enter.
 * @param {{ page: import('playwright-core').Page, rest: import('../../host/rest.mjs').Rest }} editor
 * @param {Example[]} examples
 * @returns {Promise<Pressed[]>}
 */
export async function pressEach(editor, examples) {
	const pressed = [];
	for (const example of examples) pressed.push(await press(editor, example));
	return pressed;
}

/**
 * @param {{ page: import('playwright-core').Page, rest: import('../../host/rest.mjs').Rest }} editor
 * @param {Example} example
 * @returns {Promise<Pressed>}
 */
async function press({ page, rest }, example) {
	const { id, name } = example;
	const before = (await executionsOf(rest, { id })).length;
	await openCanvas(page, rest.url, id);
	const button = page.locator(byTestId('execute-workflow-button')).first();
	if (await page.locator(byTestId('workflow-chat-button')).isVisible()) await chat(page, question);
	else if ((await button.isVisible()) && (await button.isEnabled())) await button.click();

	const latest = Date.now() + startsMs;
	for (;;) {
		const runs = await executionsOf(rest, { id });
		const run = runs.length > before ? runs.at(-1) : undefined;
		if (run === undefined && Date.now() > latest) break;
		if (run && !going.includes(run.status)) {
			const { data } = await rest.execution(run.id);
			assert.equal(run.status, 'success', `${name}: ${data.resultData.error?.message}`);
			return { name, ran: true };
		}
		await page.waitForTimeout(pauseMs);
	}
	if (example.settings.saveManualExecutions === false && (await hasRunOnCanvas(page))) {
		return { name, ran: true };
	}
	const asks = await markedNodes(page, example);
	const [note] = example.nodes.filter(({ type }) => type.endsWith('.stickyNote'));
	const named = asks.filter((node) => String(note?.parameters.content).includes(`**${node}**`));
	assert.ok(
		named.length > 0,
		`${name} has not run, and its note names none of: ${asks.join(', ')}`,
	);
	return { name, ran: false, asks: named };
}

/** Whether the canvas shows nodes that have run, and none that failed. @param {import('playwright-core').Page} page */
async function hasRunOnCanvas(page) {
	const shown = (/** @type {string} */ status) =>
		page.locator(byTestId(`canvas-node-status-${status}`)).count();
	return (await shown('success')) > 0 && (await shown('error')) === 0;
}

/**
 * The nodes that n8n marks, or has switched off as their credential is missing.
 * @param {import('playwright-core').Page} page
 * @param {Example} example
 */
async function markedNodes(page, { nodes }) {
	const marked = page.locator(`${byTestId('canvas-node')}:has(${byTestId('node-issues')})`);
	const names = await marked.evaluateAll((all) =>
		all.map((one) => one.getAttribute('data-node-name') ?? ''),
	);
	const off = nodes.filter(({ disabled }) => disabled === true).map(({ name }) => name);
	return [...names, ...off];
}
