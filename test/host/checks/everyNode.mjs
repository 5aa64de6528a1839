import assert from 'node:assert/strict';
import { itemsOf } from '../workflows.mjs';
import { flows } from './flows.mjs';
import { play } from './play.mjs';

/** @typedef {import('../rest.mjs').Item[]} Items */

/** What an item must hold, by the name of its workflow and step; every other step has to give an item at least. @type {Record<string, (items: Items, scene: import('./checklist.mjs').Scene) => void>} */
const outcomes = {
	'Models: everything · Get': ([{ json }]) => assert.ok(json.id && json.limits),
	'Models: everything · Traits': (items) => assert.ok(items.length <= 3),
	'Characters: everything · Characters': (items) => assert.equal(items.length, 3),
	'Characters: everything · Get': ([{ json }]) => assert.ok(json.slug && json.name),
	'Billing: everything · Log': () => {},
	'Billing: everything · History': (items) => assert.equal(items.length, 3),
	'Billing: everything · CSV File': ([{ binary }]) =>
		assert.equal(binary?.data.mimeType, 'text/csv'),
	'Billing: everything · Report': ([{ json, binary }]) => {
		const { net, budget } = json.totals.USD;
		assert.deepEqual([budget.budget, budget.used, budget.withinBudget], [1_000, net, true]);
		assert.equal(binary?.html.mimeType, 'text/html');
	},
	'Billing: everything · Label Budgets': ([{ json }]) => {
		const [sales, none] = json.byCostLabel;
		assert.deepEqual([sales.costLabel, sales.used, sales.status], ['Sales', 0, 'ok']);
		assert.deepEqual([none.costLabel, none.used], ['(no label)', json.used]);
		assert.equal(json.withinBudget, true);
	},
	'API Keys: everything · Create': ([{ json }]) => assert.equal(json.last6Chars.length, 6),
	'API Keys: everything · Get': ([{ json }]) => assert.equal(json.usdLimit, 5),
	'API Keys: everything · Delete': ([{ json }]) => assert.equal(json.deleted, true),
	'Decisions: everything · Decide': ([{ json }]) =>
		assert.deepEqual([json.answers.team, json.unsure], ['billing', false]),
	'Web: everything · Search': (items) => assert.equal(items.length, 2),
	'Web: everything · Parse': ([{ json }]) => assert.match(json.text, /A page of example\.com/),
	'Chat: streamed from the service · Chat': ([{ json }], { service }) => {
		assert.equal(json.text, 'You said “Is this streamed?”');
		assert.equal(service.requests('/chat/completions').at(-1).body.stream, true);
	},
	'Embeddings: one item with all vectors · Vectors': ([{ json }]) => {
		assert.equal(json.count, 2);
		assert.ok(
			json.embeddings.flat().every((/** @type {unknown} */ one) => typeof one === 'number'),
		);
	},
	'Crypto RPC: everything · Batch': (items) =>
		assert.deepEqual(
			items.map(({ json }) => /^0x/.test(json.result)),
			[true, true],
		),
	'Image: tools · Draw': ([{ binary }]) =>
		assert.deepEqual(Object.keys(binary ?? {}), ['data', 'data_1']),
	'Audio: voice and song · Clone': ([{ json }]) => assert.match(JSON.stringify(json), /"vv_/),
	'Audio: voice and song · Retrieve': ([{ json, binary }]) => {
		assert.equal(json.done, true);
		assert.match(binary?.data.mimeType, /^audio\//);
	},
	'Audio: voice and song · Delete': ([{ json }]) => assert.equal(json.deleted, true),
	'Video: transcript · Transcript': ([{ json }]) => assert.match(json.text, /What is said/),
};

/** Every node of the package, to its end. @param {import('./checklist.mjs').Scene} scene */
export async function checkEveryNode(scene) {
	for (const workflow of flows) {
		await scene.check(`workflow "${workflow.name}" runs to its end`, async () => {
			const execution = await play(scene, workflow);
			for (const { name } of workflow.nodes.slice(1)) {
				const items = itemsOf(execution, name);
				const outcome = outcomes[`${workflow.name} · ${name}`];
				if (outcome) outcome(items, scene);
				else assert.ok(items.length > 0, `"${name}" gave no item`);
			}
		});
	}
}
