import type { INodeProperties } from 'n8n-workflow';

/** Images, audio, video and documents that go along with the last message of the user. */
export function attachments(): INodeProperties {
	return {
		displayName: 'Attachments',
		name: 'attachments',
		type: 'fixedCollection',
		typeOptions: { multipleValues: true, sortable: true },
		default: {},
		placeholder: 'Add Attachment',
		description:
			'Files for the model to look at or listen to, added to the last message of the user. The model must support them.',
		options: [
			{
				displayName: 'Attachment',
				name: 'attachment',
				values: attachmentValues(),
			},
		],
	};
}

function attachmentValues(): INodeProperties[] {
	return [
		{
			displayName: 'Kind',
			name: 'kind',
			type: 'options',
			default: 'image',
			options: [
				{
					name: 'Audio',
					value: 'audio',
					description: 'Speech or sound',
				},
				{ name: 'File', value: 'file', description: 'A document whose text is read' },
				{ name: 'Image', value: 'image' },
				{ name: 'Video', value: 'video' },
			],
		},
		{
			displayName: 'Source',
			name: 'source',
			type: 'options',
			default: 'binary',
			options: [
				{ name: 'Binary Field', value: 'binary', description: 'A file of the input item' },
				{ name: 'URL', value: 'url', description: 'A public address, or a data URL' },
			],
		},
		{
			displayName: 'Input Binary Field',
			name: 'binaryPropertyName',
			type: 'string',
			default: 'data',
			hint: 'The name of the input binary field containing the file',
			displayOptions: { show: { source: ['binary'] } },
		},
		{
			displayName: 'URL',
			name: 'url',
			type: 'string',
			default: '',
			placeholder: 'e.g. https://example.com/picture.png',
			description:
				'Address that can be fetched without a log-in. The link that another tool gave for its file is right too.',
			displayOptions: { show: { source: ['url'] } },
		},
		{
			displayName: 'Mark for Caching',
			name: 'cache',
			type: 'boolean',
			default: false,
			description: 'Whether the service is asked to cache the conversation up to here',
		},
	];
}
