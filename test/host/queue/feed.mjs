import assert from 'node:assert/strict';
import { setTimeout as wait } from 'node:timers/promises';
import { usageHistory } from '../checks/usageHistory.mjs';
import { packageName } from '../paths.mjs';
import {
	activate,
	executionsOf,
	finished,
	itemsOf,
	putWorkflow,
	withCredential,
} from '../workflows.mjs';

const triggerName = 'Inference Usage Trigger';
const minute = 60_000;

const workflow = {
	name: 'Queue: usage feed',
	nodes: [
		{
			id: 'trigger',
			name: triggerName,
			type: `${packageName}.inferenceUsageTrigger`,
			typeVersion: 1,
			position: [0, 0],
			parameters: {
				pollTimes: { item: [{ mode: 'everyMinute' }] },
				pastCharges: 'none',
				options: { settleDelay: 1 },
			},
		},
		{
			id: 'end',
			name: 'End',
			type: 'n8n-nodes-base.noOp',
			typeVersion: 1,
			position: [220, 0],
			parameters: {},
		},
	],
	connections: { [triggerName]: { main: [[{ node: 'End', type: 'main', index: 0 }]] } },
	settings: { executionOrder: 'v1' },
};

/** @param {import('../checks/usageHistory.mjs').Entry} entry */
const nameOf = ({ timestamp, inferenceDetails, sku }) =>
	`${timestamp} ${inferenceDetails?.requestId} ${sku}`;

/**
 * The trigger is published while the others run, and in the end has emitted what they were charged for, each entry to one execution.
 * @param {import('../checks/checklist.mjs').Scene} scene
 * @param {() => Promise<unknown>} runOthers
 * @returns {Promise<{ recorded: number, emitted: number } | undefined>} entries
 */
export async function checkFeed({ rest, service, credential, check }, runOthers) {
	const from = new Date().toISOString();
	const saved = await putWorkflow(rest, withCredential(workflow, credential));
	await activate(rest, saved);
	// The first poll sets where it starts from.
	await wait(2_000);
	await runOthers();
	/** @type {{ recorded: number, emitted: number } | undefined} */
	let figures;
	await check('queue mode: the trigger fires once for every entry', async () => {
		const expected = (await usageHistory(service, { startTimestamp: from })).map(nameOf).sort();
		const emitted = async () => {
			const entries = [];
			for (const { id } of await executionsOf(rest, saved)) {
				const items = itemsOf(await finished(rest, id), triggerName);
				entries.push(...items.map(({ json }) => nameOf(/** @type {any} */ (json))));
			}
			return entries.sort();
		};
		for (const limit = Date.now() + 2.5 * minute; Date.now() < limit; await wait(2_000)) {
			if ((await emitted()).length >= expected.length) break;
		}
		// One poll more: nothing may come twice.
		await wait(minute + 5_000);
		const all = await emitted();
		figures = { recorded: expected.length, emitted: all.length };
		assert.deepEqual(all, expected);
		assert.ok(expected.length > 0);
	});
	return figures;
}
