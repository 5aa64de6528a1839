import assert from 'node:assert/strict';
import { putWithTable, tableOf } from '../demo.mjs';
import { runWorkflow, withCredential, withOutside } from '../workflows.mjs';

/** The examples that work on a table, and the button that a user clicks first. @type {[string, string][]} */
const buttons = [
	['work-list', 'Every Minute'],
	['usage-to-data-table', 'When Charged'],
	['compare-models', 'Each Question'],
	['video-subtitles', 'When Clicking Execute'],
	['product-images', 'When Clicking Execute'],
];

/**
 * What `npm start` brings into an n8n without tables runs at its first click, and a second start leaves the tables as they are.
 * @param {import('./checklist.mjs').Scene} scene
 * @param {Record<string, import('../workflows.mjs').Workflow>} examples
 */
export async function checkFirstRun({ rest, credential, check }, examples) {
	/** @returns {Promise<{ id: string, name: string, projectId: string }[]>} */
	const tables = async () => (await rest.get('/data-tables-global?take=250')).data;
	for (const [file, button] of buttons) {
		await check(`example ${file}: runs at its first click after npm start`, async () => {
			const example = examples[file];
			const name = tableOf(example);
			for (const table of await tables()) {
				if (table.name !== name) continue;
				await rest.remove(`/projects/${table.projectId}/data-tables/${table.id}`);
			}
			const own = { ...example, name: `${example.name}: first run` };
			const ready = withOutside(withCredential(own, credential), {});
			const workflow = await putWithTable(rest, ready);
			const made = (await tables()).filter((table) => table.name === name);
			assert.equal(made.length, 1);
			const { data } = await runWorkflow(rest, workflow, button);
			assert.ok(Object.keys(data.resultData.runData).length > 1, 'more than the trigger ran');
			await putWithTable(rest, ready);
			assert.deepEqual(
				(await tables()).filter((table) => table.name === name).map(({ id }) => id),
				made.map(({ id }) => id),
			);
		});
	}
}
