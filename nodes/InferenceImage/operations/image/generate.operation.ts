import type { Operation } from '../../../../lib/run/operation';
import { priceOfImage } from '../../../../lib/cost/operationPrices';
import { toBody } from '../../../../lib/fields/routing';
import { addDefaultModel, checkModelChoice } from '../../../../lib/models/chooseModel';
import { checkModel } from '../../../../lib/models/checkModel';
import { modelField } from '../../../common/fields/model';
import { outputFileField } from '../../../common/fields/outputFileFields';
import { generateOptions } from '../../fields/generateOptions';
import { IMAGE_FALLBACK } from '../../imageFallback';
import { GENERATE_LIMITS } from '../../imageLimits';
import { addStyleReferences, chooseAnswerFormat, readGenerated } from '../../generateImage';

export const generateImage = {
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
	prepare: [checkModelChoice(), chooseAnswerFormat],
	beforeSend: [addDefaultModel('image'), checkModel('image', GENERATE_LIMITS), addStyleReferences],
	read: readGenerated,
	fields: [
		modelField({
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
		outputFileField(),
		generateOptions(),
	],
} satisfies Operation;
