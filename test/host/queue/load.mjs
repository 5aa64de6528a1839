import assert from 'node:assert/strict';
import { setTimeout as wait } from 'node:timers/promises';
import { byId, flow } from '../flow.mjs';
import {
	executionsOf,
	finished,
	itemsOf,
	putWorkflow,
	withCredential,
	activate,
} from '../workflows.mjs';
import { until } from '../until.mjs';

const path = '/chat/completions';
const limitMs = 1_200_000;

/** @param {string} name @param {number} count */
const chats = (name, count) => {
	const workflow = flow(`Queue: ${name}`, [
		{
			name: 'Questions',
			type: 'n8n-nodes-base.splitOut',
			after: 'Webhook',
			parameters: {
				fieldToSplitOut: 'body.questions',
				options: { destinationFieldName: 'question' },
			},
		},
		{
			name: 'Chat',
			type: 'inferenceChat',
			after: 'Questions',
			parameters: {
				operation: 'complete',
				model: byId('default'),
				input: 'prompt',
				prompt: '={{ $json.question }}',
			},
			// An item that is given up is counted, and the others are still answered.
			settings: { onError: 'continueRegularOutput' },
		},
	]);
	const webhook = {
		id: 'start',
		name: 'Webhook',
		type: 'n8n-nodes-base.webhook',
		typeVersion: 2,
		position: [0, 0],
		webhookId: `queue-${name}`,
		parameters: { httpMethod: 'POST', path: `queue-${name}`, options: {} },
	};
	const questions = Array.from(
		{ length: count },
		(_, index) => `${name} asks question ${index + 1}`,
	);
	return { workflow: { ...workflow, nodes: [webhook, ...workflow.nodes.slice(1)] }, questions };
};

/**
 * As many workflows of many chats as there are workers, at the same time, with one key and a limit that they exceed together.
 * @param {import('../checks/checklist.mjs').Scene & { url: string, cluster: import('./cluster.mjs').Cluster }} scene
 * @param {{ each: number, limit: number, mostRefused: number }} load each: chats of a workflow; limit: requests per minute
 * @returns {Promise<Record<string, number> | undefined>} figures
 */
export async function checkLoad({ rest, service, credential, check, cluster }, load) {
	/** @type {Record<string, number> | undefined} */
	let figures;
	/** @type {(import('../workflows.mjs').Workflow & { id: string })[]} */
	const saved = [];
	const runs = Array.from({ length: cluster.workers }, (_, index) =>
		chats(`worker-${index + 1}`, load.each),
	);

	await check(
		`queue mode: ${runs.length} workflows on as many workers answer every item`,
		async () => {
			for (const { workflow } of runs) {
				const one = await putWorkflow(rest, withCredential(workflow, credential));
				await activate(rest, one);
				saved.push(one);
			}
			const started = Date.now();
			for (const [index, { questions }] of runs.entries()) {
				await call(cluster.webhookUrl, saved[index], questions);
			}
			const executions = [];
			for (const workflow of saved) executions.push(await endOf(rest, workflow));
			const answers = executions.flatMap((execution) => itemsOf(execution, 'Chat'));
			const requests = service.requests(path);
			figures = {
				workers: cluster.workers,
				chats: runs.length * load.each,
				limitPerMinute: load.limit,
				seconds: Math.round((Date.now() - started) / 1000),
				answered: answers.filter(({ json }) => json.text).length,
				givenUp: answers.filter(({ json }) => !json.text).length,
				requests: requests.length,
				refused: requests.filter((/** @type {any} */ { status }) => status === 429).length,
				charged: chargesOf(service).length,
			};
			console.log(`  ${JSON.stringify(figures)}`);
			const firstError = answers.find(({ json }) => !json.text);
			assert.equal(figures.answered, figures.chats, JSON.stringify(firstError?.json));
			const ran = cluster.executionsByWorker();
			assert.ok(
				ran.every((ids) => executions.some(({ id }) => ids.includes(id))),
				`each worker ran one: ${JSON.stringify(ran)}`,
			);
		},
	);
	await check('queue mode: every chat was billed once', () => {
		const answered = service
			.requests(path)
			.filter((/** @type {any} */ { status }) => status === 200);
		const asked = answered.map((/** @type {any} */ { body }) => body.messages.at(-1).content);
		const wanted = runs.flatMap(({ questions }) => questions);
		assert.deepEqual([...asked].sort(), [...wanted].sort());
		assert.equal(chargesOf(service).length, wanted.length);
	});
	await check(`queue mode: at most ${load.mostRefused} calls were refused by the limit`, () => {
		assert.ok(figures && figures.refused <= load.mostRefused, JSON.stringify(figures));
	});
	return figures;
}

/** @param {any} service @returns {any[]} */
const chargesOf = (service) =>
	service.ledger.filter((/** @type {{ path: string }} */ charge) => charge.path === path);

/** @param {string} url @param {import('../workflows.mjs').Workflow} workflow @param {string[]} questions */
async function call(url, workflow, questions) {
	const [{ parameters }] = workflow.nodes;
	// A workflow is published some moments after n8n says so.
	await until(`an answer of the webhook of "${workflow.name}"`, async () => {
		const answer = await fetch(`${url}/webhook/${parameters.path}`, {
			method: 'POST',
			headers: { 'content-type': 'application/json' },
			body: JSON.stringify({ questions }),
		});
		return answer.status !== 404 && (answer.ok || assert.fail(`status ${answer.status}`));
	});
}

/** @param {import('../rest.mjs').Rest} rest @param {import('../workflows.mjs').Workflow} workflow */
async function endOf(rest, workflow) {
	for (const limit = Date.now() + limitMs; Date.now() < limit; await wait(1_000)) {
		const [execution, ...more] = await executionsOf(rest, workflow);
		assert.equal(more.length, 0, 'one call is one execution');
		if (execution && !['new', 'running', 'waiting'].includes(execution.status)) {
			return await finished(rest, execution.id);
		}
	}
	throw new Error('The workflow did not end in time');
}
