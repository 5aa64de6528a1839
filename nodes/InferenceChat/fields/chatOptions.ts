import type { INodeProperties } from 'n8n-workflow';

import { fallback } from '../../common/fields/fallback';
import { optionGroup } from '../../common/fields/options';
import { CHAT_FALLBACK } from '../chatFallback';
import { advancedOptions } from './advancedOptions';
import { answerOptions } from './answerOptions';
import { reasoningOptions } from './reasoningOptions';
import { samplingOptions } from './samplingOptions';
import { toolOptions } from './toolOptions';
import { webSearchOptions } from './webSearchOptions';

/** The optional settings of a chat completion, in groups by use; what is not added is not sent. `search` lists its models. */
export function chatOptions(search: string): INodeProperties[] {
	return [
		optionGroup('Options', 'options', answerOptions()),
		optionGroup('Web Search', 'webSearch', webSearchOptions()),
		optionGroup('Reasoning', 'reasoning', reasoningOptions()),
		optionGroup('Tool Calling', 'toolCalling', toolOptions()),
		optionGroup('Sampling', 'sampling', samplingOptions()),
		fallback(CHAT_FALLBACK, { search }),
		optionGroup('Advanced', 'advanced', advancedOptions()),
	];
}
