import assert from 'node:assert/strict';
import { agentFlow, call, fromAI } from '../../host/agentFlow.mjs';
import { said } from '../../host/checks/agentExamples.mjs';
import { play } from '../../host/checks/play.mjs';
import { byId } from '../../host/flow.mjs';
import { itemsOf, putCredential } from '../../host/workflows.mjs';

/** @typedef {import('../../host/checks/checklist.mjs').Scene} Scene */

const tools = [
	{
		name: 'Draw',
		type: 'inferenceImageTool',
		parameters: {
			...{ resource: 'image', operation: 'generate', model: byId('image-basic') },
			prompt: fromAI('Prompt'),
		},
	},
	{
		name: 'Speak',
		type: 'inferenceAudioTool',
		parameters: { resource: 'speech', operation: 'generate', text: fromAI('Text') },
	},
];

/** n8n's own chat model, since n8n 1 cannot have that of this package. @param {{ id: string, name: string }} openAiApi */
const chatModel = (openAiApi) => ({
	type: '@n8n/n8n-nodes-langchain.lmChatOpenAi',
	typeVersion: 1.2,
	parameters: { model: byId('text-basic'), options: {} },
	credentials: { openAiApi },
});

/**
 * An agent that every n8n has: AI Agent 2 with n8n's OpenAI Chat Model, and tools of this package.
 * @param {Scene} scene
 * @param {boolean} isFirst n8n 1.x keeps files in memory, where there is no link to them
 */
export async function checkAgentWithTools(scene, isFirst) {
	const { rest, service, check } = scene;
	await check("AI Agent 2 with n8n's OpenAI Chat Model draws and speaks", async () => {
		const openAiApi = await putCredential(rest, {
			name: 'OpenAI with another base URL',
			type: 'openAiApi',
			data: { apiKey: service.keys.user, url: service.url, header: false },
		});
		const prompt = [
			call('Draw', { Prompt: 'A lighthouse' }),
			call('Speak', { Text: 'Here is a lighthouse' }),
		].join(' ');
		const workflow = agentFlow('Agent with tools in every n8n', { prompt, tools });
		workflow.nodes = workflow.nodes.map((node) => {
			if (node.type.endsWith('.lmChatInference')) return { ...node, ...chatModel(openAiApi) };
			return node.type.endsWith('.agent') ? { ...node, typeVersion: 2 } : node;
		});
		const execution = await play(scene, workflow);
		const [{ json }] = itemsOf(execution, 'AI Agent');
		const [image, speech] = said(json.output);
		for (const [file, type] of /** @type {const} */ ([
			[image, 'image'],
			[speech, 'audio'],
		])) {
			assert.match(file.mimeType, new RegExp(`^${type}/`));
			assert.ok(file.bytes > 0);
			if (isFirst) {
				assert.equal(file.link, null);
				assert.match(file.note, /n8n keeps files in memory/);
				continue;
			}
			const response = await fetch(file.link);
			assert.equal(response.status, 200);
			assert.equal((await response.arrayBuffer()).byteLength, file.bytes);
		}
	});
}
