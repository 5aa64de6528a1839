import type { INodeProperties } from 'n8n-workflow';

import { toBody } from '../../../lib/fields/routing';
import { modelValue } from '../../common/fields/modelValue';
import { quality } from './editOptions';

/** Shape, size and quality tier of a generated image; a model takes a ratio and a tier, or pixels. */
export function sizeOptions(): INodeProperties[] {
	return [
		modelValue({
			displayName: 'Aspect Ratio',
			name: 'aspectRatio',
			wire: 'aspect_ratio',
			search: 'searchAspectRatios',
			placeholder: 'e.g. 16:9',
			description: 'Aspect ratio of the image, for models that use one instead of width and height',
		}),
		modelValue({
			displayName: 'Resolution',
			name: 'resolution',
			wire: 'resolution',
			search: 'searchResolutions',
			placeholder: 'e.g. 2K',
			description: 'Size tier, for models that have one',
		}),
		quality(),
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
