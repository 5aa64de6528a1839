import { toBody } from '../../../../lib/fields/routing';
import type { Operation } from '../../../../lib/run/operation';
import { priceOfUpscale } from '../../../../lib/cost/operationPrices';
import { optionsField } from '../../../common/fields/optionGroup';
import { fileNameField, outputFileField } from '../../../common/fields/outputFileFields';
import { stopOnFlagField } from '../../fields/imageFields';
import { imageFileInput, addDownloadedImage } from '../../imageRequest';
import { createImageReader } from '../../readImage';

export const upscaleImage = {
	option: {
		name: 'Upscale',
		value: 'upscale',
		action: 'Upscale an image',
		description: 'Enlarge an image and sharpen its details',
		routing: { request: { method: 'POST', url: '/image/upscale', encoding: 'stream' } },
	},
	answerType: 'image/*',
	bucket: 'image',
	price: priceOfUpscale,
	file: imageFileInput(addDownloadedImage),
	read: createImageReader('upscaled'),
	fields: [
		{
			displayName: 'Upscale Factor',
			name: 'upscaleFactor',
			type: 'options',
			default: 2,
			description: 'Factor by which each side grows. Very large results are reduced.',
			options: [
				{ name: '2 Times', value: 2 },
				{ name: '4 Times', value: 4 },
			],
			routing: toBody('scale'),
		},
		outputFileField(),
		optionsField([
			{
				displayName: 'Creativity',
				name: 'creativity',
				type: 'number',
				typeOptions: { minValue: 0, maxValue: 0.02, numberPrecision: 3 },
				default: 0.01,
				description: 'How much detail to add (0 to 0.02)',
				routing: toBody('creativity'),
			},
			fileNameField('large.png'),
			stopOnFlagField(),
		]),
	],
} satisfies Operation;
