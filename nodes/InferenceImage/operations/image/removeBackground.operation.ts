import type { Operation } from '../../../../lib/run/operation';
import { unknownPrice } from '../../../../lib/cost/operationPrices';
import { optionsField } from '../../../common/fields/optionGroup';
import { fileNameField, outputFileField } from '../../../common/fields/outputFileFields';
import { userField } from '../../../common/fields/user';
import { stopOnFlagField } from '../../fields/imageFields';
import { imageFileInput, addImageOrUrl } from '../../imageRequest';
import { createImageReader } from '../../readImage';

export const removeBackground = {
	option: {
		name: 'Remove Background',
		value: 'removeBackground',
		action: 'Remove the background of an image',
		description: 'Make everything but the foreground transparent',
		routing: { request: { method: 'POST', url: '/image/background-remove', encoding: 'stream' } },
	},
	answerType: 'image/*',
	bucket: 'image',
	price: unknownPrice,
	file: imageFileInput(addImageOrUrl),
	read: createImageReader('cutout'),
	fields: [
		outputFileField(),
		optionsField([fileNameField('cutout.png'), stopOnFlagField(), userField()]),
	],
} satisfies Operation;
