import type { INodeProperties } from 'n8n-workflow';

import { chatOptions } from '../InferenceChat/fields/chatOptions';

/** What an agent or chain sets by itself, and what it could not use. */
const LEFT_OUT = ['tools', 'toolChoice', 'n', 'logprobs', 'topLogprobs'];

/** The options of Inference Chat that a chat model can have. */
export function modelOptions(): INodeProperties {
	const { options = [], ...field } = chatOptions();
	return {
		...field,
		options: options
			.filter(({ name }) => !LEFT_OUT.includes(name))
			.map((option) =>
				option.name === 'responseFormat'
					? { ...option, description: 'Form of the answer' }
					: option,
			),
	};
}
