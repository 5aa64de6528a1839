import { checkModel } from '../../../../lib/models/checkModel';
import { addDefaultModel, checkModelChoice } from '../../../../lib/models/chooseModel';
import type { Operation } from '../../../../lib/run/operation';
import { priceOfEdit } from '../../../../lib/cost/operationPrices';
import { modelField } from '../../../common/fields/picker';
import { optionsField } from '../../../common/fields/optionGroup';
import { outputFileField } from '../../../common/fields/outputFileFields';
import { editOptions, editPromptField } from '../../fields/imageFields';
import { EDIT_LIMITS } from '../../imageFallback';
import { imageFileInput, addImage } from '../../imageRequest';
import { createImageReader } from '../../readImage';

export const editImage = {
	option: {
		name: 'Edit',
		value: 'edit',
		action: 'Edit an image',
		description: 'Edit an image as described',
		routing: { request: { method: 'POST', url: '/image/edit', encoding: 'stream' } },
	},
	answerType: 'image/*',
	bucket: 'image',
	price: priceOfEdit,
	prepare: [checkModelChoice()],
	beforeSend: [addDefaultModel('inpaint'), checkModel('inpaint', EDIT_LIMITS)],
	file: imageFileInput(addImage),
	read: createImageReader('edited'),
	fields: [
		modelField({
			search: 'searchEditModels',
			description: 'Model to use. Leave empty to use the service default.',
		}),
		editPromptField(),
		outputFileField(),
		optionsField(editOptions()),
	],
} satisfies Operation;
