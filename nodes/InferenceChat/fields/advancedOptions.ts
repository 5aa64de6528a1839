import type { INodeProperties } from 'n8n-workflow';

import { userField } from '../../common/fields/user';
import { toBody } from '../../../lib/fields/routing';

export function advancedOptions(): INodeProperties[] {
	return [
		{
			displayName: 'Prompt Cache Key',
			name: 'promptCacheKey',
			type: 'string',
			default: '',
			placeholder: 'e.g. the ID of the conversation',
			description:
				'Requests with the same key go to the same backend, which finds more of the conversation in its cache',
			routing: toBody('prompt_cache_key'),
		},
		{
			displayName: 'Prompt Cache Retention',
			name: 'promptCacheRetention',
			type: 'options',
			default: 'default',
			description: 'How long to keep the cache, for models that support it',
			options: [
				{ name: '24 Hours', value: '24h' },
				{ name: 'Default', value: 'default' },
				{ name: 'Extended', value: 'extended' },
			],
			routing: toBody('prompt_cache_retention'),
		},
		{
			displayName: 'Metadata',
			name: 'metadata',
			type: 'json',
			typeOptions: { shape: 'object' },
			default: '{}',
			description: 'JSON object of strings to send with the request',
			routing: toBody('metadata'),
		},
		userField(),
	];
}
