import type { INodeProperties } from 'n8n-workflow';

import { toBody } from '../../../lib/fields/routing';
import { modelField } from '../../common/fields/picker';
import { consentField, mediaField, pictureFields } from './media';
import { durationField, pricedVideoOptions } from './videoOptions';

export function videoJobFields(): INodeProperties[] {
	return [
		modelField({
			search: 'searchVideoModels',
			description:
				'Model to use. Leave empty to use the service default: an image-to-video model if there is an image, otherwise a text-to-video model.',
		}),
		{
			displayName: 'Prompt',
			name: 'prompt',
			type: 'string',
			typeOptions: { rows: 3, minLength: 1 },
			required: true,
			default: '',
			placeholder: 'e.g. A paper boat on a stream, slow camera',
			description: 'Description of the video, up to the length that the model allows',
			routing: toBody('prompt'),
		},
		...pictureFields(),
		durationField(),
	];
}

export function videoJobOptions(): INodeProperties[] {
	return [
		...pricedVideoOptions(),
		mediaField(),
		{
			displayName: 'Bitrate',
			name: 'bitrate',
			type: 'options',
			typeOptions: { open: true },
			default: 'standard',
			description: 'Bitrate of the file, for models that let you choose',
			options: [
				{ name: 'High', value: 'high', description: 'Finer and larger' },
				{ name: 'Standard', value: 'standard' },
			],
			routing: toBody('bitrate_mode'),
		},
		{
			displayName: 'Camera Path',
			name: 'cameraPath',
			type: 'json',
			typeOptions: { shape: 'array', maxItems: 12, rows: 4 },
			default: '[]',
			placeholder: 'e.g. [{ "time": 0, "azimuth": 0 }, { "time": 1, "azimuth": 90 }]',
			description:
				'JSON array of 2 to 12 camera poses, each later than the one before. Needs a Start Image.',
			routing: toBody('camera_trajectory'),
		},
		consentField(),
		{
			displayName: 'Elements',
			name: 'elements',
			type: 'json',
			typeOptions: { shape: 'array', maxItems: 4, rows: 4 },
			default: '[]',
			placeholder:
				'e.g. [{ "frontal_image_url": "https://...", "reference_image_urls": ["https://..."] }]',
			description:
				'JSON array of up to 4 subjects to keep consistent, named @Element1 and so on in the prompt',
			routing: toBody('elements'),
		},
		{
			displayName: 'Negative Prompt',
			name: 'negativePrompt',
			type: 'string',
			default: '',
			description:
				'Description of what the video must not contain, up to the length that the model allows',
			routing: toBody('negative_prompt'),
		},
		{
			displayName: 'Reference Task',
			name: 'referenceTask',
			type: 'options',
			typeOptions: { open: true },
			default: 'auto',
			description:
				'How to use the references under Images, Clips and Sounds, for models that support it',
			options: [
				{ name: 'Auto', value: 'auto', description: 'The model decides' },
				{ name: 'Edit', value: 'edit', description: 'Change the reference video' },
				{ name: 'Extend', value: 'extend', description: 'Continue the reference video' },
				{
					name: 'Reference',
					value: 'reference',
					description: 'Make a new video that follows them',
				},
			],
			routing: toBody('omni_reference_task_type'),
		},
	];
}
