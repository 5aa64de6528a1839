import assert from 'node:assert/strict';
import { activate, putWorkflow, withCredential } from '../workflows.mjs';
import { ask } from './chat.mjs';
import { changed } from './play.mjs';

/** @typedef {{ type: string, content?: string, output?: string, metadata: { nodeName: string } }} Chunk */

const question = 'Is “tea” spelled t-e-a, and how is “café” spelled?';
const answer = `You said “${question}”`;

/** What a response holds: one chunk a line where it streams, else the item of the last node. @param {string} text @returns {Chunk[]} */
export const chunksIn = (text) =>
	text
		.split('\n')
		.filter((line) => line !== '')
		.map((line) => JSON.parse(line));

/** The text that a node wrote, piece by piece and as one message. @param {Chunk[]} chunks @param {string} node */
function assertStreamed(chunks, node) {
	const own = chunks.filter(({ metadata }) => metadata.nodeName === node);
	assert.equal(own.map(({ content }) => content ?? '').join(''), answer);
	assert.equal(own[0]?.type, 'begin');
	assert.equal(own.at(-1)?.type, 'end');
	assert.ok(own.length > 4, `${own.length} chunks`);
}

/** A webhook that streams what Inference Chat writes, and then answers with it. @param {import('../workflows.mjs').Workflow} example @returns {import('../workflows.mjs').Workflow} */
function webhookFlow(example) {
	const chat = example.nodes.find(({ name }) => name === 'Inference Chat');
	if (!chat) throw new Error('The example has no Inference Chat');
	const nodes = [
		{
			name: 'Webhook',
			type: 'n8n-nodes-base.webhook',
			typeVersion: 2.1,
			webhookId: 'streaming-webhook',
			parameters: { httpMethod: 'POST', path: 'streaming-webhook', responseMode: 'streaming' },
		},
		{ ...chat, parameters: { ...chat.parameters, prompt: '={{ $json.body.chatInput }}' } },
		{
			name: 'Respond to Webhook',
			type: 'n8n-nodes-base.respondToWebhook',
			typeVersion: 1.5,
			parameters: { respondWith: 'text', responseBody: '={{ $json.text }}', options: {} },
		},
	].map((node, index) => ({ id: `node-${index}`, position: [200 * index, 0], ...node }));
	const to = (/** @type {string} */ node) => ({ main: [[{ node, type: 'main', index: 0 }]] });
	return {
		name: 'Webhook that streams',
		nodes,
		connections: { Webhook: to('Inference Chat'), 'Inference Chat': to('Respond to Webhook') },
		settings: { executionOrder: 'v1' },
	};
}

/**
 * Inference Chat, an action node, under a chat and a webhook with streaming responses.
 * @param {import('./checklist.mjs').Scene} scene
 * @param {import('../workflows.mjs').Workflow} example
 */
export async function checkStreams({ rest, service, credential, check }, example) {
	/** The chunks that a published workflow answers with. @param {import('../workflows.mjs').Workflow} workflow @param {string} path */
	const chunksOf = async (workflow, path) => {
		await activate(rest, await putWorkflow(rest, withCredential(workflow, credential)));
		// A busy n8n would read all of it at once.
		service.fault({ path: '/chat/completions', slow: { pieces: 8, everyMs: 100 } });
		const response = await ask(`${rest.url}/webhook/${path}`, question);
		const text = await response.text();
		assert.equal(response.status, 200, text);
		assert.equal(service.requests('/chat/completions').at(-1).body.stream, true);
		return chunksIn(text);
	};
	await check('streaming: Inference Chat streams to a chat', async () => {
		const trigger = 'When Chat Message Received';
		const workflow = changed(example, 'Chat that streams', trigger, (parameters) => {
			parameters.public = true;
			parameters.options = { responseMode: 'streaming' };
		});
		for (const node of workflow.nodes) if (node.webhookId) node.webhookId = 'streaming-chat';
		assertStreamed(await chunksOf(workflow, 'streaming-chat/chat'), 'Inference Chat');
	});
	await check('streaming: whatever habits the stream of the service has', async () => {
		for (const streamHabit of ['pings', 'growingMessage', 'lingers']) {
			service.fault({ path: '/chat/completions', streamHabit });
			const response = await ask(`${rest.url}/webhook/streaming-chat/chat`, question);
			const chunks = chunksIn(await response.text());
			const text = chunks.map(({ content }) => content ?? '').join('');
			assert.equal(text, answer, streamHabit);
		}
	});
	await check('streaming: to a webhook, and Respond to Webhook after it', async () => {
		const chunks = await chunksOf(webhookFlow(example), 'streaming-webhook');
		assertStreamed(chunks, 'Inference Chat');
		const last = chunks.filter(({ metadata }) => metadata.nodeName === 'Respond to Webhook');
		assert.equal(last.map(({ content }) => content ?? '').join(''), answer);
	});
}
