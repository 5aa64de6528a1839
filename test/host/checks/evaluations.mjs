import assert from 'node:assert/strict';
import { exactSum } from './decimal.mjs';
import { byId } from '../flow.mjs';
import { itemsOf, putWorkflow, runWorkflow, withCredential } from '../workflows.mjs';
import { until } from '../until.mjs';
import { button, changed } from './play.mjs';

/** @typedef {import('../workflows.mjs').Workflow} Workflow */

const models = { a: 'text-basic', b: 'text-code' };
const answers = [
	['Canberra.', 'Sydney.'],
	['Nitrogen and oxygen.', 'Oxygen and argon.'],
	['Jane Austen wrote it.', 'Jane Austen wrote it.'],
];

/** The example with a data set and two models of the local service. @param {Workflow} example @param {string} table ID of the data set */
export function prepared(example, table) {
	const dataTableId = byId(table);
	const settings = Object.entries({
		'Ask Model A': { model: byId(models.a) },
		'Ask Model B': { model: byId(models.b) },
		'Each Question': { dataTableId },
		'Store Results': { dataTableId },
	});
	return settings.reduce(
		(workflow, [node, values]) =>
			changed(workflow, workflow.name, node, (parameters) => Object.assign(parameters, values)),
		example,
	);
}

/** Starts an evaluation as the Evaluations tab does, and waits for its end. @param {import('../rest.mjs').Rest} rest @param {string} id of the workflow */
export async function evaluated(rest, id) {
	const runs = `/workflows/${id}/test-runs`;
	await rest.post(`${runs}/new`, { concurrency: 1 });
	const run = await until('the end of an evaluation', async () => {
		const [newest] = await rest.get(runs);
		return !['new', 'running', undefined].includes(newest?.status) && newest;
	});
	return { run, cases: await rest.get(`${runs}/${run.id}/test-cases`) };
}

/**
 * Two models on a data set, with n8n's Evaluations: what they show is what was answered, counted and charged.
 * @param {import('./checklist.mjs').Scene} scene
 * @param {Workflow} example
 */
export async function checkEvaluations({ rest, service, credential, check }, example) {
	/** @param {Workflow} workflow */
	const put = (workflow) => putWorkflow(rest, withCredential(workflow, credential));

	await check("example compare-models: n8n's Evaluations compare both models", async () => {
		const own = JSON.stringify(example).replaceAll('model_questions', `questions_${Date.now()}`);
		const made = await runWorkflow(rest, await put(JSON.parse(own)), 'Once: Make the Data Set');
		const [{ json: table }] = itemsOf(made, 'Create Table');
		const workflow = await put(prepared(JSON.parse(own), table.id));
		service.script(...answers.flat().map((text) => ({ text })));
		const before = service.ledger.length;
		const asked = service.requests('/chat/completions').length;
		const { run, cases } = await evaluated(rest, workflow.id);
		assert.equal(run.status, 'completed', JSON.stringify(run));
		assert.deepEqual(
			cases.map((/** @type {any} */ { status }) => status),
			answers.map(() => 'success'),
		);
		assert.deepEqual(
			service
				.requests('/chat/completions')
				.slice(asked)
				.map((/** @type {any} */ { body }) => body.model),
			answers.flatMap(() => [models.a, models.b]),
		);
		const charged = service.ledger.slice(before).map((/** @type {any} */ { usd }) => usd);
		/** What each model cost: they take turns. @param {number} first */
		const cost = (first) =>
			Number(
				exactSum(
					charged.filter((/** @type {number} */ _, /** @type {number} */ at) => at % 2 === first),
				),
			);
		const { metrics } = run;
		assert.equal(metrics.a_quality, 1);
		assert.equal(metrics.b_quality, 0.5);
		assert.ok(Math.abs(metrics.a_cost_usd * answers.length - cost(0)) < 1e-9);
		assert.ok(Math.abs(metrics.b_cost_usd * answers.length - cost(1)) < 1e-9);
		assert.ok(metrics.a_cost_usd < metrics.b_cost_usd);
		assert.ok(metrics.a_seconds > 0 && metrics.b_seconds > 0);
		assert.equal(metrics.totalTokens, 0, 'n8n itself counts the tokens of sub-nodes only');

		const compared = await runWorkflow(rest, workflow, button);
		const [a, b] = itemsOf(compared, 'Comparison').map(({ json }) => json);
		assert.deepEqual([a.model, a.questions, a.quality], ['A', answers.length, 1]);
		assert.deepEqual([b.model, b.questions, b.quality], ['B', answers.length, 0.5]);
		assert.deepEqual(
			[a.costUsd, b.costUsd],
			[cost(0), cost(1)].map((usd) => Number(usd.toFixed(7))),
		);
		assert.ok(a.tokens > 0 && b.tokens > 0);
		const stored = itemsOf(compared, 'Get Results').map(({ json }) => [
			json.a_answer,
			json.b_answer,
		]);
		assert.deepEqual(stored, answers);
	});
}
