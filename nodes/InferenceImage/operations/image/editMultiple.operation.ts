import { toBody } from '../../../../lib/fields/routing';
import { checkModel } from '../../../../lib/models/checkModel';
import { addDefaultModel, checkModelChoice } from '../../../../lib/models/chooseModel';
import { combinesImages } from '../../../../lib/models/defaultRecord';
import type { Operation } from '../../../../lib/run/operation';
import { priceOfEdit } from '../../../../lib/cost/operationPrices';
import { modelField } from '../../../common/fields/picker';
import { optionsField } from '../../../common/fields/optionGroup';
import { outputFileField } from '../../../common/fields/outputFileFields';
import { addImages, checkImageRows } from '../../addImages';
import {
	editOptions,
	qualityField,
	editPromptField,
	imageRowsField,
} from '../../fields/imageFields';
import { EDIT_LIMITS } from '../../imageFallback';
import { createImageReader } from '../../readImage';

export const editMultipleImages = {
	option: {
		name: 'Edit Multiple',
		value: 'editMultiple',
		action: 'Edit several images together',
		description: 'Combine a base image with other images or masks as described',
		routing: { request: { method: 'POST', url: '/image/multi-edit', encoding: 'stream' } },
	},
	answerType: 'image/*',
	bucket: 'image',
	price: priceOfEdit,
	prepare: [checkModelChoice('modelId'), checkImageRows],
	beforeSend: [
		addDefaultModel('inpaint', () => ({ name: 'combines', fits: combinesImages }), 'modelId'),
		checkModel('inpaint', EDIT_LIMITS, 'modelId'),
		addImages,
	],
	read: createImageReader('edited'),
	fields: [
		{
			...modelField({
				search: 'searchCombiningModels',
				description:
					'Model to use. It limits how many images can be combined. Leave empty to use the service default.',
			}),
			routing: toBody('modelId'),
		},
		imageRowsField(),
		editPromptField(),
		outputFileField(),
		optionsField([...editOptions(), qualityField()]),
	],
} satisfies Operation;
