import type { INodeProperties } from 'n8n-workflow';

import { inputFile } from '../../common/fields/inputFile';

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
			name: 'usedAs',
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
		...inputFile({
			what: 'file',
			initial: 'url',
			placeholder: 'e.g. https://example.com/start.png',
			urlDescription:
				'URL reachable without a login, or a data URL; better than a binary field for large files. The link that another tool returned for its file also works.',
		}),
	];
}
