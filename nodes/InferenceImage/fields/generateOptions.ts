import type { INodeProperties } from 'n8n-workflow';

import { toBody } from '../../../lib/fields/routing';
import { fallback } from '../../common/fields/fallback';
import { optionGroup, options } from '../../common/fields/options';
import { IMAGE_FALLBACK } from '../imageFallback';
import { sharedImageOptions } from './editOptions';
import { samplingOptions } from './samplingOptions';
import { sizeOptions } from './sizeOptions';
import { stylingOptions } from './stylingOptions';

/** The optional settings of image generation, in groups by use; what is not added is not sent. */
export function generateOptions(): INodeProperties {
	return options(
		[...generalOptions(), ...sharedImageOptions()],
		[
			optionGroup('Size and Quality', 'sizeAndQuality', sizeOptions()),
			optionGroup('Styling', 'styling', stylingOptions()),
			optionGroup('Sampling', 'sampling', samplingOptions()),
			fallback(IMAGE_FALLBACK, { search: 'searchImageModels' }),
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
