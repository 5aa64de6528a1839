import type { INodeProperties } from 'n8n-workflow';

import { inputFileFields } from '../../common/fields/inputFileFields';

export function attachmentsField(): INodeProperties {
	return {
		displayName: 'Attachments',
		name: 'attachments',
		type: 'fixedCollection',
		typeOptions: { multipleValues: true, sortable: true },
		default: {},
		placeholder: 'Add Attachment',
		description:
			'Files for the model to look at or listen to, added to the last user message. The model must support them.',
		options: [
			{
				displayName: 'Attachment',
				name: 'attachment',
				values: attachmentRowFields(),
			},
		],
	};
}

function attachmentRowFields(): INodeProperties[] {
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
		...inputFileFields({
			what: 'file',
			placeholder: 'e.g. https://example.com/picture.png',
			urlDescription:
				'URL reachable without a login, or a data URL. The link that another tool returned for its file also works.',
		}),
		{
			displayName: 'Mark for Caching',
			name: 'cache',
			type: 'boolean',
			default: false,
			description: 'Whether to ask the service to cache the conversation up to this file',
		},
	];
}
