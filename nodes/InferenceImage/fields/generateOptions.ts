import type { INodeProperties } from 'n8n-workflow';

import { toBody } from '../../../lib/fields/routing';
import { fallbackModelsGroup } from '../../common/fields/fallbackModels';
import { modelValueField } from '../../common/fields/modelValue';
import { optionGroup, optionsField } from '../../common/fields/optionGroup';
import { IMAGE_FALLBACK } from '../imageFallback';
import { sharedImageOptions, qualityField } from './imageFields';
import { inputImageFields } from '../../common/fields/inputFileFields';
import { pickerField } from '../../common/fields/picker';

export function generateOptions(): INodeProperties {
	return optionsField(
		[...generalOptions(), ...sharedImageOptions()],
		[
			optionGroup('Size and Quality', 'sizeAndQuality', sizeOptions()),
			optionGroup('Styling', 'styling', stylingOptions()),
			optionGroup('Sampling', 'sampling', samplingOptions()),
			fallbackModelsGroup(IMAGE_FALLBACK),
		],
	);
}

function generalOptions(): INodeProperties[] {
	return [
		{
			displayName: 'Negative Prompt',
			name: 'negativePrompt',
			type: 'string',
			typeOptions: { maxLength: 7500 },
			default: '',
			placeholder: 'e.g. text, watermark',
			description: 'Description of what the image must not contain',
			routing: toBody('negative_prompt'),
		},
		{
			displayName: 'Variants',
			name: 'variants',
			type: 'number',
			typeOptions: { minValue: 1, maxValue: 4, numberPrecision: 0 },
			default: 1,
			description:
				'Number of images to generate, up to 4. Each is charged, and all are in one item.',
			routing: toBody('variants'),
		},
		{
			displayName: 'Output Format',
			name: 'outputFormat',
			type: 'options',
			typeOptions: { open: true },
			default: 'png',
			description: 'Format of the file. If not set, WebP.',
			options: [
				{ name: 'JPEG', value: 'jpeg' },
				{ name: 'PNG', value: 'png' },
				{ name: 'WebP', value: 'webp' },
			],
			routing: toBody('format'),
		},
		{
			displayName: 'Web Search',
			name: 'enableWebSearch',
			type: 'boolean',
			default: false,
			description:
				'Whether the model searches the web first, for models that support it. Costs extra.',
			routing: toBody('enable_web_search'),
		},
		{
			displayName: 'Embed EXIF Metadata',
			name: 'embedExifMetadata',
			type: 'boolean',
			default: false,
			description: 'Whether to write the prompt and settings into the image file',
			routing: toBody('embed_exif_metadata'),
		},
		{
			displayName: 'Hide Watermark',
			name: 'hideWatermark',
			type: 'boolean',
			default: false,
			description: 'Whether to omit the watermark, if the service allows it',
			routing: toBody('hide_watermark'),
		},
	];
}

function sizeOptions(): INodeProperties[] {
	return [
		modelValueField({
			displayName: 'Aspect Ratio',
			name: 'aspectRatio',
			wire: 'aspect_ratio',
			search: 'searchAspectRatios',
			placeholder: 'e.g. 16:9',
			description: 'Aspect ratio of the image, for models that use one instead of width and height',
		}),
		modelValueField({
			displayName: 'Resolution',
			name: 'resolution',
			wire: 'resolution',
			search: 'searchResolutions',
			placeholder: 'e.g. 2K',
			description: 'Size tier, for models that have one',
		}),
		qualityField(),
		{
			displayName: 'Width (Pixels)',
			name: 'width',
			type: 'number',
			typeOptions: { minValue: 1, maxValue: 1280, numberPrecision: 0 },
			default: 1024,
			description: 'Width in pixels, up to 1280, for models that use pixels',
			routing: toBody('width'),
		},
		{
			displayName: 'Height (Pixels)',
			name: 'height',
			type: 'number',
			typeOptions: { minValue: 1, maxValue: 1280, numberPrecision: 0 },
			default: 1024,
			description: 'Height in pixels, up to 1280, for models that use pixels',
			routing: toBody('height'),
		},
	];
}

function samplingOptions(): INodeProperties[] {
	return [
		{
			displayName: 'Seed',
			name: 'seed',
			type: 'number',
			typeOptions: { minValue: -999999999, maxValue: 999999999, numberPrecision: 0 },
			default: 1,
			description:
				'Number that makes results repeatable: the same seed produces a similar image. Leave empty to use a random number.',
			routing: toBody('seed'),
		},
		{
			displayName: 'Steps',
			name: 'steps',
			type: 'number',
			typeOptions: { minValue: 1, numberPrecision: 0 },
			default: 8,
			description: 'Number of inference steps. The model sets the limit.',
			routing: toBody('steps'),
		},
		{
			displayName: 'CFG Scale',
			name: 'cfgScale',
			type: 'number',
			typeOptions: { minValue: 0, aboveMin: true, maxValue: 20, numberPrecision: 2 },
			default: 7.5,
			description: 'How closely the image follows the prompt, above 0 and up to 20',
			routing: toBody('cfg_scale'),
		},
	];
}

function stylingOptions(): INodeProperties[] {
	return [
		pickerField({
			displayName: 'Style',
			name: 'stylePreset',
			description: 'Style of the image',
			search: 'searchStyles',
			byHand: { displayName: 'By Name', placeholder: 'e.g. Watercolor' },
			routing: toBody('style_preset'),
		}),
		styleReferencesField(),
		{
			displayName: 'LoRA Strength',
			name: 'loraStrength',
			type: 'number',
			typeOptions: { minValue: 0, maxValue: 100, numberPrecision: 0 },
			default: 50,
			description: "Strength of the model's LoRA adapters, 0 to 100",
			routing: toBody('lora_strength'),
		},
	];
}

function styleReferencesField(): INodeProperties {
	return {
		displayName: 'Style References',
		name: 'styleReferences',
		type: 'fixedCollection',
		typeOptions: { multipleValues: true },
		default: {},
		placeholder: 'Add Reference',
		description: 'Images to take the style from, for models that support it. Under 8 MB each.',
		options: [{ displayName: 'Reference', name: 'reference', values: referenceRowFields() }],
	};
}

function referenceRowFields(): INodeProperties[] {
	return [
		...inputImageFields('e.g. https://example.com/look.png'),
		{
			displayName: 'Strength',
			name: 'strength',
			type: 'number',
			typeOptions: { minValue: 0.1, maxValue: 1, numberPrecision: 2 },
			default: 0.5,
			description: 'Strength of the style, 0.1 to 1',
		},
	];
}
