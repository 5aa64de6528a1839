import type { INodeProperties } from 'n8n-workflow';

/** Pictures, clips and sounds that the video is made from. */
export function media(): INodeProperties {
	return {
		displayName: 'Media',
		name: 'media',
		type: 'fixedCollection',
		typeOptions: { multipleValues: true, sortable: true },
		default: {},
		placeholder: 'Add Media',
		description:
			'Images, clips and sounds to start from or to follow. The model decides which it takes.',
		options: [{ displayName: 'Medium', name: 'medium', values: mediumValues() }],
	};
}

function mediumValues(): INodeProperties[] {
	return [
		{
			displayName: 'Used As',
			name: 'role',
			type: 'options',
			default: 'image_url',
			options: [
				{ name: 'First Image', value: 'image_url', description: 'The video begins with it' },
				{ name: 'Last Image', value: 'end_image_url', description: 'The video ends with it' },
				{
					name: 'Reference Audio',
					value: 'reference_audio_urls',
					description: 'Up to 5, never alone',
				},
				{ name: 'Reference Image', value: 'reference_image_urls', description: 'Up to 10' },
				{ name: 'Reference Video', value: 'reference_video_urls', description: 'Up to 5' },
				{
					name: 'Scene Image',
					value: 'scene_image_urls',
					description: 'Up to 4, named @Image1 and so on in the prompt',
				},
				{ name: 'Sound', value: 'audio_url', description: 'WAV or MP3 that the video follows' },
				{
					name: 'Source Video',
					value: 'video_url',
					description: 'The video to change or to enlarge',
				},
			],
		},
		{
			displayName: 'Medium From',
			name: 'source',
			type: 'options',
			default: 'text',
			options: [
				{
					name: 'Binary Field',
					value: 'binary',
					description: 'A file of the input item; a URL is better for large files',
				},
				{ name: 'URL', value: 'text', description: 'A public address or a data URL' },
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
			placeholder: 'e.g. https://example.com/start.png',
			description:
				'Address that can be fetched without a log-in, or a data URL; the link that another tool gave for its file is right too',
			displayOptions: { show: { source: ['text'] } },
		},
	];
}
