import type { INodeProperties } from 'n8n-workflow';

export function responseFormatFields(): INodeProperties[] {
	return [
		{
			displayName: 'Response Format',
			name: 'responseFormat',
			type: 'options',
			default: 'text',
			description: 'Format of the answer',
			options: [
				{
					name: 'JSON Object',
					value: 'json_object',
					description: 'Any JSON object. JSON Schema is more reliable.',
				},
				{
					name: 'JSON Schema',
					value: 'json_schema',
					description: 'JSON that follows your schema or is like your example',
				},
				{ name: 'Text', value: 'text' },
			],
		},
		{
			displayName: 'JSON Schema',
			name: 'jsonSchema',
			type: 'json',
			typeOptions: { rows: 6 },
			required: true,
			default: '',
			placeholder: 'e.g. { "type": "object", "properties": { ... } }',
			description:
				'Schema that the answer must follow, or an example of the answer such as { "city": "Paris", "population": 2100000 }. An answer like an example has all its fields and no others.',
			displayOptions: { show: { responseFormat: ['json_schema'] } },
		},
	];
}
