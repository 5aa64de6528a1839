import type { IExecuteSingleFunctions, IHttpRequestOptions } from 'n8n-workflow';

import { isRecord } from '../../../../lib/core/record';
import { toBody } from '../../../../lib/fields/routing';
import { addDefaultModel, checkModelChoice } from '../../../../lib/models/chooseModel';
import { startsFrom } from '../../../../lib/models/defaultRecord';
import { setBody } from '../../../../lib/wire/body';
import type { Operation } from '../../../../lib/run/operation';
import { model } from '../../../common/fields/model';
import { options } from '../../../common/fields/options';
import { readQuote } from '../../../common/jobAnswers';
import { pricedEnhancement } from '../../fields/enhancement';
import { duration, pricedOptions } from '../../fields/videoOptions';
import { checkEnhancement } from '../../checkEnhancement';
import { checkUrl } from '../../mediaRequest';
import { addDefaultDuration } from '../../videoJob';
import { withReferences } from '../../videoQuote';

export const quote = {
	option: {
		name: 'Quote',
		value: 'quote',
		action: 'Quote the price of a video',
		description: 'Get the price of a video in USD',
		routing: { request: { method: 'POST', url: '/video/quote' } },
	},
	free: true,
	prepare: [checkModelChoice(), checkQuote],
	beforeSend: [
		addDefaultModel('video', () => ({ name: 'text', fits: startsFrom('text') })),
		addDefaultDuration,
		checkEnhancement,
		addReferences,
	],
	read: readQuote,
	fields: [
		model({
			search: 'searchVideoModels',
			description: 'Model to quote. Leave empty to use the service default.',
		}),
		duration(),
		options(
			[
				...pricedOptions(),
				{
					displayName: 'Source Video URL',
					name: 'videoUrl',
					type: 'string',
					default: '',
					placeholder: 'e.g. https://example.com/clip.mp4',
					description: 'Video to upscale. Its length sets the price.',
					routing: toBody('video_url'),
				},
				{
					displayName: 'Reference Video Duration (Seconds)',
					name: 'referenceVideoDuration',
					type: 'number',
					typeOptions: { minValue: 0, maxValue: 75 },
					default: 0,
					description:
						'Total length of all reference videos, up to 75, for models with a price per second',
					routing: toBody('reference_video_total_duration'),
				},
			],
			[pricedEnhancement()],
		),
	],
} satisfies Operation;

/** Says that there is no reference video, where a price needs that. */
async function addReferences(this: IExecuteSingleFunctions, options: IHttpRequestOptions) {
	setBody(options, withReferences(isRecord(options.body) ? options.body : {}));
}

/** Checks the address of the video to upscale. */
function checkQuote(this: IExecuteSingleFunctions, options: IHttpRequestOptions): void {
	const body = isRecord(options.body) ? options.body : {};
	if (typeof body.video_url === 'string') checkUrl(body.video_url, 'Source Video URL');
}
