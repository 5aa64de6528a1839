import type { INodeProperties } from 'n8n-workflow';

import { toBody } from '../../../lib/fields/routing';

export function toolOptions(): INodeProperties[] {
	return [
		{
			displayName: 'Tools',
			name: 'tools',
			type: 'json',
			typeOptions: { shape: 'array', rows: 4 },
			default: '[]',
			placeholder:
				'e.g. [{ "type": "function", "function": { "name": "get_weather", "parameters": { ... } } }]',
			description:
				'JSON array of the functions that the model may call. The calls are returned, not run. To run them, use an AI Agent.',
			routing: toBody('tools'),
		},
		{
			displayName: 'Tool Choice',
			name: 'toolChoice',
			type: 'string',
			default: 'auto',
			placeholder: 'e.g. auto',
			description: '"auto", "none" or "required", or the name of the tool to call',
		},
		parallelToolCallsField(),
	];
}

export function parallelToolCallsField(): INodeProperties {
	return {
		displayName: 'Parallel Tool Calls',
		name: 'parallelToolCalls',
		type: 'boolean',
		default: true,
		description: 'Whether the model may call several tools in one answer',
		routing: toBody('parallel_tool_calls'),
	};
}
