import assert from 'node:assert/strict';
import { byId, flow } from '../flow.mjs';
import { itemsOf, putWorkflow, runWorkflow, withCredential } from '../workflows.mjs';
import { button } from './play.mjs';

const path = '/chat/completions';
const jsonSchema = JSON.stringify({
	type: 'object',
	properties: { status: { enum: ['open', 'closed'] } },
	required: ['status'],
});
const FIT = '{"status":"open"}';
const MISFIT = '{"status":"lost"}';

/**
 * An answer that must follow a JSON Schema: repaired for nothing, refused, marked, or asked for again.
 * @param {import('./checklist.mjs').Scene} scene
 */
export async function checkCheckedAnswer({ rest, credential, service, check }) {
	/** @param {object} checkAnswer @param {string[]} texts what the service answers, each for 0.01 USD */
	const run = async (checkAnswer, ...texts) => {
		for (const content of texts) {
			const message = { role: 'assistant', content };
			const choices = [{ index: 0, message, finish_reason: 'stop' }];
			const body = { id: 'c1', model: 'text-basic', choices, cost: { usd: 0.01, diem: 0 } };
			service.fault({ path, status: 200, body });
		}
		const parameters = {
			...{ operation: 'complete', model: byId('text-basic'), prompt: 'Status?' },
			...{ responseFormat: 'json_schema', jsonSchema, options: { checkAnswer } },
		};
		const made = flow('Checked answer', [{ name: 'Ask', type: 'inferenceChat', parameters }]);
		const before = service.requests(path).length;
		const workflow = await putWorkflow(rest, withCredential(made, credential));
		const execution = await runWorkflow(rest, workflow, button);
		const [{ json }] = itemsOf(execution, 'Ask');
		return { json, asked: service.requests(path).length - before };
	};

	await check('checked answer: a fence is taken off for nothing', async () => {
		const { json, asked } = await run({}, `Here it is:\n\`\`\`json\n${FIT}\n\`\`\``);
		assert.deepEqual(json.data, { status: 'open' });
		assert.deepEqual(json.repaired, ['code fence', 'text around']);
		assert.equal(asked, 1);
	});

	await check(
		'checked answer: one that does not fit fails, with the rule and its price',
		async () => {
			await assert.rejects(
				run({}, MISFIT),
				/0\.01 USD does not match the JSON Schema: status breaks "enum"/,
			);
		},
	);

	await check(
		'checked answer: one that failed is taken up by the next run, and marked',
		async () => {
			const { json, asked } = await run({ ifItDoesNotFit: 'mark' });
			assert.equal(asked, 0);
			assert.equal(json.reused, true);
			assert.equal(json.valid, false);
			assert.match(String(json.problems[0]), /status breaks "enum"/);
			assert.deepEqual(json.data, { status: 'lost' });
		},
	);

	await check('checked answer: asked again, and each try is in the cost', async () => {
		const again = { ifItDoesNotFit: 'askAgain', maxPaidTries: 3 };
		const { json, asked } = await run(again, MISFIT, FIT);
		assert.deepEqual(json.data, { status: 'open' });
		assert.equal(json.cost.amount, 0.02);
		assert.equal(asked, 2);
	});
}
