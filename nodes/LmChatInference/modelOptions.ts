import type { INodeProperties } from 'n8n-workflow';

import { costTracking } from '../common/fields/costTracking';
import { optionGroup } from '../common/fields/options';
import { aiRetriesAndLimits } from '../common/fields/retriesAndLimits';
import { answerOptions } from '../InferenceChat/fields/answerOptions';
import { chatGroups } from '../InferenceChat/fields/chatOptions';
import { parallelToolCalls } from '../InferenceChat/fields/toolOptions';
import { modelFilter } from './modelFilter';

/** What an agent or chain sets itself, and what it could not use. */
const LEFT_OUT = ['enableStreaming', 'n', 'logprobs', 'topLogprobs'];

/** The settings of Inference Chat that a chat model can have, in the same groups; the tools are those of the agent. */
export function modelOptions(): INodeProperties {
	const groups = chatGroups('searchChatModels', modelFilter());
	return optionGroup('Options', 'options', [
		...usable(answerOptions()),
		parallelToolCalls(),
		...groups.map((group) => ({ ...group, options: usable(group.options ?? []) })),
		costTracking(),
		aiRetriesAndLimits(),
	]);
}

function usable<T extends { name: string }>(fields: T[]): T[] {
	return fields.filter(({ name }) => !LEFT_OUT.includes(name));
}
