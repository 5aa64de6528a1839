import assert from 'node:assert/strict';
import { agentFlow } from '../agentFlow.mjs';
import { packageName } from '../paths.mjs';
import {
	itemsOf,
	putCredential,
	putWorkflow,
	runWorkflow,
	withCredential,
	withOutside,
} from '../workflows.mjs';
import { button, changed, play } from './play.mjs';
import { firstPublishedRun } from './published.mjs';

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
			parameters: {
				operation: 'complete',
				model,
				prompt,
				options: { privacy: { encryption: 'required' } },
			},
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
			model: { model, options: { privacy: { encryption: 'required' } } },
		});
		const execution = await play(scene, flow);
		const { output } = execution.data.resultData.runData['AI Agent'].at(-1).data.main[0][0].json;
		assert.match(output, /measles/);
		assert.ok(!sent().includes('measles'));
		const { headers } = service.requests('/chat/completions').at(-1);
		assert.ok(!JSON.stringify(execution).includes(headers['x-service-tee-client-pub-key']));
	});

	await check('an agent calls its tools inside the encrypted messages', async () => {
		const flow = agentFlow('Encrypted tools', {
			prompt: 'Call the tool for the patient with measles',
			tools: [
				{
					name: 'Ward List',
					type: '@n8n/n8n-nodes-langchain.toolCode',
					parameters: {
						name: 'find_ward',
						description: 'Finds the ward of a patient',
						jsCode: "return 'Ward 12';",
					},
				},
			],
			model: {
				model,
				options: { privacy: { encryption: 'required', enclave: { toolsInside: true } } },
			},
		});
		const execution = await play(scene, flow);
		const { output } = execution.data.resultData.runData['AI Agent'].at(-1).data.main[0][0].json;
		assert.match(output, /Ward 12/);
		assert.ok(execution.data.resultData.runData['Ward List']);
		for (const word of ['measles', 'Ward 12', 'find_ward']) assert.ok(!sent().includes(word), word);
	});

	await check('nothing of an answer with a forged piece is shown', async () => {
		service.enclave({ answer: 'plainPiece' });
		const forged = play(scene, chatFlow('Forged chat'));
		await assert.rejects(forged, /A piece of the answer was not encrypted/);
		service.enclave({});
	});
}

/**
 * Enclave Watch: silent while all holds; a message when a check fails, and when a later run sees other measurements.
 * @param {import('./checklist.mjs').Scene} scene
 * @param {import('../workflows.mjs').Workflow} example
 */
export async function checkEnclaveWatch({ rest, service, credential, slack, check }, example) {
	const slackApi = await putCredential(rest, slack.credential);
	/** @param {import('../workflows.mjs').Workflow} workflow */
	const put = async (workflow) =>
		await putWorkflow(rest, withOutside(withCredential(workflow, credential), { slackApi }));
	const saved = await put({ ...example, name: 'Enclave Watch, set up' });

	await check('example enclave-watch: silent while every check passes', async () => {
		const before = slack.messages.length;
		const quiet = itemsOf(await runWorkflow(rest, saved, button), 'Verify Enclave');
		assert.deepEqual([...new Set(quiet.map(({ json }) => json.verified))], [true]);
		assert.ok(quiet.length > 1);
		assert.equal(slack.messages.length, before);
	});

	await check('example enclave-watch: a message when a check fails or is impossible', async () => {
		service.enclave({ attestation: 'debug' });
		await runWorkflow(rest, saved, button);
		service.enclave({ attestation: 'huge' });
		await runWorkflow(rest, saved, button);
		service.enclave({});
		const texts = slack.messages.map(({ text }) => String(text));
		assert.ok(texts.some((text) => /^\*e2ee-private\* failed: Debug/.test(text)));
		assert.ok(texts.some((text) => /^\*e2ee-private\* could not be verified\n/.test(text)));
	});

	await check(
		'example enclave-watch: a message when a later run sees another program',
		async () => {
			const often = changed(example, 'Enclave Watch, often', 'Every Day at 6', (parameters) => {
				parameters.rule.interval = [{ field: 'seconds', secondsInterval: 4 }];
			});
			const published = await put(often);
			await firstPublishedRun(rest, published);
			service.enclave({ attestation: 'newProgram' });
			await firstPublishedRun(rest, published);
			service.enclave({});
			const texts = slack.messages.map(({ text }) => String(text));
			const told = texts.filter((text) => /^\*e2ee-private\* changed\n/.test(text));
			assert.equal(told.length, 1, texts.join('\n'));
			assert.match(told[0], /composeHash: [0-9a-f]{64} → [0-9a-f]{64}/);
		},
	);
}
