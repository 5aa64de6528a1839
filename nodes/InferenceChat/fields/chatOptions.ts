import type { INodeProperties } from 'n8n-workflow';

import { optionGroup } from '../../common/fields/options';
import { advancedOptions } from './advancedOptions';
import { answerOptions } from './answerOptions';
import { reasoningOptions } from './reasoningOptions';
import { samplingOptions } from './samplingOptions';
import { toolOptions } from './toolOptions';
import { webSearchOptions } from './webSearchOptions';

/** The optional settings of a chat completion, in groups by use; what is not added is not sent. */
export function chatOptions(): INodeProperties[] {
	return [
		optionGroup('Options', 'options', answerOptions()),
		optionGroup('Web Search', 'webSearch', webSearchOptions()),
		optionGroup('Reasoning', 'reasoning', reasoningOptions()),
		optionGroup('Tool Calling', 'toolCalling', toolOptions()),
		optionGroup('Sampling', 'sampling', samplingOptions()),
		optionGroup('Advanced', 'advanced', advancedOptions()),
	];
}
