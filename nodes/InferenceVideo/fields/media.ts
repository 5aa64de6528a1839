import type { INodeProperties } from 'n8n-workflow';

import { inputFile } from '../../common/fields/inputFile';
import { MEDIA_ROLES } from '../mediaRoles';

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
			'Images, clips and sounds to start from or to follow. Each model supports some of these.',
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
			options: MEDIA_ROLES.map(({ name, value, description }) => ({ name, value, description })),
		},
		{
			displayName: 'Frame Index',
			name: 'frameIndex',
			type: 'number',
			typeOptions: { minValue: 0, numberPrecision: 0 },
			default: 0,
			description: 'Number of the frame that shows the image, counted from 0',
			displayOptions: { show: { usedAs: ['keyframes'] } },
		},
		...inputFile({
			what: 'file',
			initial: 'url',
			placeholder: 'e.g. https://example.com/start.png',
			urlDescription:
				'URL reachable without a login, or a data URL. Better than a binary field for large files. The link that another tool returned for its file also works.',
		}),
	];
}
