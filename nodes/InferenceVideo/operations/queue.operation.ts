import type { Operation } from '../../../lib/description/operation';
import { toBody } from '../../../lib/description/routing';
import { checkModel } from '../../../lib/models/checkModel';
import { byLabel } from '../../common/fields/byLabel';
import { model } from '../../common/fields/model';
import { consent } from '../fields/consent';
import { media } from '../fields/media';
import { duration, pricedOptions } from '../fields/videoOptions';
import { videoLimits } from '../videoLimits';
import { addConsent, addMedia, checkVideo } from '../videoRequest';

export const queue = {
	option: {
		name: 'Queue',
		value: 'queue',
		action: 'Queue a video',
		description: 'Start making a video; charged now with an API key, fetched with Retrieve',
		routing: { request: { method: 'POST', url: '/video/queue' } },
	},
	compose: [checkVideo, addConsent],
	attach: [checkModel('video', videoLimits()), addMedia],
	fields: [
		model({
			search: 'searchVideoModels',
			required: true,
			description: 'Model that makes the video',
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
		{
			displayName: 'Options',
			name: 'options',
			type: 'collection',
			placeholder: 'Add option',
			default: {},
			options: byLabel([
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
			]),
		},
	],
} satisfies Operation;
