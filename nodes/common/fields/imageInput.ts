import type { INodeProperties } from 'n8n-workflow';

/** One picture: a file of the item, or an address or base64. */
export function imageInput(): INodeProperties[] {
	return [
		{
			displayName: 'Image From',
			name: 'imageSource',
			type: 'options',
			default: 'binary',
			description:
				'Where the image is. An agent has no files to hand over: choose URL or Base64 for it.',
			options: [
				{ name: 'Binary Field', value: 'binary', description: 'A file of the input item' },
				{
					name: 'URL or Base64',
					value: 'text',
					description: 'Text, e.g. from an expression or an agent',
				},
			],
		},
		{
			displayName: 'Input Binary Field',
			name: 'inputBinaryField',
			type: 'string',
			default: 'data',
			hint: 'The name of the input binary field containing the image',
			displayOptions: { show: { imageSource: ['binary'] } },
		},
		{
			displayName: 'Image',
			name: 'imageText',
			type: 'string',
			default: '',
			placeholder: 'e.g. https://example.com/picture.png',
			description:
				'The image as a URL that can be fetched without a log-in, a data URL or base64; under 25 MB. The link that another tool gave for its image is right too.',
			displayOptions: { show: { imageSource: ['text'] } },
		},
	];
}
