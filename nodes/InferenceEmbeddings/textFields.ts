import type { INodeProperties } from 'n8n-workflow';

export function textFields(): INodeProperties[] {
	return [
		{
			displayName: 'Input',
			name: 'input',
			type: 'options',
			default: 'text',
			description: 'How to provide the texts',
			options: [
				{
					name: 'Field of the Item',
					value: 'field',
					description: 'A field of the input item that holds a text or a list of texts',
				},
				{
					name: 'JSON Array',
					value: 'json',
					description: 'A list of texts from an expression',
				},
				{ name: 'List of Texts', value: 'list', description: 'Texts entered one by one' },
				{ name: 'Text', value: 'text', description: 'One text' },
			],
		},
		{
			displayName: 'Text',
			name: 'text',
			type: 'string',
			typeOptions: { rows: 4 },
			required: true,
			default: '',
			placeholder: 'e.g. How do I return a parcel?',
			description: 'Text to turn into a vector',
			displayOptions: { show: { input: ['text'] } },
		},
		{
			displayName: 'Texts',
			name: 'texts',
			type: 'string',
			typeOptions: { multipleValues: true, multipleValueButtonText: 'Add Text' },
			default: [],
			placeholder: 'e.g. How do I return a parcel?',
			description: 'Texts to turn into vectors, up to 2,048',
			displayOptions: { show: { input: ['list'] } },
		},
		{
			displayName: 'Field Name',
			name: 'fieldName',
			type: 'string',
			required: true,
			default: 'text',
			placeholder: 'e.g. document.chunks',
			description: 'Name of the field. Use dots for nested fields.',
			displayOptions: { show: { input: ['field'] } },
		},
		{
			displayName: 'Texts (JSON)',
			name: 'textsJson',
			type: 'json',
			typeOptions: { rows: 4 },
			default: '[]',
			placeholder: 'e.g. ["First text", "Second text"]',
			description: 'JSON array of up to 2,048 texts',
			displayOptions: { show: { input: ['json'] } },
		},
	];
}
