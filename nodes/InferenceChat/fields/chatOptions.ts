import type { INodeProperties } from 'n8n-workflow';

import { fallbackModelsGroup } from '../../common/fields/fallbackModels';
import { optionGroup } from '../../common/fields/optionGroup';
import { CHAT_FALLBACK } from '../chatFallback';
import { advancedOptions } from './advancedOptions';
import { reasoningOptions } from './reasoningOptions';
import { samplingOptions } from './samplingOptions';
import { webSearchOptions } from './webSearchOptions';

/**
 * The Options of a chat in the order in which people look for them: first what the model gets and does, then the answer.
 * `more` stands before the groups that few people set.
 */
export function chatOptions(answer: INodeProperties[], more: INodeProperties): INodeProperties[] {
	return [
		optionGroup('Web Search', 'webSearch', webSearchOptions()),
		...reasoningOptions(),
		...answer,
		more,
		optionGroup('Sampling', 'sampling', samplingOptions()),
		fallbackModelsGroup(CHAT_FALLBACK),
		optionGroup('Advanced', 'advanced', advancedOptions()),
	];
}
