import assert from 'node:assert/strict';
import { byId, flow, start } from '../flow.mjs';
import { executionsOf, itemsOf, putWorkflow, withCredential } from '../workflows.mjs';
import { until } from '../until.mjs';

const chat = 'Answer';

const rows = {
	name: 'Rows',
	type: 'n8n-nodes-base.code',
	parameters: { jsCode: 'return ["One", "Two", "Three"].map((text) => ({ json: { text } }));' },
};

/** @param {string} name @param {object} [parameters] */
const chats = (name, parameters) =>
	flow(name, [
		rows,
		{
			...{ name: chat, type: 'inferenceChat', after: 'Rows' },
			parameters: {
				...{ operation: 'complete', model: byId('text-basic'), prompt: '={{ $json.text }}' },
				...parameters,
			},
		},
	]);

/** @param {string} name @param {object} [parameters] */
const pictures = (name, parameters) =>
	flow(name, [
		rows,
		{
			...{ name: chat, type: 'inferenceImage', after: 'Rows' },
			parameters: {
				...{ resource: 'image', operation: 'generate', model: byId('image-basic') },
				...{ prompt: '={{ $json.text }}', ...parameters },
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

	/** @param {any} saved */
	const run = async (saved) =>
		await rest.post(`/workflows/${saved.id}/run`, {
			workflowData: saved,
			triggerToStartFrom: { name: start },
		});

	/**
	 * Runs a workflow that fails, changes it, and presses the button, or runs it again in the editor.
	 * @param {string} name
	 * @param {object} fault
	 * @param {object} [parameters] that are changed
	 * @param {{ make?: typeof chats, path?: string, isRunAgain?: boolean }} [how]
	 */
	const retried = async (name, fault, parameters, how = {}) => {
		const { make = chats, path = '/chat/completions', isRunAgain = false } = how;
		const saved = await save(make(name));
		const [requests, charges] = [service.requests(path).length, service.ledger.length];
		service.fault({ path, delayMs: 0, times: 2 });
		service.fault({ path, ...fault });
		await run(saved);
		const failed = await last(saved, 0);
		assert.equal(failed.status, 'error');
		const changed = await save(make(name, parameters));
		if (isRunAgain) await run(changed);
		else await rest.post(`/executions/${failed.id}/retry`, { loadWorkflow: true });
		const execution = await last(saved, 1);
		return {
			status: execution.status,
			said: execution.data.resultData.error?.message,
			items: itemsOf(execution, chat).length,
			made: itemsOf(execution, chat),
			requests: service.requests(path).length - requests,
			charges: service.ledger.length - charges,
		};
	};

	const refusal = { status: 400, body: { error: 'Not today' } };
	const lost = { cut: 'before', processed: true };
	await check('Retry: settings that were added in between do not pay again', async () => {
		const added = { retriesAndLimits: { timeout: 60 }, cost: { maxCostPerRun: 5 } };
		const { items, requests, charges } = await retried('Retry with settings', refusal, {
			options: added,
		});
		assert.deepEqual({ items, requests, charges }, { items: 3, requests: 4, charges: 3 });
	});
	await check('Retry: an answer that was lost is not paid for again', async () => {
		const { status, said, requests, charges } = await retried('Retry after a loss', lost);
		assert.deepEqual({ status, requests, charges }, { status: 'error', requests: 3, charges: 3 });
		assert.match(said, /may have been charged/);
	});
	await check('Retry: Resend After a Lost Response pays for that item again', async () => {
		const again = { retriesAndLimits: { sendAgainAfterLostAnswer: true } };
		const { items, requests, charges } = await retried('Retry with consent', lost, {
			options: again,
		});
		assert.deepEqual({ items, requests, charges }, { items: 3, requests: 4, charges: 4 });
	});

	const drawn = { make: pictures, path: '/image/generate' };
	for (const [what, parameters, how] of /** @type {[string, object, object?][]} */ ([
		['File Name', { options: { fileName: 'hill' } }, drawn],
		['Put Output File in Field', { outputBinaryField: 'picture' }, drawn],
		['Include Other Input Fields', { includeOtherFields: true }, drawn],
		['Simplify', { simplify: false }],
	])) {
		await check(`Retry: another ${what} pays for nothing again`, async () => {
			const { made, charges } = await retried(`Retry with ${what}`, refusal, parameters, how);
			assert.equal(charges, 3);
			const forms = made.map(({ json, binary }) => ({
				fields: Object.keys(binary ?? {}),
				isNamed: json.fileName?.startsWith('hill') === true,
				isWhole: 'choices' in json,
			}));
			assert.equal(new Set(forms.map((form) => JSON.stringify(form))).size, 1);
			if (what === 'File Name') assert.ok(forms[0].isNamed);
			if (what === 'Simplify') assert.ok(forms[0].isWhole);
			if ('outputBinaryField' in parameters) assert.deepEqual(forms[0].fields, ['picture']);
			if ('includeOtherFields' in parameters)
				assert.deepEqual(
					made.map(({ json }) => json.text),
					['One', 'Two', 'Three'],
				);
		});
	}

	await check('Retry: running it again in the editor pays for what is missing', async () => {
		const { made, charges } = await retried('Run again', refusal, undefined, {
			...{ ...drawn, isRunAgain: true },
		});
		assert.equal(charges, 3);
		assert.deepEqual(
			made.map(({ json }) => json.reused === true).filter((isReused) => isReused).length,
			2,
		);
	});
}
