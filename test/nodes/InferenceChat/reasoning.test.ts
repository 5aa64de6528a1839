import { HumanMessage } from '@langchain/core/messages';
import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { InferenceChat } from '../../../nodes/InferenceChat/InferenceChat.node';
import { typed } from '../../coverage/given';
import { byId, chatModel } from '../LmChatInference/chatModel';
import { withService } from '../withService';

const world = withService();
const runChat = world.runner(new InferenceChat());
const web = { webSearch: { enableWebSearch: 'off' } };
const asked = ({ body }: { body?: unknown } = {}) => {
	const { reasoning_effort, reasoning, ...others } = body as IDataObject;
	const [, service_parameters] =
		Object.entries(others).find(([name]) => name.endsWith('_parameters')) ?? [];
	return { reasoning_effort, reasoning, service_parameters };
};

const WAYS: Array<[string, INodeParameters, IDataObject]> = [
	['nothing is set', {}, {}],
	['the model decides', { reasoning: 'auto' }, {}],
	['an effort is chosen', { reasoning: 'low' }, { reasoning_effort: 'low' }],
	[
		'it is off',
		{ reasoning: 'off', ...web },
		{
			reasoning: { enabled: false },
			service_parameters: { enable_web_search: 'off', disable_thinking: true },
		},
	],
	[
		'it is off and shown',
		{ reasoning: 'off', showReasoning: true },
		{
			reasoning: { enabled: false },
			service_parameters: { disable_thinking: true },
		},
	],
	['it is shown', { showReasoning: true }, { reasoning: { summary: 'auto' } }],
	[
		'it is hidden',
		{ showReasoning: false, reasoning: 'high' },
		{ reasoning_effort: 'high', service_parameters: { strip_thinking_response: true } },
	],
];

it.each(WAYS)('a chat asks for its reasoning where %s', async (_what, options, expected) => {
	const { error } = await runChat({ model: typed('text-reasoning'), prompt: 'Hi', options });
	expect(error).toBeUndefined();
	expect(asked(world.service.journal[0])).toEqual(expected);
});

it.each(WAYS)('an agent asks for its reasoning where %s', async (_what, options, expected) => {
	const { response } = await chatModel(world.access, { model: byId('text-reasoning'), options });
	await response.invoke([new HumanMessage('Hi')]);
	expect(asked(world.service.journal[0])).toEqual(expected);
});

it('leaves out of the item what is not to be shown, and else returns it', async () => {
	const about = async (options: INodeParameters) =>
		(await runChat({ model: typed('text-reasoning'), prompt: 'Hi', options })).item.json;
	expect(await about({})).toHaveProperty('reasoning');
	expect(await about({ showReasoning: true })).toHaveProperty('reasoning');
	expect(await about({ showReasoning: false })).not.toHaveProperty('reasoning');
	expect(await about({ reasoning: 'off' })).not.toHaveProperty('reasoning');
});

it('refuses a word for Show Reasoning before anything is sent', async () => {
	const { error } = await runChat({ prompt: 'Hi', options: { showReasoning: '={{ "no way" }}' } });
	expect(error?.message).toContain('Show Reasoning must be true or false, but "no way" was given');
	expect(world.service.journal).toEqual([]);
});
