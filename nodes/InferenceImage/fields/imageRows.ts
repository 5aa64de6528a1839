import type { INodeProperties } from 'n8n-workflow';

/** Several pictures in order; the first is the base. */
export function imageRows(): INodeProperties {
	return {
		displayName: 'Images',
		name: 'images',
		type: 'fixedCollection',
		typeOptions: { multipleValues: true, sortable: true },
		default: { image: [{ source: 'binary', binaryPropertyName: 'data' }] },
		placeholder: 'Add Image',
		description: 'The first is the base, the others are layers or masks',
		options: [{ displayName: 'Image', name: 'image', values: rowValues() }],
	};
}

function rowValues(): INodeProperties[] {
	return [
		{
			displayName: 'Image From',
			name: 'source',
			type: 'options',
			default: 'binary',
			options: [
				{
					name: 'All Binary Fields',
					value: 'all',
					description: 'Every image of the input item, in the order of the item',
				},
				{ name: 'Binary Field', value: 'binary', description: 'One file of the input item' },
				{ name: 'URL or Base64', value: 'text', description: 'Text, e.g. from an expression' },
			],
		},
		{
			displayName: 'Input Binary Field',
			name: 'binaryPropertyName',
			type: 'string',
			default: 'data',
			hint: 'The name of the input binary field containing the image',
			displayOptions: { show: { source: ['binary'] } },
		},
		{
			displayName: 'Image',
			name: 'text',
			type: 'string',
			default: '',
			placeholder: 'e.g. https://example.com/mask.png',
			description:
				'The image as a URL, a data URL or base64; the link that another tool gave for its image is right too',
			displayOptions: { show: { source: ['text'] } },
		},
	];
}
