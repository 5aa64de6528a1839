import type { INodeProperties } from 'n8n-workflow';

import { advancedOptions } from './advancedOptions';
import { answerOptions } from './answerOptions';
import { reasoningOptions } from './reasoningOptions';
import { samplingOptions } from './samplingOptions';
import { toolOptions } from './toolOptions';
import { webSearchOptions } from './webSearchOptions';

/** The optional settings of a chat completion, in groups by use; what is not added is not sent. */
export function chatOptions(): INodeProperties[] {
	return [
		group('Options', 'options', answerOptions()),
		group('Web Search', 'webSearch', webSearchOptions()),
		group('Reasoning', 'reasoning', reasoningOptions()),
		group('Tool Calling', 'toolCalling', toolOptions()),
		group('Sampling', 'sampling', samplingOptions()),
		group('Advanced', 'advanced', advancedOptions()),
	];
}

function group(displayName: string, name: string, options: INodeProperties[]): INodeProperties {
	return {
		displayName,
		name,
		type: 'collection',
		placeholder: 'Add Option',
		default: {},
		options,
	};
}
