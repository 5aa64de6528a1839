/* global document */

import assert from 'node:assert/strict';
import { setTimeout as wait } from 'node:timers/promises';
import { openCanvas } from '../../host/pictures.mjs';
import { readExamples } from '../../host/workflows.mjs';
import { chat, choose, executeStep, newWorkflow } from '../trial/editor.mjs';
import { ours, startWith } from '../trial/ours.mjs';
import { byTestId, patience } from '../trial/user.mjs';

/** @typedef {{ user: import('../trial/user.mjs').User, url: string, text: string, key: string, base: string, workflows: { id: string, name: string }[], leaveOut: (task: () => Promise<void>) => Promise<void> }} Set text: what npm start prints; base: address of the local service; leaveOut: films nothing meanwhile */

const terminal = `<!doctype html><style>
body { margin: 0; padding: 48px; height: 100vh; box-sizing: border-box; background: #101330; color: #e8e8f2; font: 22px/1.5 "DejaVu Sans Mono", monospace; }
pre { margin: 0; font: inherit; white-space: pre-wrap; }
</style><pre></pre>`;

/** Until what has just been shown is drawn; the film holds the last picture of a scene longer. */
const look = 1_500;

/** Until a picture is on the screen, whole and large enough to be looked at. @param {import('playwright-core').Page} page @param {string} within */
async function pictureShown(page, within) {
	await page.waitForFunction(
		(place) =>
			[...document.querySelectorAll(`${place} img`)].some(
				(one) =>
					/** @type {HTMLImageElement} */ (one).complete && one.getBoundingClientRect().width > 200,
			),
		within,
		patience,
	);
}

/** Pulls the upper edge of n8n's chat up, as far as the picture of an answer needs. @param {import('playwright-core').Page} page */
async function enlargeChat(page) {
	const chatPanel = page.locator(byTestId('canvas-chat'));
	await chatPanel.waitFor(patience);
	const box = await chatPanel.boundingBox();
	if (!box) throw new Error('The chat is not on the screen');
	await page.mouse.move(box.x + box.width / 2, box.y);
	await page.mouse.down();
	for (let up = 0; up <= chatGrowth; up += 10) {
		await page.mouse.move(box.x + box.width / 2, box.y - up);
		await wait(20);
	}
	await page.mouse.up();
}

const chatGrowth = 330;

/** Leaves the list of what ran beside the chat, without the raw output. @param {import('playwright-core').Page} page */
async function closeDetails(page) {
	const rows = page.locator(`${byTestId('logs-overview-body')} [role=treeitem]`);
	await rows.last().click(patience);
	await page.keyboard.press('Escape');
}

/**
 * What the film shows, and what is said meanwhile.
 * @type {{ caption: string, play: (set: Set) => Promise<void> }[]}
 */
export const scenes = [
	{
		caption: 'Two commands start n8n with the package, its examples and a local service.',
		async play({ user: { page }, text }) {
			await page.setContent(terminal);
			/** @param {string} more */
			const print = (more) =>
				page.evaluate((added) => document.querySelector('pre')?.append(added), more);
			for (const letter of '$ npm ci && npm start') {
				await print(letter);
				await wait(60);
			}
			await wait(look / 2);
			await print(`\n\n${text.slice(text.indexOf('n8n is running'))}`);
			await wait(look);
		},
	},
	{
		caption: 'The credential takes an address and an API key, and is tested at once.',
		async play({ user, url, base, key, leaveOut }) {
			const { page } = user;
			await leaveOut(async () => {
				await page.goto(`${url}/home/credentials`);
				await page.locator(byTestId('add-resource-credential')).waitFor(patience);
			});
			await user.click(byTestId('add-resource-credential'));
			await user.fill(`${byTestId('new-credential-type-select')} input`, 'Inference');
			await user.click(
				page
					.locator('[role="option"]:visible, .el-select-dropdown__item:visible')
					.filter({ hasText: 'Inference Service API' }),
			);
			await user.click(byTestId('new-credential-type-button'));
			const dialog = page.locator(byTestId('editCredential-modal'));
			const input = (/** @type {string} */ name) =>
				dialog.locator(`${byTestId(`parameter-input-${name}`)} input`).first();
			await user.fill(input('baseUrl'), base);
			await user.fill(input('apiKey'), key);
			await user.click(dialog.locator(`${byTestId('parameter-input-allowPlainHttp')} .el-switch`));
			await user.click(byTestId('credential-save-button'));
			const success = dialog.getByText('Connection tested successfully').first();
			await leaveOut(() => success.waitFor(patience));
			await wait(look);
		},
	},
	{
		caption: 'A chat: add the trigger, search for chat, type a message. No settings needed.',
		async play({ user, url, leaveOut }) {
			await leaveOut(() => newWorkflow(user, url));
			await ours.chat(user);
			await enlargeChat(user.page);
			const answer = user.page.locator(`${byTestId('canvas-chat')} .chat-message-from-bot`);
			await leaveOut(() => answer.filter({ hasText: /\w/ }).first().waitFor(patience));
			await closeDetails(user.page);
			await wait(look);
		},
	},
	{
		caption: 'An agent draws with the image tool, and the picture appears in the chat.',
		async play({ user, url, workflows, leaveOut }) {
			const { name } = readExamples()['agent-image-speech'];
			const example = workflows.find((one) => one.name === name);
			assert.ok(example, `n8n has the example ${name}`);
			await leaveOut(() => openCanvas(user.page, url, example.id));
			await user.click(byTestId('workflow-chat-button'));
			await enlargeChat(user.page);
			await leaveOut(async () => {
				await chat(user, 'Draw a pear', 'AI Agent');
				await pictureShown(user.page, byTestId('canvas-chat'));
				const picture = user.page.locator(`${byTestId('canvas-chat')} img`).last();
				await picture.scrollIntoViewIfNeeded(patience);
				await closeDetails(user.page);
			});
			await wait(look);
		},
	},
	{
		caption: 'A spend report by day and product, as a chart, a web page and a message for Slack.',
		async play({ user, url, leaveOut }) {
			await leaveOut(() => newWorkflow(user, url));
			await startWith(user, {
				word: 'spend report',
				node: 'Inference Billing',
				action: 'Get a spend report',
			});
			await choose(user, 'period', 'Last 7 Days');
			await leaveOut(() => executeStep(user));
			await user.click(`${byTestId('ndv')} ${byTestId('ndv-view-binary-data')}`);
			await leaveOut(() => pictureShown(user.page, byTestId('ndv')));
			await wait(look);
		},
	},
];
