import { checkModel } from '../../../../lib/models/checkModel';
import { addDefaultModel, checkModelChoice } from '../../../../lib/models/chooseModel';
import type { Operation } from '../../../../lib/run/operation';
import { priceOfEdit } from '../../../../lib/cost/price';
import { model } from '../../../common/fields/model';
import { options } from '../../../common/fields/options';
import { outputField } from '../../../common/fields/outputFile';
import { editOptions, editPrompt } from '../../fields/edit';
import { EDIT_LIMITS } from '../../imageLimits';
import { panelImage } from '../../fields/panelImage';
import { addImage } from '../../imageRequest';
import { readImage } from '../../readImage';

export const edit = {
	option: {
		name: 'Edit',
		value: 'edit',
		action: 'Edit an image',
		description: 'Edit an image as described',
		routing: { request: { method: 'POST', url: '/image/edit', encoding: 'stream' } },
	},
	reads: 'image/*',
	bucket: 'image',
	price: priceOfEdit,
	prepare: [checkModelChoice()],
	beforeSend: [addDefaultModel('inpaint'), checkModel('inpaint', EDIT_LIMITS)],
	file: panelImage(addImage),
	read: readImage('edited'),
	fields: [
		model({
			search: 'searchEditModels',
			description: 'Model to use. Leave empty to use the service default.',
		}),
		editPrompt(),
		outputField(),
		options(editOptions()),
	],
} satisfies Operation;
