import assert from 'node:assert/strict';
import { packageName } from '../paths.mjs';
import {
	putCredential,
	putWorkflow,
	runWorkflow,
	withCredential,
	withOutside,
} from '../workflows.mjs';
import { button } from './play.mjs';
import { n8nCredential } from './rotation.mjs';

/**
 * A workflow with a model that the service withdraws is found through n8n's own API, with the replacement and both prices.
 * @param {import('./checklist.mjs').Scene} scene
 * @param {import('../workflows.mjs').Workflow} example
 */
export async function checkRetirement({ rest, credential, slack, check }, example) {
	const slackApi = await putCredential(rest, slack.credential);
	const n8nApi = await n8nCredential(rest, ['workflow:list', 'workflow:read']);
	const own = { ...example, name: 'Model retirement, set up' };
	const ready = withOutside(withCredential(own, credential), { slackApi, n8nApi });
	const saved = await putWorkflow(rest, ready);
	const lines = async () => {
		const before = slack.messages.length;
		await runWorkflow(rest, saved, button);
		return slack.messages.slice(before).flatMap(({ text }) => String(text).split('\n'));
	};

	await check('example model-retirement: names each node with a model that retires', async () => {
		const name = 'Asks a model that retires';
		const model = { __rl: true, mode: 'list', value: 'text-retiring' };
		await putWorkflow(rest, {
			name,
			nodes: [
				{
					...{ id: '1', name: 'Ask', type: `${packageName}.inferenceChat`, typeVersion: 1 },
					...{ position: [0, 0], parameters: { operation: 'complete', model, prompt: 'Hi' } },
				},
			],
			connections: {},
			settings: { executionOrder: 'v1' },
		});
		const told = await lines();
		assert.equal(told[0], '*Models that retire within 30 days*');
		const line = told.find((one) => one.includes(name));
		assert.match(
			String(line),
			/node "Ask": text-retiring retires on 2026-12-01; use text-basic \(.*input \$3 → \$0\.5.*\)$/,
		);
		assert.ok(!told.some((one) => one.includes('Model retirement, set up')));
	});
}
