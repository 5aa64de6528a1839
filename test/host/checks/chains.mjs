import assert from 'node:assert/strict';
import { itemsOf } from '../workflows.mjs';
import { chainFlow, turns } from './chainFlow.mjs';
import { play } from './play.mjs';

/** @typedef {Record<string, any>} Json */

/** What each node of n8n makes of what its model says. @type {Record<string, (item: Json) => void>} */
const outcomes = {
	'Basic LLM Chain': ({ text }) => assert.equal(text, 'A haiku'),
	'Chain With Parser': ({ output }) => assert.deepEqual(output, { city: 'Oslo' }),
	'Chain With Selector': ({ text }) => assert.equal(text, 'Thought through'),
	'Information Extractor': ({ output }) => assert.deepEqual(output, { city: 'Oslo' }),
	'Text Classifier': (item) => assert.deepEqual(Object.keys(item), []),
	'Sentiment Analysis': ({ sentimentAnalysis }) =>
		assert.equal(sentimentAnalysis.category, 'Positive'),
	'Summarization Chain': ({ output }) => assert.equal(output.text, 'In short'),
	Guardrails: (item) => assert.match(JSON.stringify(item), /"triggered":false/),
	'AI Agent': ({ output }) => assert.equal(output, 'The helper says: four'),
	'Question and Answer Chain': ({ response }) => assert.match(response, /^Two or three days/),
};

/**
 * Inference Chat Model under every node of n8n that takes a language model, in one execution.
 * @param {import('./checklist.mjs').Scene} scene
 */
export async function checkChains(scene) {
	const { check, service } = scene;
	const before = service.ledger.length;
	const asked = service.requests('/chat/completions').length;
	/** @type {import('../rest.mjs').Execution | undefined} */
	let execution;
	await check('chains: one execution with every node that takes a language model', async () => {
		service.script(...turns);
		execution = await play(scene, chainFlow());
	});
	for (const [node, outcome] of Object.entries(outcomes)) {
		await check(`chains: ${node} reads the answer of Inference Chat Model`, () => {
			assert.ok(execution, 'the execution ended well');
			const [item] = itemsOf(execution, node);
			assert.ok(item, `${node} gave no item`);
			outcome(item.json);
		});
	}
	await check('chains: each model shows its usage, and all of it is what was charged', () => {
		const { runData } = /** @type {import('../rest.mjs').Execution} */ (execution).data.resultData;
		const models = Object.entries(runData).filter(([name]) => name.startsWith('Model'));
		const usages = models.flatMap(([name, runs]) =>
			runs.map((/** @type {any} */ { data }) => {
				const { tokenUsage } = data.ai_languageModel[0][0].json;
				assert.ok(tokenUsage?.promptTokens > 0, `${name} shows its usage`);
				assert.ok(tokenUsage.cost > 0, `${name} shows its cost`);
				return tokenUsage.cost;
			}),
		);
		assert.equal(usages.length, turns.length);
		const charged = service.ledger
			.slice(before)
			.filter((/** @type {Json} */ { path }) => path === '/chat/completions');
		const sum = (/** @type {number[]} */ all) => all.reduce((total, one) => total + one, 0);
		const shown = sum(usages).toFixed(8);
		assert.equal(shown, sum(charged.map((/** @type {Json} */ { usd }) => usd)).toFixed(8));
	});
	await check('chains: Model Selector hands on the model of its rule', () => {
		const models = service
			.requests('/chat/completions')
			.slice(asked)
			.map((/** @type {Json} */ { body }) => body.model);
		assert.deepEqual(
			models.filter((/** @type {string} */ id) => id !== 'text-basic'),
			['text-reasoning'],
		);
	});
}
