import assert from 'node:assert/strict';
import { itemsOf, putWorkflow, runWorkflow, withCredential } from '../workflows.mjs';
import { exactSum } from './decimal.mjs';

/** @typedef {Record<string, any>} Json */

/**
 * The example that joins the labels of chats with what the service recorded.
 * @param {import('./checklist.mjs').Scene} scene
 * @param {import('../workflows.mjs').Workflow} example
 */
export async function checkCostLabels({ rest, service, credential, check }, example) {
	await check('example cost-by-workflow: each label has the charges of its chats', async () => {
		const workflow = await putWorkflow(rest, withCredential(example, credential));
		const before = service.ledger.length;
		const asked = await runWorkflow(rest, workflow, 'When Clicking Execute');
		const labels = asked.customData.inferenceCostLabels.split('; ').sort();
		assert.deepEqual(labels, ['Newsletter', 'Support']);
		const stored = itemsOf(asked, 'Store Label').map(({ json }) => json);
		const charged = new Map(
			service.ledger.slice(before).map((/** @type {Json} */ one) => [one.requestId, one.usd]),
		);
		assert.deepEqual(stored.map(({ requestId }) => requestId).sort(), [...charged.keys()].sort());

		const reported = await runWorkflow(rest, workflow, 'Every Monday at 8');
		const rows = itemsOf(reported, 'Cost per Label').map(({ json }) => json);
		for (const label of labels) {
			const ids = itemsOf(reported, 'Get Labels')
				.filter(({ json }) => json.costLabel === label)
				.map(({ json }) => json.requestId);
			const row = rows.find(({ costLabel }) => costLabel === label);
			const booked = service.ledger.filter((/** @type {Json} */ one) =>
				ids.includes(one.requestId),
			);
			assert.equal(row?.spend, Number(exactSum(booked.map(({ usd }) => usd))), label);
			assert.equal(row?.calls, booked.length, label);
		}
		assert.ok(rows.some(({ costLabel }) => costLabel === '(no label)'));
		const [{ binary }] = itemsOf(reported, 'Spend Report');
		const chart = await rest.binary(binary?.chart.id);
		assert.equal(chart.subarray(0, 4).toString('hex'), '89504e47');
	});
}
