import type { INodeProperties } from 'n8n-workflow';

import { toBody } from '../../../lib/description/routing';
import { modelValue } from '../../common/fields/modelValue';
import { options } from '../../common/fields/options';
import { quality, sharedImageOptions } from './editOptions';
import { styleReferences } from './styleReferences';

/** Options of image generation; what is not added is not sent. */
export function generateOptions(): INodeProperties {
	return options(
		[
			...sizeOptions(),
			...styleOptions(),
			...sharedImageOptions(),
			quality(),
			styleReferences(),
		].sort((a, b) => a.displayName.localeCompare(b.displayName)),
	);
}

function sizeOptions(): INodeProperties[] {
	return [
		modelValue({
			displayName: 'Aspect Ratio',
			name: 'aspectRatio',
			wire: 'aspect_ratio',
			search: 'searchAspectRatios',
			placeholder: 'e.g. 16:9',
			description: 'Shape of the image, on models that take one instead of width and height',
		}),
		modelValue({
			displayName: 'Resolution',
			name: 'resolution',
			wire: 'resolution',
			search: 'searchResolutions',
			placeholder: 'e.g. 2K',
			description: 'Size tier, on models that have one',
		}),
		{
			displayName: 'Height (Pixels)',
			name: 'height',
			type: 'number',
			typeOptions: { minValue: 1, maxValue: 1280, numberPrecision: 0 },
			default: 1024,
			description: 'Height in pixels, up to 1280, on models that take pixels',
			routing: toBody('height'),
		},
		{
			displayName: 'Width (Pixels)',
			name: 'width',
			type: 'number',
			typeOptions: { minValue: 1, maxValue: 1280, numberPrecision: 0 },
			default: 1024,
			description: 'Width in pixels, up to 1280, on models that take pixels',
			routing: toBody('width'),
		},
		{
			displayName: 'Variants',
			name: 'variants',
			type: 'number',
			typeOptions: { minValue: 1, maxValue: 4, numberPrecision: 0 },
			default: 1,
			description: 'How many images to make, up to 4; all are charged and put into one item',
			routing: toBody('variants'),
		},
		{
			displayName: 'Output Format',
			name: 'outputFormat',
			type: 'options',
			default: 'webp',
			options: [
				{ name: 'JPEG', value: 'jpeg' },
				{ name: 'PNG', value: 'png' },
				{ name: 'WebP', value: 'webp' },
			],
			routing: toBody('format'),
		},
	];
}

function styleOptions(): INodeProperties[] {
	return [
		{
			displayName: 'CFG Scale',
			name: 'cfgScale',
			type: 'number',
			typeOptions: { minValue: 0, aboveMin: true, maxValue: 20, numberPrecision: 2 },
			default: 7.5,
			description: 'How closely the prompt is followed, above 0 and up to 20',
			routing: toBody('cfg_scale'),
		},
		{
			displayName: 'Embed EXIF Metadata',
			name: 'embedExifMetadata',
			type: 'boolean',
			default: false,
			description: 'Whether the prompt and settings are written into the image file',
			routing: toBody('embed_exif_metadata'),
		},
		{
			displayName: 'Hide Watermark',
			name: 'hideWatermark',
			type: 'boolean',
			default: false,
			description: 'Whether to leave the watermark out, where the service allows it',
			routing: toBody('hide_watermark'),
		},
		{
			displayName: 'LoRA Strength',
			name: 'loraStrength',
			type: 'number',
			typeOptions: { minValue: 0, maxValue: 100, numberPrecision: 0 },
			default: 50,
			description: 'How strongly the extra adapters of a model work, 0 to 100',
			routing: toBody('lora_strength'),
		},
		{
			displayName: 'Negative Prompt',
			name: 'negativePrompt',
			type: 'string',
			typeOptions: { maxLength: 7500 },
			default: '',
			placeholder: 'e.g. text, watermark',
			description: 'What is not to be in the image',
			routing: toBody('negative_prompt'),
		},
		{
			displayName: 'Seed',
			name: 'seed',
			type: 'number',
			typeOptions: { minValue: -999999999, maxValue: 999999999, numberPrecision: 0 },
			default: 1,
			description:
				'Number that makes results repeatable: the same seed gives a similar image. If empty, it is random.',
			routing: toBody('seed'),
		},
		{
			displayName: 'Steps',
			name: 'steps',
			type: 'number',
			typeOptions: { minValue: 1, numberPrecision: 0 },
			default: 8,
			description: 'How many rounds the model works on the image; the model sets the limit',
			routing: toBody('steps'),
		},
		{
			displayName: 'Style',
			name: 'stylePreset',
			type: 'resourceLocator',
			default: { mode: 'list', value: '' },
			description: 'Look of the image',
			modes: [
				{
					displayName: 'From List',
					name: 'list',
					type: 'list',
					typeOptions: { searchListMethod: 'searchStyles', searchable: true },
				},
				{ displayName: 'By Name', name: 'id', type: 'string', placeholder: 'e.g. Watercolor' },
			],
			routing: toBody('style_preset'),
		},
		{
			displayName: 'Web Search',
			name: 'enableWebSearch',
			type: 'boolean',
			default: false,
			description: 'Whether the model looks things up first, where supported; costs extra',
			routing: toBody('enable_web_search'),
		},
	];
}
