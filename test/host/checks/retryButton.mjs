import assert from 'node:assert/strict';
import { byId, flow, start } from '../flow.mjs';
import { executionsOf, itemsOf, putWorkflow, withCredential } from '../workflows.mjs';
import { until } from '../until.mjs';

const path = '/chat/completions';
const chat = 'Answer';

/** @param {string} name @param {object} [settings] under Options */
const chats = (name, settings) =>
	flow(name, [
		{
			name: 'Rows',
			type: 'n8n-nodes-base.code',
			parameters: { jsCode: 'return ["One", "Two", "Three"].map((text) => ({ json: { text } }));' },
		},
		{
			name: chat,
			type: 'inferenceChat',
			after: 'Rows',
			parameters: {
				...{ operation: 'complete', model: byId('text-basic'), prompt: '={{ $json.text }}' },
				...(settings && { options: settings }),
			},
		},
	]);

/**
 * The button *Retry* of a failed execution, after the workflow was changed.
 * @param {import('./checklist.mjs').Scene} scene
 */
export async function checkRetryButton({ rest, service, credential, check }) {
	/** @param {import('../workflows.mjs').Workflow} workflow */
	const save = (workflow) => putWorkflow(rest, withCredential(workflow, credential));

	/** The last execution of a workflow, once it has ended; `after`: the number of those before it. @param {any} workflow @param {number} after */
	const last = (workflow, after) =>
		until(`the end of ${workflow.name}`, async () => {
			const found = await executionsOf(rest, workflow);
			const { id, stoppedAt } = found.at(-1) ?? {};
			return found.length > after && stoppedAt && (await rest.execution(id));
		});

	/** Runs a workflow that fails, changes it, and presses the button. @param {string} name @param {object} fault @param {object} [settings] */
	const retried = async (name, fault, settings) => {
		const saved = await save(chats(name));
		const [requests, charges] = [service.requests(path).length, service.ledger.length];
		service.fault({ path, delayMs: 0, times: 2 });
		service.fault({ path, ...fault });
		await rest.post(`/workflows/${saved.id}/run`, {
			workflowData: saved,
			triggerToStartFrom: { name: start },
		});
		const failed = await last(saved, 0);
		assert.equal(failed.status, 'error');
		await save(chats(name, settings));
		await rest.post(`/executions/${failed.id}/retry`, { loadWorkflow: true });
		const execution = await last(saved, 1);
		return {
			status: execution.status,
			said: execution.data.resultData.error?.message,
			items: itemsOf(execution, chat).length,
			requests: service.requests(path).length - requests,
			charges: service.ledger.length - charges,
		};
	};

	const refusal = { status: 400, body: { error: 'Not today' } };
	const lost = { cut: 'before', processed: true };
	await check('Retry: settings that were added in between do not pay again', async () => {
		const added = { retriesAndLimits: { timeout: 60 }, cost: { maxCostPerRun: 5 } };
		const { items, requests, charges } = await retried('Retry with settings', refusal, added);
		assert.deepEqual({ items, requests, charges }, { items: 3, requests: 4, charges: 3 });
	});
	await check('Retry: an answer that was lost is not paid for again', async () => {
		const { status, said, requests, charges } = await retried('Retry after a loss', lost);
		assert.deepEqual({ status, requests, charges }, { status: 'error', requests: 3, charges: 3 });
		assert.match(said, /may have been charged/);
	});
	await check('Retry: Resend After a Lost Response pays for that item again', async () => {
		const again = { retriesAndLimits: { sendAgainAfterLostAnswer: true } };
		const { items, requests, charges } = await retried('Retry with consent', lost, again);
		assert.deepEqual({ items, requests, charges }, { items: 3, requests: 4, charges: 4 });
	});
}
