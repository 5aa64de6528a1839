import assert from 'node:assert/strict';
import { byId, flow } from '../flow.mjs';
import { until } from '../until.mjs';
import {
	activate,
	executionsOf,
	finished,
	putCredential,
	putWorkflow,
	withCredential,
	withOutside,
} from '../workflows.mjs';
import { changed } from './play.mjs';
import { n8nCredential } from './rotation.mjs';

const path = '/chat/completions';

/** Three chats that a webhook starts. @param {string} name @param {string} errorWorkflow */
function chatsOfWebhook(name, errorWorkflow) {
	const made = flow(name, [
		{
			name: 'Rows',
			type: 'n8n-nodes-base.code',
			parameters: { jsCode: 'return [0, 1, 2].map((n) => ({ json: { n } }));' },
		},
		{
			...{ name: 'Inference Chat', type: 'inferenceChat', after: 'Rows' },
			parameters: {
				...{ operation: 'complete', model: byId('text-basic'), prompt: '=Row {{ $json.n }}' },
				options: { retriesAndLimits: { maxWait: 1, maxConcurrentRequests: 1 } },
			},
		},
	]);
	const [trigger] = made.nodes;
	const parameters = { path: name.toLowerCase().replaceAll(' ', '-') };
	Object.assign(trigger, { type: 'n8n-nodes-base.webhook', typeVersion: 2, parameters });
	Object.assign(trigger, { webhookId: parameters.path });
	return { ...made, settings: { ...made.settings, errorWorkflow } };
}

/**
 * What happens to an execution that failed, by the context of its error.
 * @param {import('./checklist.mjs').Scene} scene
 * @param {import('../workflows.mjs').Workflow} example
 */
export async function checkFailedRuns({ rest, service, credential, slack, check }, example) {
	const slackApi = await putCredential(rest, slack.credential);
	const n8nApi = await n8nCredential(rest, ['execution:retry']);
	const quick = changed(example, 'Failed runs, set up', 'Wait', (parameters) => {
		Object.assign(parameters, { amount: 3, unit: 'seconds' });
	});
	const routing = await putWorkflow(rest, withOutside(quick, { slackApi, n8nApi }));
	await activate(rest, routing);

	/** Fails at its second call, with that fault. @param {string} name @param {object} fault */
	const failing = async (name, fault) => {
		const made = withCredential(chatsOfWebhook(name, routing.id), credential);
		const saved = await putWorkflow(rest, made);
		await activate(rest, saved);
		const [charges, said] = [service.ledger.length, slack.messages.length];
		service.fault({ path, delayMs: 0 });
		service.fault({ path, times: 99, ...fault });
		const address = `${rest.url}/webhook/${name.toLowerCase().replaceAll(' ', '-')}`;
		// n8n opens it after it has published the workflow.
		await until('the webhook', async () => (await fetch(address)).ok);
		const ends = async () => (await executionsOf(rest, saved)).filter(({ stoppedAt }) => stoppedAt);
		await until(`the end of ${name}`, async () => (await ends()).length > 0);
		service.clearFaults();
		/** @param {number} count */
		const run = async (count) =>
			await until(`${count} executions of ${name}`, async () => {
				const ids = (await ends()).map(({ id }) => id);
				return ids.length >= count && (await finished(rest, String(ids.at(-1))));
			});
		const message = async () =>
			await until('a message', () => slack.messages.slice(said).at(-1)?.text);
		return { run, message, charges: () => service.ledger.length - charges };
	};

	await check('example failed-runs: waits and retries what cost nothing', async () => {
		const { run, charges } = await failing('Fails busy', {
			...{ status: 503, body: { error: 'Busy' } },
		});
		const { status } = await run(2);
		assert.deepEqual([status, charges()], ['success', 3]);
	});

	await check('example failed-runs: asks a person about a lost answer', async () => {
		const { message, charges } = await failing('Fails lost', {
			cut: 'before',
			processed: true,
			times: 1,
		});
		const text = String(await message());
		assert.match(text, /^\*Fails lost: Inference Chat failed\*\n/);
		assert.match(text, /may have been charged\. Retry does not send it again unless/);
		assert.match(text, /Other items were charged [\d.]+ USD, and Retry does not pay/);
		assert.equal(charges(), 2);
	});

	await check('example failed-runs: asks a person about a refusal', async () => {
		const { message } = await failing('Fails refused', { status: 400, body: { error: 'No' } });
		assert.match(String(await message()), /The failed call was not charged\./);
	});
}
