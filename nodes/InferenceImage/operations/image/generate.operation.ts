import type { Operation } from '../../../../lib/run/operation';
import { priceOfImage } from '../../../../lib/cost/price';
import { toBody } from '../../../../lib/fields/routing';
import { addDefaultModel, checkModelChoice } from '../../../../lib/models/chooseModel';
import { checkModel } from '../../../../lib/models/checkModel';
import { model } from '../../../common/fields/model';
import { outputField } from '../../../common/fields/outputFile';
import { generateOptions } from '../../fields/generateOptions';
import { IMAGE_FALLBACK } from '../../imageFallback';
import { GENERATE_LIMITS } from '../../imageLimits';
import { addStyleReferences, chooseBinary, readGenerated } from '../../generateImage';

export const generate = {
	option: {
		name: 'Generate',
		value: 'generate',
		action: 'Generate an image',
		description: 'Generate an image from a description',
		routing: { request: { method: 'POST', url: '/image/generate' } },
	},
	bucket: 'image',
	price: priceOfImage,
	fallback: IMAGE_FALLBACK,
	prepare: [checkModelChoice(), chooseBinary],
	beforeSend: [addDefaultModel('image'), checkModel('image', GENERATE_LIMITS), addStyleReferences],
	read: readGenerated,
	fields: [
		model({
			search: 'searchImageModels',
			description: 'Model to use. Leave empty to use the service default.',
		}),
		{
			displayName: 'Prompt',
			name: 'prompt',
			type: 'string',
			typeOptions: { rows: 3, minLength: 1, maxLength: 7500 },
			required: true,
			default: '',
			placeholder: 'e.g. A lighthouse in the fog, watercolor',
			description: 'Description of the image to generate',
			routing: toBody('prompt'),
		},
		outputField(),
		generateOptions(),
	],
} satisfies Operation;
