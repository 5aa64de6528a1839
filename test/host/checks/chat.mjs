import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { activate, putWorkflow, withCredential } from '../workflows.mjs';
import { until } from '../until.mjs';

const chatTrigger = '@n8n/n8n-nodes-langchain.chatTrigger';

/**
 * n8n registers the address of a published workflow a moment after it said yes.
 * @param {string} address
 * @param {string} question
 * @param {string} [sessionId] of a conversation that goes on
 */
export async function ask(address, question, sessionId = randomUUID()) {
	return await until(`an answer of ${address}`, async () => {
		const response = await fetch(address, {
			method: 'POST',
			headers: { 'content-type': 'application/json' },
			body: JSON.stringify({ action: 'sendMessage', sessionId, chatInput: question }),
		});
		return response.status !== 404 && response;
	});
}

/** What n8n's chat shows of the item of the last node. @param {{ output?: string, text?: string }} item */
const shown = ({ output, text }) => output ?? text;

/** As n8n's chat would be answered by the item that reaches this node. */
const respond = {
	id: '6f0e3a52-30c1-4a0b-9c55-1d1f0a7e1f01',
	name: 'Respond to Webhook',
	type: 'n8n-nodes-base.respondToWebhook',
	typeVersion: 1.4,
	position: [920, 0],
	parameters: { respondWith: 'firstIncomingItem' },
};

/**
 * The chat example, published as its note says, asked the way n8n's hosted chat asks: answered by its last node, and by Respond to Webhook.
 * @param {import('./checklist.mjs').Scene} scene
 * @param {import('../workflows.mjs').Workflow} example
 */
export async function checkChat(scene, example) {
	const { service, check } = scene;
	const question = 'Is “tea” spelled t-e-a?';

	await check('example chat-automation: the published chat answers', async () => {
		assert.equal(shown(await answerOf(scene, example, question)), `You said “${question}”`);
		const [request] = service.requests('/chat/completions').slice(-1);
		assert.equal(request.body.model, 'default');
		assert.deepEqual(
			request.body.messages.map((/** @type {{ role: string }} */ { role }) => role),
			['system', 'user'],
		);
	});

	await check('the same with Respond to Webhook at its end', async () => {
		const last = { main: [[{ node: respond.name, type: 'main', index: 0 }]] };
		const longer = {
			...example,
			name: 'Chat with Respond to Webhook',
			nodes: [...example.nodes, respond],
			connections: { ...example.connections, 'Inference Chat': last },
		};
		const options = { responseMode: 'responseNode' };
		const answer = await answerOf(scene, longer, question, { path: 'chat-responds', options });
		assert.equal(shown(answer), `You said “${question}”`);
	});
}

/**
 * What a published chat answers.
 * @param {import('./checklist.mjs').Scene} scene
 * @param {import('../workflows.mjs').Workflow} workflow
 * @param {string} question
 * @param {{ path?: string, options?: object }} trigger
 */
async function answerOf({ rest, credential }, workflow, question, { path, options } = {}) {
	const isTrigger = (/** @type {{ type: string }} */ { type }) => type === chatTrigger;
	const nodes = workflow.nodes.map((node) =>
		isTrigger(node)
			? {
					...node,
					webhookId: path ?? node.webhookId,
					parameters: { ...node.parameters, public: true, ...(options && { options }) },
				}
			: node,
	);
	const saved = await putWorkflow(rest, withCredential({ ...workflow, nodes }, credential));
	await activate(rest, saved);
	const response = await ask(
		`${rest.url}/webhook/${nodes.find(isTrigger)?.webhookId}/chat`,
		question,
	);
	const text = await response.text();
	assert.equal(response.status, 200, text);
	return JSON.parse(text);
}
