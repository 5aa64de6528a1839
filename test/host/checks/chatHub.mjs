import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { call } from '../agentFlow.mjs';
import { activate, putWorkflow, withCredential } from '../workflows.mjs';
import { until } from '../until.mjs';
import { changed } from './play.mjs';

/** @typedef {import('../workflows.mjs').Workflow} Workflow */

/**
 * The chat examples in n8n's Chat Hub: listed there once they are published, and answering.
 * @param {import('./checklist.mjs').Scene} scene
 * @param {Record<string, Workflow>} examples
 */
export async function checkChatHub({ rest, service, credential, check }, examples) {
	await rest.put('/chat/enabled', { enabled: true });
	/** What a published workflow answers in the Chat Hub. @param {Workflow} workflow @param {string} message */
	const answerOf = async (workflow, message) => {
		const saved = await putWorkflow(rest, withCredential(workflow, credential));
		await activate(rest, saved);
		const { n8n } = await rest.post('/chat/models', { credentials: {} });
		const listed = n8n.models.map((/** @type {any} */ { model }) => model.workflowId);
		assert.ok(listed.includes(saved.id), 'the Chat Hub lists the workflow');
		const sessionId = randomUUID();
		await rest.post('/chat/conversations/send', {
			messageId: randomUUID(),
			sessionId,
			message,
			model: { provider: 'n8n', workflowId: saved.id },
			previousMessageId: null,
			credentials: {},
			attachments: [],
		});
		return await until('an answer in the Chat Hub', async () => {
			const { conversation } = await rest.get(`/chat/conversations/${sessionId}`);
			/** @type {{ type: string, status: string, content: { content: string }[] }[]} */
			const messages = Object.values(conversation.messages);
			const last = messages.findLast(({ type }) => type === 'ai');
			const content = last?.content.map((part) => part.content).join('');
			// While an agent waits for its tool, what it said before stands there as a message of its own.
			if (!last || !content || last.status === 'running') return undefined;
			return { status: last.status, content };
		});
	};
	/** The example under a name and an address of its own. @param {string} file @param {object} [options] of the trigger */
	const copyOf = (file, options) => {
		const name = `${examples[file].name} (Chat Hub${options ? ', other options' : ''})`;
		const copy = changed(examples[file], name, 'When Chat Message Received', (parameters) => {
			if (options) parameters.options = options;
		});
		for (const node of copy.nodes) if (node.webhookId) node.webhookId = randomUUID();
		return copy;
	};
	const asked = () => service.requests('/chat/completions').at(-1).body;

	await check('Chat Hub: Inference Chat answers with the item of the last node', async () => {
		const { status, content } = await answerOf(copyOf('chat-automation'), 'Is this “tea”?');
		assert.deepEqual(
			{ status, content },
			{ status: 'success', content: 'You said “Is this “tea”?”' },
		);
	});
	await check('Chat Hub: Inference Chat streams its answer', async () => {
		const { status, content } = await answerOf(copyOf('chat-automation', {}), 'Is this streamed?');
		assert.deepEqual(
			{ status, content },
			{ status: 'success', content: 'You said “Is this streamed?”' },
		);
		assert.equal(asked().stream, true);
	});
	await check('Chat Hub: the agent with image and speech streams links', async () => {
		const drawn = call('Draw Image', { Prompt: 'A lighthouse' });
		const { status, content } = await answerOf(copyOf('agent-image-speech'), drawn);
		assert.equal(status, 'success', content);
		assert.match(content, /binary-data\/signed/);
		assert.equal(asked().stream, true);
	});
}
