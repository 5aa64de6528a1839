import type { INodeProperties } from 'n8n-workflow';

import { toBody } from '../../../lib/fields/routing';
import { inputImageFields } from '../../common/fields/inputFileFields';
import { modelValueField } from '../../common/fields/modelValue';
import { fileNameField } from '../../common/fields/outputFileFields';
import { userField } from '../../common/fields/user';

export function editOptions(): INodeProperties[] {
	return [
		modelValueField({
			displayName: 'Aspect Ratio',
			name: 'aspectRatio',
			wire: 'aspect_ratio',
			search: 'searchEditAspectRatios',
			placeholder: 'e.g. 16:9',
			description: 'Aspect ratio of the result. Leave empty to follow the first image.',
		}),
		...sharedImageOptions(),
		{
			displayName: 'Output Format',
			name: 'outputFormat',
			type: 'options',
			typeOptions: { open: true },
			default: 'png',
			description: 'Format of the file. If not set, PNG for 1K and JPEG for larger results.',
			options: [
				{ name: 'JPEG', value: 'jpeg' },
				{ name: 'PNG', value: 'png' },
				{ name: 'WebP', value: 'webp' },
			],
			routing: toBody('output_format'),
		},
		modelValueField({
			displayName: 'Resolution',
			name: 'resolution',
			wire: 'resolution',
			search: 'searchEditResolutions',
			placeholder: 'e.g. 2K',
			description: 'Size tier of the result. Larger ones cost more.',
		}),
	];
}

export function sharedImageOptions(): INodeProperties[] {
	return [
		{
			displayName: 'Enhance Prompt',
			name: 'enhancePrompt',
			type: 'boolean',
			default: false,
			description:
				'Whether the service rewrites the prompt first. Costs extra and takes up to 30 seconds.',
			routing: toBody('enhance_prompt'),
		},
		fileNameField('picture.png'),
		{
			displayName: 'Safe Mode',
			name: 'safeMode',
			type: 'boolean',
			default: true,
			description: 'Whether to blur adult content',
			routing: toBody('safe_mode'),
		},
		{
			displayName: 'Skip Prompt Thinking',
			name: 'skipPromptThinking',
			type: 'boolean',
			default: false,
			description:
				'Whether to skip the step in which the model thinks about the prompt, for models that have one',
			routing: toBody('disable_prompt_optimization_thinking'),
		},
		stopOnFlagField(),
		userField(),
	];
}

export function stopOnFlagField(): INodeProperties {
	return {
		displayName: 'Stop on Flagged Content',
		name: 'stopOnFlag',
		type: 'boolean',
		default: false,
		description:
			'Whether to throw an error if the service flags the image. It is charged either way.',
	};
}

export function qualityField(): INodeProperties {
	return {
		displayName: 'Quality',
		name: 'quality',
		type: 'options',
		typeOptions: { open: true },
		default: 'high',
		description:
			'Quality tier. Ignored by models without one. If not set, the highest and most expensive tier is used.',
		options: [
			{ name: 'High', value: 'high' },
			{ name: 'Low', value: 'low' },
			{ name: 'Medium', value: 'medium' },
		],
		routing: toBody('quality'),
	};
}

export function editPromptField(): INodeProperties {
	return {
		displayName: 'Prompt',
		name: 'prompt',
		type: 'string',
		typeOptions: { rows: 3, minLength: 1, maxLength: 32768 },
		required: true,
		default: '',
		placeholder: 'e.g. Make it night and switch the lamps on',
		description: 'Description of the edit',
		routing: toBody('prompt'),
	};
}

export function imageRowsField(): INodeProperties {
	return {
		displayName: 'Images',
		name: 'images',
		type: 'fixedCollection',
		typeOptions: { multipleValues: true, sortable: true },
		default: { image: [{ fileSource: 'all' }] },
		placeholder: 'Add Image',
		description:
			'All images of the item, in its order, or one row for each. The first is the base, the others are layers or masks.',
		options: [{ displayName: 'Image', name: 'image', values: imageRowFields() }],
	};
}

function imageRowFields(): INodeProperties[] {
	return inputImageFields('e.g. https://example.com/mask.png', {
		otherSources: [
			{
				name: 'All Images of the Input Item',
				value: 'all',
				description: 'Every image in a binary field, in the order of its fields',
			},
		],
	});
}
