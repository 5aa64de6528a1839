import assert from 'node:assert/strict';
import { agentFlow } from '../agentFlow.mjs';
import { packageName } from '../paths.mjs';
import { itemsOf } from '../workflows.mjs';
import { button, play } from './play.mjs';

const model = { __rl: true, mode: 'id', value: 'e2ee-private' };
const prompt = 'The patient in room 7 has measles';

/** A workflow with an encrypted chat. @param {string} name */
const chatFlow = (name) => ({
	name,
	nodes: [
		{
			id: '1',
			name: button,
			type: 'n8n-nodes-base.manualTrigger',
			typeVersion: 1,
			position: [0, 0],
			parameters: {},
		},
		{
			...{ id: '2', name: 'Inference Chat', type: `${packageName}.inferenceChat`, typeVersion: 1 },
			position: [200, 0],
			parameters: { operation: 'complete', model, prompt, encryption: 'required' },
		},
	],
	connections: { [button]: { main: [[{ node: 'Inference Chat', type: 'main', index: 0 }]] } },
	settings: { executionOrder: 'v1' },
});

/**
 * Encrypted chats, in a node and under an agent.
 * @param {import('./checklist.mjs').Scene} scene
 */
export async function checkEncrypted(scene) {
	const { service, check } = scene;
	const since = service.journal.length;
	const sent = () => JSON.stringify(service.journal.slice(since));

	await check('an encrypted chat reaches the service without a word of it', async () => {
		const execution = await play(scene, chatFlow('Encrypted chat'));
		const [{ json }] = itemsOf(execution, 'Inference Chat');
		assert.match(json.text, /measles/);
		assert.equal(json.attestation.verified, true);
		assert.ok(!sent().includes('measles'));
		assert.ok(service.requests('/chat/completions').at(-1).headers['x-service-tee-client-pub-key']);
	});

	await check('an agent answers encrypted, and stores no key', async () => {
		const flow = agentFlow('Encrypted agent', {
			prompt,
			tools: [],
			model: { model, encryption: 'required' },
		});
		const execution = await play(scene, flow);
		const { output } = execution.data.resultData.runData['AI Agent'].at(-1).data.main[0][0].json;
		assert.match(output, /measles/);
		assert.ok(!sent().includes('measles'));
		const { headers } = service.requests('/chat/completions').at(-1);
		assert.ok(!JSON.stringify(execution).includes(headers['x-service-tee-client-pub-key']));
	});

	await check('nothing of an answer with a forged piece is shown', async () => {
		service.enclave({ answer: 'plainPiece' });
		const forged = play(scene, chatFlow('Forged chat'));
		await assert.rejects(forged, /A piece of the answer was not encrypted/);
		service.enclave({});
	});
}
