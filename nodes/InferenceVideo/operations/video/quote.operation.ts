import type { IHttpRequestOptions } from 'n8n-workflow';

import type { ItemContext } from '../../../../lib/core/execution';
import { isRecord } from '../../../../lib/core/record';
import { toBody } from '../../../../lib/fields/routing';
import { addDefaultModel, checkModelChoice } from '../../../../lib/models/chooseModel';
import { startsFrom } from '../../../../lib/models/defaultRecord';
import type { DefaultModelFilter } from '../../../../lib/models/chooseModel';
import { mergeIntoBody } from '../../../../lib/wire/body';
import type { Operation } from '../../../../lib/run/operation';
import { modelField } from '../../../common/fields/picker';
import { optionsField } from '../../../common/fields/optionGroup';
import { readQuote } from '../../../common/jobAnswers';
import { durationField, pricedVideoOptions } from '../../fields/videoOptions';
import { pictureOfItem } from '../../startImage';
import { addDefaultDuration } from '../../videoJobKind';
import { withReferenceTotal } from '../../videoQuote';

export const quoteVideo = {
	option: {
		name: 'Quote',
		value: 'quote',
		action: 'Quote the price of a video',
		description: 'Get the price of a video in USD',
		routing: { request: { method: 'POST', url: '/video/quote' } },
	},
	free: true,
	prepare: [checkModelChoice()],
	beforeSend: [
		addDefaultModel('video', quotedModelChoiceOf),
		addDefaultDuration,
		addReferenceTotal,
	],
	read: readQuote,
	fields: [
		modelField({
			search: 'searchVideoModels',
			description:
				'Model to quote. Leave empty to use the same default as Generate, which depends on whether the item has an image.',
		}),
		durationField(),
		optionsField([
			...pricedVideoOptions(),
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
		]),
	],
} satisfies Operation;

/** The default model that Generate takes for this item. */
async function quotedModelChoiceOf(context: ItemContext): Promise<DefaultModelFilter> {
	const pictures = await pictureOfItem(context, 'choose a Model');
	const name = pictures.length > 0 ? 'image' : 'text';
	return { name, fits: startsFrom(name) };
}

/** Says that there is no reference video, where a price needs that. */
async function addReferenceTotal(this: ItemContext, options: IHttpRequestOptions) {
	mergeIntoBody(options, withReferenceTotal(isRecord(options.body) ? options.body : {}));
}
