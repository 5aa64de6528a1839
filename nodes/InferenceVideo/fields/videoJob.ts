import type { INodeProperties } from 'n8n-workflow';

import { toBody } from '../../../lib/description/routing';
import { model } from '../../common/fields/model';
import { consent } from './consent';
import { media } from './media';
import { duration, pricedOptions } from './videoOptions';

/** What is to be made, out of what, and by which model. */
export function videoJobFields(): INodeProperties[] {
	return [
		model({
			search: 'searchVideoModels',
			description:
				'Model that makes the video. If empty, the default of the service: one for images if Media has a First Image, otherwise one for text',
		}),
		{
			displayName: 'Prompt',
			name: 'prompt',
			type: 'string',
			typeOptions: { rows: 3, maxLength: 10000 },
			default: '',
			placeholder: 'e.g. A paper boat on a stream, slow camera',
			description: 'What is to happen in the video. Only models that enlarge a video do without.',
			routing: toBody('prompt'),
		},
		duration(),
		media(),
	];
}

/** How it is to be made. */
export function videoJobOptions(): INodeProperties[] {
	return [
		...pricedOptions(),
		consent(),
		{
			displayName: 'Elements',
			name: 'elements',
			type: 'json',
			typeOptions: { shape: 'array', maxItems: 4, rows: 4 },
			default: '[]',
			placeholder:
				'e.g. [{ "frontal_image_url": "https://...", "reference_image_urls": ["https://..."] }]',
			description:
				'JSON array of up to 4 things to keep the same, named @Element1 and so on in the prompt',
			routing: toBody('elements'),
		},
		{
			displayName: 'Negative Prompt',
			name: 'negativePrompt',
			type: 'string',
			typeOptions: { maxLength: 10000 },
			default: '',
			description: 'What is not to be in the video',
			routing: toBody('negative_prompt'),
		},
	];
}
