import type { INodeProperties } from 'n8n-workflow';

import { toBody } from '../../../lib/description/routing';
import { optionGroup, options } from '../../common/fields/options';
import { sharedImageOptions } from './editOptions';
import { samplingOptions } from './samplingOptions';
import { sizeOptions } from './sizeOptions';
import { stylingOptions } from './stylingOptions';

/** The optional settings of image generation, in groups by use; what is not added is not sent. */
export function generateOptions(): INodeProperties[] {
	return [
		options([...generalOptions(), ...sharedImageOptions()]),
		optionGroup('Size and Quality', 'sizeAndQuality', sizeOptions()),
		optionGroup('Styling', 'styling', stylingOptions()),
		optionGroup('Sampling', 'sampling', samplingOptions()),
	];
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
			description: 'What to keep out of the image',
			routing: toBody('negative_prompt'),
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
		{
			displayName: 'Web Search',
			name: 'enableWebSearch',
			type: 'boolean',
			default: false,
			description: 'Whether the model looks things up first, where supported; costs extra',
			routing: toBody('enable_web_search'),
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
	];
}
