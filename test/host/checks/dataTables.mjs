import assert from 'node:assert/strict';
import { itemsOf, putWorkflow, runWorkflow, withCredential } from '../workflows.mjs';
import { firstPublishedRun } from './published.mjs';

const trigger = 'When Charged';
const store = 'Store Each Charge Once';
const fewEntries = 25;

/**
 * The examples that keep their data in n8n's own tables.
 * @param {import('./checklist.mjs').Scene} scene
 * @param {import('../workflows.mjs').Workflow} feed
 * @param {import('../workflows.mjs').Workflow} list
 */
export async function checkDataTables({ rest, service, credential, check }, feed, list) {
	await check('example usage-to-data-table: each entry is stored, and stored once', async () => {
		const workflow = await putWorkflow(rest, withCredential(withFew(feed), credential));
		await runWorkflow(rest, workflow, 'Once: Make the Table');
		const first = await firstPublishedRun(rest, workflow);
		const given = itemsOf(first, trigger).map(({ json }) => json.id);
		assert.ok(given.length > 0);
		assert.deepEqual(
			itemsOf(first, store).map(({ json }) => json.entry_id),
			given,
		);
		/** @type {Set<unknown>[]} */
		const rows = [];
		for (let run = 0; run < 2; run++) {
			const stored = itemsOf(await runWorkflow(rest, workflow, trigger), store);
			rows.push(new Set(stored.map(({ json }) => `${json.id} ${json.entry_id}`)));
		}
		assert.ok(rows[0].size > 0);
		assert.deepEqual(rows[0], rows[1], 'the second run writes over the rows of the first');
	});

	/** Adds the rows of the example and works on them. */
	const work = async () => {
		const workflow = await putWorkflow(rest, withCredential(list, credential));
		const filled = await runWorkflow(rest, workflow, 'Once: Fill the List');
		const prompts = itemsOf(filled, 'Add Rows').map(({ json }) => json.prompt);
		const worked = await runWorkflow(rest, workflow, 'Every Minute');
		const rows = itemsOf(worked, 'Store Result').map(({ json }) => json);
		const [answered, failed] = [true, false].map((is) => rows.filter(({ done }) => done === is));
		return { prompts, answered, failed };
	};

	await check('example work-list: every row gets its answer', async () => {
		const { prompts, answered } = await work();
		assert.deepEqual(answered.map(({ prompt }) => prompt).sort(), prompts.sort());
		assert.ok(answered.every(({ answer, done, tries }) => answer && done && tries === 1));
	});

	await check('example work-list: a call that may have been charged is not repeated', async () => {
		service.fault({ path: '/chat/completions', cut: 'before', processed: true });
		const { prompts, answered, failed } = await work();
		assert.equal(answered.length, prompts.length - 1);
		assert.equal(failed.length, 1);
		assert.match(failed[0].note, /charged/);
		assert.ok(failed[0].claimed_at > Date.now());
		const next = await work();
		assert.equal(next.answered.length, prompts.length, 'only the new rows are sent');
	});
}

/** @param {import('../workflows.mjs').Workflow} feed */
function withFew(feed) {
	const nodes = feed.nodes.map((node) =>
		node.name === trigger
			? {
					...node,
					parameters: {
						...node.parameters,
						options: { ...node.parameters.options, maxEntries: fewEntries },
					},
				}
			: node,
	);
	return { ...feed, nodes };
}
