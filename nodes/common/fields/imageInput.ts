import type { INodeProperties } from 'n8n-workflow';

/** One picture: a file of the item, or an address or base64. */
export function imageInput(textHint: string): INodeProperties[] {
	return [
		{
			displayName: 'Image From',
			name: 'imageSource',
			type: 'options',
			default: 'binary',
			options: [
				{ name: 'Binary Field', value: 'binary', description: 'A file of the input item' },
				{ name: textHint, value: 'text', description: 'Text, e.g. from an expression or an agent' },
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
			description: `The image as ${textHint}`,
			displayOptions: { show: { imageSource: ['text'] } },
		},
	];
}
