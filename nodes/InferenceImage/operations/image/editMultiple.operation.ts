import { toBody } from '../../../../lib/fields/routing';
import { checkModel } from '../../../../lib/models/checkModel';
import { addDefaultModel, checkModelChoice } from '../../../../lib/models/chooseModel';
import { combines } from '../../../../lib/models/defaultRecord';
import type { Operation } from '../../../../lib/run/operation';
import { priceOfEdit } from '../../../../lib/cost/price';
import { model } from '../../../common/fields/model';
import { options } from '../../../common/fields/options';
import { outputField } from '../../../common/fields/outputFile';
import { addImages, checkImageRows } from '../../editMultiple';
import { editOptions, quality, editPrompt, imageRows } from '../../fields/edit';
import { EDIT_LIMITS } from '../../imageLimits';
import { readImage } from '../../readImage';

export const editMultiple = {
	option: {
		name: 'Edit Multiple',
		value: 'editMultiple',
		action: 'Edit several images together',
		description: 'Combine a base image with other images or masks as described',
		routing: { request: { method: 'POST', url: '/image/multi-edit', encoding: 'stream' } },
	},
	reads: 'image/*',
	bucket: 'image',
	price: priceOfEdit,
	prepare: [checkModelChoice('modelId'), checkImageRows],
	beforeSend: [
		addDefaultModel('inpaint', () => ({ name: 'combines', fits: combines }), 'modelId'),
		checkModel('inpaint', EDIT_LIMITS, 'modelId'),
		addImages,
	],
	read: readImage('edited'),
	fields: [
		{
			...model({
				search: 'searchCombiningModels',
				description:
					'Model to use. It limits how many images can be combined. Leave empty to use the service default.',
			}),
			routing: toBody('modelId'),
		},
		imageRows(),
		editPrompt(),
		outputField(),
		options([...editOptions(), quality()]),
	],
} satisfies Operation;
