import type { INodeProperties } from 'n8n-workflow';

import { chatOptions } from '../InferenceChat/fields/chatOptions';
import { parallelToolCalls } from '../InferenceChat/fields/toolOptions';

/** What an agent or chain sets itself, and what it could not use. */
const LEFT_OUT = ['enableStreaming', 'n', 'logprobs', 'topLogprobs'];

/** The settings of Inference Chat that a chat model can have, in the same groups; the tools are those of the agent. */
export function modelOptions(): INodeProperties[] {
	return chatOptions('searchChatModels')
		.filter(({ name }) => name !== 'toolCalling')
		.map(({ options = [], ...group }) => ({
			...group,
			options: [
				...options.filter(({ name }) => !LEFT_OUT.includes(name)),
				...(group.name === 'options' ? [parallelToolCalls()] : []),
			],
		}));
}
