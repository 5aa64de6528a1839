import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { agentFlow } from '../agentFlow.mjs';
import { publishedChat } from './publishedChat.mjs';

const path = '/chat/completions';
const langchain = '@n8n/n8n-nodes-langchain';

/** @typedef {{ type: string, content?: string }} Chunk */

/** A chat that shows the answer of an agent while it is written. @param {boolean} withFallback */
function streamingChat(withFallback) {
	const name = `Streaming agent ${withFallback ? 'with' : 'without'} a fallback model`;
	const flow = agentFlow(name, { prompt: '={{ $json.chatInput }}', tools: [] });
	Object.assign(flow.nodes[0], {
		...{ type: `${langchain}.chatTrigger`, typeVersion: 1.3, webhookId: randomUUID() },
		parameters: { public: true, options: { responseMode: 'streaming' } },
	});
	if (!withFallback) return flow;
	const agent = flow.nodes.find((node) => node.name === 'AI Agent') ?? assert.fail('AI Agent');
	agent.parameters.needsFallback = true;
	const first =
		flow.nodes.find((node) => node.name === 'Inference Chat Model') ?? assert.fail('model');
	const second = { ...first, id: 'second', name: 'Second Model' };
	const to = [{ node: 'AI Agent', type: 'ai_languageModel', index: 1 }];
	return {
		...flow,
		nodes: [...flow.nodes, second],
		connections: { ...flow.connections, 'Second Model': { ai_languageModel: [to] } },
	};
}

/** What the visitor of a chat reads when something goes wrong. @param {import('./checklist.mjs').Scene} scene */
export async function checkAgentChat(scene) {
	const { service, check } = scene;
	await check('chat: a visitor reads what went wrong, and no advice for the owner', async () => {
		const { chunksTo } = await publishedChat(scene, streamingChat(false), 'agent-refused');
		await chunksTo('Hello');
		service.fault({ path, status: 400, body: { error: { message: 'Bad model' } } });
		const errors = (await chunksTo('Hello')).filter(({ type }) => type === 'error');
		assert.deepEqual(
			errors.map(({ content }) => content),
			['The service does not accept these values: Bad model'],
		);
	});
	await check('chat: an answer of the fallback model does not go on with half a word', async () => {
		const { chunksTo } = await publishedChat(scene, streamingChat(true), 'agent-broken');
		await chunksTo('Hello');
		const begun = { choices: [{ index: 0, delta: { content: 'Half a sentence' } }] };
		const body = [begun, { error: { message: 'Fell over' } }]
			.map((event) => `data: ${JSON.stringify(event)}\n\n`)
			.join('');
		service.fault({ path, status: 200, body, contentType: 'text/event-stream' });
		const shown = (await chunksTo('Hello')).map(({ content = '' }) => content).join('');
		assert.equal(shown, 'Half a sentence…\n\nYou said “Hello”');
	});
}
