import { AIMessage, HumanMessage, ToolMessage } from '@langchain/core/messages';
import type { IExecuteContextData, INodeParameters } from 'n8n-workflow';

import { InferenceImage } from '../../../nodes/InferenceImage/InferenceImage.node';
import { typed } from '../../coverage/given';
import { useBinaryMode } from '../../engine/binaryStore';
import { withService } from '../withService';
import { byId, chatModel } from './chatModel';

const world = withService();
beforeEach(async () => await useBinaryMode('filesystem'));
afterEach(async () => await useBinaryMode('memory'));

const shows = (options: INodeParameters = {}) => ({
	model: byId('text-vision'),
	options: { showToolPictures: true, ...options },
});

/** What a tool of the package hands to the agent, and what n8n keeps with the execution. */
async function drawn(variants = 1, contextData: IExecuteContextData = {}) {
	const { outputs, keptData } = await world.run({
		node: new InferenceImage(),
		...{ asTool: true, binaryMode: 'filesystem', keptData: contextData },
		parameters: { model: typed('image-basic'), prompt: 'A pear', options: { variants } },
	});
	return { result: JSON.stringify(outputs[0]?.map(({ json }) => json)), contextData: keptData };
}

const conversation = (result: string) => [
	new HumanMessage('Draw a pear and say what you see'),
	new AIMessage({ content: '', tool_calls: [{ id: 'a', name: 'draw', args: {} }] }),
	new ToolMessage({ content: result, tool_call_id: 'a', name: 'draw' }),
];

/** The messages of the last chat, and those of its parts that are pictures. */
function sent() {
	const { messages } = world.service.requests('/chat/completions').at(-1)?.body as {
		messages: Array<{ role: string; content: unknown }>;
	};
	const parts = messages.flatMap(({ content }) => (Array.isArray(content) ? content : []));
	const pictures = parts
		.filter(({ type }) => type === 'image_url')
		.map(({ image_url: { url } }) => String(url));
	return { messages, pictures };
}

async function ask(result: string, contextData: IExecuteContextData, parameters = shows()) {
	const { response } = await chatModel(world.access, parameters, { contextData });
	return await response.invoke(conversation(result));
}

describe('the pictures of tools', () => {
	it('are shown to the model behind the result of the tool', async () => {
		const { result, contextData } = await drawn();
		await ask(result, contextData);
		const { messages, pictures } = sent();
		expect(messages.map(({ role }) => role)).toEqual(['user', 'assistant', 'tool', 'user']);
		expect(pictures).toEqual([expect.stringMatching(/^data:image\/webp;base64,UklGR/)]);
	});

	it('are links alone unless the user wants it', async () => {
		const { result, contextData } = await drawn();
		await ask(result, contextData, { model: byId('text-vision'), options: {} } as never);
		expect(sent().pictures).toEqual([]);
	});

	it('are the newest four', async () => {
		const first = await drawn(3);
		const second = await drawn(2, first.contextData);
		await ask(first.result + second.result, second.contextData);
		const { pictures } = sent();
		expect(pictures).toHaveLength(4);
	});

	it('leave room for the picture that the user attached', async () => {
		const { result, contextData } = await drawn(4);
		const { response } = await chatModel(world.access, shows(), { contextData });
		const [, ...rest] = conversation(result);
		const url = `data:image/png;base64,${'A'.repeat(40)}`;
		const question = new HumanMessage({ content: [{ type: 'image_url', image_url: { url } }] });
		await response.invoke([question, ...rest]);
		const { pictures } = sent();
		expect(pictures).toHaveLength(4);
		expect(pictures[0]).toBe(url);
	});

	it('are not those of another execution, or of a tool of others', async () => {
		const { result } = await drawn();
		await ask(result, {});
		expect(sent().pictures).toEqual([]);
		const { contextData } = await drawn();
		await ask('{"link":"http://localhost:5678/rest/binary-data/signed?token=x"}', contextData);
		expect(sent().pictures).toEqual([]);
	});

	it('are said to be gone where n8n has deleted them', async () => {
		const { result, contextData } = await drawn();
		const noted = JSON.stringify(contextData).replaceAll(
			/"id":"[^"]+"/g,
			'"id":"filesystem-v2:gone"',
		);
		await ask(result, JSON.parse(noted));
		expect(sent().pictures).toEqual([]);
		expect(JSON.stringify(sent().messages.at(-1))).toContain(
			'image-a-pear.webp can no longer be opened',
		);
	});

	it.each([
		[
			'a model that reads no images',
			{ ...shows(), model: byId('text-basic') },
			/needs a model that reads images, but text-basic does not/,
		],
		[
			'encryption',
			shows({ privacy: { encryption: 'required' } }),
			/cannot be on where Encryption is Required/,
		],
	])('are refused with %s before anything is paid for', async (_what, parameters, message) => {
		await expect(chatModel(world.access, parameters as never)).rejects.toThrow(message);
		expect(world.service.requests('/chat/completions')).toEqual([]);
	});
});
