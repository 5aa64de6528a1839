import assert from 'node:assert/strict';
import { activate, putWorkflow, withCredential, withOutside } from '../workflows.mjs';
import { ask } from './chat.mjs';
import { chunksIn } from './streams.mjs';

const chatTrigger = '@n8n/n8n-nodes-langchain.chatTrigger';

/**
 * Publishes the chat of a workflow under an address of its own, and gives a function that asks in it.
 * @param {Pick<import('./checklist.mjs').Scene, 'rest' | 'credential'>} scene
 * @param {import('../workflows.mjs').Workflow} example
 * @param {string} path
 * @param {Parameters<typeof withOutside>[1]} [outside] credentials for nodes of other services; without them these are deactivated
 */
export async function publishedChat({ rest, credential }, example, path, outside = {}) {
	const nodes = example.nodes.map((node) =>
		node.type === chatTrigger
			? { ...node, webhookId: path, parameters: { ...node.parameters, public: true } }
			: node,
	);
	const workflow = { ...example, name: `${example.name} (${path})`, nodes };
	const ready = withOutside(withCredential(workflow, credential), outside);
	const saved = await putWorkflow(rest, ready);
	await activate(rest, saved);
	/** @param {string} question @param {string} [session] of a conversation that goes on */
	const chunksTo = async (question, session) => {
		const response = await ask(`${rest.url}/webhook/${path}/chat`, question, session);
		const text = await response.text();
		assert.equal(response.status, 200, text);
		return chunksIn(text);
	};
	/** @param {string} question @param {string} [session] of a conversation that goes on @returns {Promise<string>} */
	const answerTo = async (question, session) =>
		(await chunksTo(question, session))
			.map(({ output, content }) => output ?? content ?? '')
			.join('');
	return { saved, chunksTo, answerTo };
}
