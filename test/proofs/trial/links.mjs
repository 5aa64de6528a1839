import assert from 'node:assert/strict';
import { chat, openCanvas } from '../../host/pictures.mjs';
import { executionsOf, finished } from '../../host/workflows.mjs';
import { byTestId, patience } from './user.mjs';

/** The things to click that `npm start` prints: their number, what they are, and where they lead. @param {string} text */
const thingsToClick = (text) =>
	[...text.matchAll(/^ {3}(http\S+)\n {5}([^:]+): (.+)$/gm)].map(([, url, name, what]) => ({
		name,
		what,
		url,
	}));

/**
 * Follows each link that `npm start` prints, and does what is said beside it.
 * @param {{ page: import('playwright-core').Page, rest: import('../../host/rest.mjs').Rest }} editor
 * @param {string} text what it prints
 */
export async function followLinks({ page, rest }, text) {
	const things = thingsToClick(text);
	assert.equal(things.length, 3, 'npm start prints three things to click');
	const followed = [];
	for (const { name, what, url } of things) {
		const id = String(url.split('/').at(-1));
		await openCanvas(page, rest.url, id);
		if (what.includes('Open chat')) await chat(page, 'Hello');
		else await page.click(byTestId('execute-workflow-button'));
		const nodes = await page.locator(byTestId('canvas-node')).count();
		const succeeded = page.locator(byTestId('canvas-node-status-success'));
		await succeeded.nth(nodes - 1).waitFor(patience);
		const runs = await executionsOf(rest, { id });
		for (const run of runs) await finished(rest, run.id);
		followed.push({ name, runs: runs.length, succeeded: true });
	}
	return followed;
}
