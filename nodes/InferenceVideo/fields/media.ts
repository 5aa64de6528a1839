import type { INodeProperties } from 'n8n-workflow';

import { inputFileFields } from '../../common/fields/inputFileFields';
import { MEDIA_ROLES } from '../mediaRoles';

export function pictureFields(): INodeProperties[] {
	return [
		{
			displayName: 'Start Image',
			name: 'startImage',
			type: 'options',
			default: 'auto',
			description: 'Image that the video starts with',
			builderHint: {
				propertyHint:
					'Leave it at auto after a node that makes or reads an image. Use url in a tool of an agent, which has no binary data, and none for a video from text alone.',
			},
			options: [
				{ name: 'Binary Field', value: 'binary', description: 'A file of the input item' },
				{
					name: 'Input Image (If Any)',
					value: 'auto',
					description:
						'The only image of the input item, for models that start from an image. None if the item has none, or if Options > Images, Clips and Sounds lists files.',
				},
				{
					name: 'None',
					value: 'none',
					description: 'Make the video from text, or from the files in Options',
				},
				{
					name: 'URL',
					value: 'url',
					description: 'Entered as text, by an expression or by an agent',
				},
			],
		},
		{
			displayName: 'Input Binary Field',
			name: 'inputBinaryField',
			type: 'string',
			default: '',
			hint: 'Field with the image. Leave empty if the item has only one file.',
			displayOptions: { show: { startImage: ['binary'] } },
		},
		{
			displayName: 'File URL',
			name: 'fileUrl',
			type: 'string',
			default: '',
			placeholder: 'e.g. https://example.com/start.png',
			description:
				'URL of the image, reachable without a login, or a data URL. The link that another tool returned for its image also works.',
			displayOptions: { show: { startImage: ['url'] } },
		},
	];
}

export function mediaField(): INodeProperties {
	return {
		displayName: 'Images, Clips and Sounds',
		name: 'media',
		type: 'fixedCollection',
		typeOptions: { multipleValues: true, sortable: true },
		default: {},
		placeholder: 'Add File',
		description:
			'Files that guide the video, such as its last image, a clip to edit or a sound to follow. Each model supports some of these.',
		options: [{ displayName: 'File', name: 'medium', values: mediumRowFields() }],
	};
}

function mediumRowFields(): INodeProperties[] {
	return [
		{
			displayName: 'Use As',
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
		{
			displayName: 'Clip Duration (Seconds)',
			name: 'clipSeconds',
			type: 'number',
			typeOptions: { minValue: 0, numberPrecision: 3 },
			default: 0,
			description:
				'Length of the clip, on which the price depends. Read from the file for MP4 and MOV in a binary field; without it, the price is unknown.',
			displayOptions: { show: { usedAs: ['reference_video_urls'] } },
		},
		...inputFileFields({
			what: 'file',
			initial: 'url',
			placeholder: 'e.g. https://example.com/start.png',
			urlDescription:
				'URL reachable without a login, or a data URL. Better than a binary field for large files. The link that another tool returned for its file also works.',
		}),
	];
}

export function consentField(): INodeProperties {
	return {
		displayName: 'Consent',
		name: 'consent',
		type: 'fixedCollection',
		default: {},
		placeholder: 'Add Consent',
		description:
			'Required only if the service refuses a video with status 409: read the policy in the error, then confirm all three',
		options: [{ displayName: 'Consent', name: 'given', values: consentRowFields() }],
	};
}

function consentRowFields(): INodeProperties[] {
	return [
		{
			displayName: 'Consent Flow',
			name: 'flow',
			type: 'string',
			default: '',
			placeholder: 'e.g. the name in the error message',
			description: 'Name of the consent flow, from the error of the service',
		},
		{
			displayName: 'Terms and Privacy Confirmed',
			name: 'terms',
			type: 'boolean',
			default: false,
			description: 'Whether you accept the terms and the privacy policy',
		},
		{
			displayName: 'Legal Right Confirmed',
			name: 'right',
			type: 'boolean',
			default: false,
			description: 'Whether you have the right to use the faces in the media',
		},
		{
			displayName: 'Screening Acknowledged',
			name: 'screening',
			type: 'boolean',
			default: false,
			description: 'Whether you acknowledge that the media are screened',
		},
	];
}
