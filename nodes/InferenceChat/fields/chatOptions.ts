import type { INodeProperties } from 'n8n-workflow';

import { toBody } from '../../../lib/description/routing';
import { reasoningOptions } from './reasoningOptions';
import { samplingOptions } from './samplingOptions';
import { toolOptions } from './toolOptions';

/** Options of a chat completion; what is not added is not sent. */
export function chatOptions(): INodeProperties {
	return {
		displayName: 'Options',
		name: 'options',
		type: 'collection',
		placeholder: 'Add option',
		default: {},
		options: [
			...answerOptions(),
			...reasoningOptions(),
			...toolOptions(),
			...samplingOptions(),
		].sort((a, b) => a.displayName.localeCompare(b.displayName)),
	};
}

function answerOptions(): INodeProperties[] {
	return [
		{
			displayName: 'Fallback Models',
			name: 'fallbacks',
			type: 'json',
			typeOptions: { shape: 'array', maxItems: 10 },
			default: '[]',
			placeholder: 'e.g. [{ "model": "another-model" }]',
			description: 'JSON array of up to 10 models to try next, where the provider supports it',
			routing: toBody('fallbacks'),
		},
		{
			displayName: 'Include',
			name: 'include',
			type: 'json',
			typeOptions: { shape: 'array' },
			default: '[]',
			description:
				'JSON array of extra parts that the answer is to have, where the model knows them',
			routing: toBody('include'),
		},
		{
			displayName: 'JSON Schema',
			name: 'jsonSchema',
			type: 'json',
			default: '',
			placeholder: 'e.g. { "type": "object", "properties": { ... } }',
			description:
				'Schema that the answer must follow. Used when Response Format is JSON Schema. Forbid other properties and list all of them as required',
		},
		{
			displayName: 'Metadata',
			name: 'metadata',
			type: 'json',
			typeOptions: { shape: 'object' },
			default: '{}',
			description: 'JSON object of texts to go along with the request',
			routing: toBody('metadata'),
		},
		{
			displayName: 'Prompt Cache Key',
			name: 'promptCacheKey',
			type: 'string',
			default: '',
			placeholder: 'e.g. the ID of the conversation',
			description:
				'Requests with the same key go to the same backend, so that more of the conversation is found in its cache',
			routing: toBody('prompt_cache_key'),
		},
		{
			displayName: 'Prompt Cache Retention',
			name: 'promptCacheRetention',
			type: 'options',
			default: 'default',
			description: 'How long the cache is kept, where supported',
			options: [
				{ name: '24 Hours', value: '24h' },
				{ name: 'Default', value: 'default' },
				{ name: 'Extended', value: 'extended' },
			],
			routing: toBody('prompt_cache_retention'),
		},
		{
			displayName: 'Response Format',
			name: 'responseFormat',
			type: 'options',
			default: 'text',
			description: 'Form of the answer. A JSON answer is also given parsed, in the field "data".',
			options: [
				{
					name: 'JSON Object',
					value: 'json_object',
					description: 'Any JSON object. JSON Schema is more reliable.',
				},
				{
					name: 'JSON Schema',
					value: 'json_schema',
					description: 'JSON that follows the option JSON Schema',
				},
				{ name: 'Text', value: 'text' },
			],
		},
		{
			displayName: 'Store',
			name: 'store',
			type: 'boolean',
			default: false,
			description:
				'Whether the answer may be stored, for models that read this; the service itself ignores it',
			routing: toBody('store'),
		},
		{
			displayName: 'Stream From Service',
			name: 'stream',
			type: 'boolean',
			default: false,
			description:
				'Whether to fetch the answer piece by piece and put it together, so that a long answer does not run into the time limit',
		},
		{
			displayName: 'User',
			name: 'user',
			type: 'string',
			default: '',
			description:
				'Name of your end user, for models that read this; the service itself ignores it',
			routing: toBody('user'),
		},
	];
}
