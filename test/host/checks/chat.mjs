import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { activate, putWorkflow, withCredential } from '../workflows.mjs';

const chatTrigger = '@n8n/n8n-nodes-langchain.chatTrigger';

/**
 * n8n registers the address of a published workflow a moment after it said yes.
 * @param {string} address
 * @param {string} question
 */
export async function ask(address, question) {
	for (let attempt = 1; ; attempt++) {
		const response = await fetch(address, {
			method: 'POST',
			headers: { 'content-type': 'application/json' },
			body: JSON.stringify({ action: 'sendMessage', sessionId: randomUUID(), chatInput: question }),
		});
		if (response.status !== 404 || attempt === 40) return response;
		await wait(250);
	}
}

/**
 * The chat example, published as its note says, asked the way n8n's hosted chat asks.
 * @param {import('./checklist.mjs').Scene} scene
 * @param {import('../workflows.mjs').Workflow} example
 */
export async function checkChat({ rest, service, credential, check }, example) {
	await check('example chat-automation: the published chat answers', async () => {
		const isTrigger = (/** @type {{ type: string }} */ { type }) => type === chatTrigger;
		const nodes = example.nodes.map((node) =>
			isTrigger(node) ? { ...node, parameters: { ...node.parameters, public: true } } : node,
		);
		const workflow = await putWorkflow(rest, withCredential({ ...example, nodes }, credential));
		await activate(rest, workflow);

		const question = 'Is “tea” spelled t-e-a?';
		const response = await ask(
			`${rest.url}/webhook/${nodes.find(isTrigger)?.webhookId}/chat`,
			question,
		);
		const text = await response.text();
		assert.equal(response.status, 200, text);
		assert.equal(JSON.parse(text).output, `You said “${question}”`);

		const [request] = service.requests('/chat/completions').slice(-1);
		assert.equal(request.body.model, 'default');
		assert.deepEqual(
			request.body.messages.map((/** @type {{ role: string }} */ { role }) => role),
			['system', 'user'],
		);
	});
}
