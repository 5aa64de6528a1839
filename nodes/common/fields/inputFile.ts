import type { INodeProperties } from 'n8n-workflow';

/** The file that is sent: one of the item, or one behind an address. */
export function inputField(what: string): INodeProperties[] {
	return [
		{
			displayName: 'File From',
			name: 'fileSource',
			type: 'options',
			default: 'binary',
			description: 'Where the file is. An agent has no files to hand over: choose URL for it.',
			options: [
				{ name: 'Binary Field', value: 'binary', description: 'A file of the input item' },
				{ name: 'URL', value: 'url', description: 'An address from which n8n downloads the file' },
			],
		},
		{
			displayName: 'Input Binary Field',
			name: 'binaryPropertyName',
			type: 'string',
			required: true,
			default: 'data',
			hint: `The name of the input binary field containing the ${what}`,
			displayOptions: { show: { fileSource: ['binary'] } },
		},
		{
			displayName: 'File URL',
			name: 'fileUrl',
			type: 'string',
			required: true,
			default: '',
			placeholder: 'e.g. https://example.com/file',
			description: `Address of the ${what}, at most 25 MB, that can be fetched without a log-in, starting with https:// or http://`,
			displayOptions: { show: { fileSource: ['url'] } },
		},
	];
}
