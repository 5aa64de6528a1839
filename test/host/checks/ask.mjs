import assert from 'node:assert/strict';
import {
	finished,
	itemsOf,
	putCredential,
	putWorkflow,
	withCredential,
	withOutside,
} from '../workflows.mjs';
import { until } from '../until.mjs';

/** @typedef {Record<string, any>} Json */

/**
 * The example that asks a person before it pays: approved, approved up to too little, declined, not answered.
 * @param {import('./checklist.mjs').Scene} scene
 * @param {import('../workflows.mjs').Workflow} example
 * @param {() => Promise<unknown>} [whileWaiting] goes on before each answer
 */
export async function checkAsk(scene, example, whileWaiting) {
	const { rest, service, slack, credential, check } = scene;
	const slackApi = await putCredential(rest, slack.credential);
	const ready = withOutside(withCredential(example, credential), { slackApi });

	/** The address of the form behind the newest question, once it is asked. @param {number} before */
	const form = async (before) => {
		await until('a question in Slack', () => slack.messages.length > before);
		const blocks = /** @type {any[]} */ (slack.messages.at(-1)?.blocks ?? []);
		const [button] = blocks.flatMap(({ type, elements }) => (type === 'actions' ? elements : []));
		return { url: button.url, text: JSON.stringify(blocks) };
	};

	/** Runs it with a limit and an answer: what was asked, the execution, and what was charged. @param {Json} change @param {Json} [answer] */
	const run = async ({ askAboveUsd = 0.001, expires, start = 'When Clicking Execute' }, answer) => {
		const changed = globalThis.structuredClone(ready);
		const parameters = (/** @type {string} */ name) =>
			changed.nodes.find((node) => node.name === name)?.parameters ?? assert.fail(name);
		parameters('Question').assignments.assignments[1].value = askAboveUsd;
		if (expires)
			parameters('Ask in Slack').options.limitWaitTime.values = {
				...{ limitType: 'atSpecifiedTime' },
				maxDateAndTime: "={{ $now.plus(3, 'seconds').toISO() }}",
			};
		const workflow = await putWorkflow(rest, changed);
		const [asked, paid] = [slack.messages.length, service.ledger.length];
		const { executionId } = await rest.post(`/workflows/${workflow.id}/run`, {
			workflowData: workflow,
			triggerToStartFrom: { name: start },
		});
		let question = '';
		if (answer || expires) {
			const { url, text } = await form(asked);
			question = text;
			assert.equal(service.ledger.length, paid, 'nothing is paid before the answer');
			if (answer) {
				const waits = async () => (await rest.execution(executionId)).status === 'waiting';
				await until('an execution that waits', waits);
				await whileWaiting?.();
				const body = new globalThis.FormData();
				for (const [name, value] of Object.entries(answer)) body.set(name, value);
				const response = await fetch(url, { method: 'POST', body });
				assert.equal(response.status, 200, await response.text());
			}
		}
		const execution = await finished(rest, executionId);
		const reasons = itemsOf(execution, 'Declined').map(({ json }) => json.reason);
		return {
			question,
			reasons,
			charges: service.ledger.slice(paid),
			asked: slack.messages.length - asked,
			execution,
		};
	};

	await check('example ask-before-spending: below the limit no one is asked', async () => {
		const { asked, charges } = await run({ askAboveUsd: 5 });
		assert.deepEqual([asked, charges.length], [0, 1]);
	});
	await check('example ask-before-spending: what is approved is paid once', async () => {
		const { question, charges, execution } = await run({}, { 'field-0': 'Approve', 'field-1': '' });
		assert.match(
			question,
			/Draw 1 picture\(s\): about [\d.]+ USD\. Spent in this run so far: 0 USD/,
		);
		assert.equal(charges.length, 1);
		assert.equal(itemsOf(execution, 'Draw').length, 1);
	});
	await check(
		'example ask-before-spending: enough pays, too little goes to the branch',
		async () => {
			const upTo = (/** @type {string} */ usd) => ({ 'field-0': 'Approve up to', 'field-1': usd });
			assert.equal((await run({}, upTo('1'))).charges.length, 1);
			const less = await run({}, upTo('0.0001'));
			assert.equal(less.charges.length, 0);
			assert.match(
				less.reasons[0],
				/^Not sent: 0\.0001 USD of 0\.0001 USD is left under Max Cost per Run/,
			);
		},
	);
	await check('example ask-before-spending: what is declined goes to a branch', async () => {
		const { reasons, charges } = await run({}, { 'field-0': 'Decline', 'field-1': '' });
		assert.deepEqual([reasons, charges.length], [['Draw 1 picture(s): declined'], 0]);
	});
	await check(
		'example ask-before-spending: the part that asks can be started by hand',
		async () => {
			const answer = { 'field-0': 'Approve up to', 'field-1': '1' };
			const { question, execution } = await run({ start: 'When Asked' }, answer);
			assert.match(question, /A paid call: at an unknown price\. Spent in this run so far: 0 USD/);
			const [{ json }] = itemsOf(execution, 'Answer');
			assert.deepEqual([json.approved, json.maxCostUsd], [true, 1]);
		},
	);
	await check('example ask-before-spending: no answer is no approval', async () => {
		const { reasons, charges } = await run({ expires: true });
		assert.deepEqual([reasons, charges.length], [['Draw 1 picture(s): not answered in time'], 0]);
	});
}
