import type { Operation } from '../../../../lib/run/operation';
import { unknownPrice } from '../../../../lib/cost/price';
import { options } from '../../../common/fields/options';
import { fileName, outputField } from '../../../common/fields/outputFile';
import { user } from '../../../common/fields/user';
import { stopOnFlag } from '../../fields/edit';
import { panelImage } from '../../fields/panelImage';
import { addImageOrUrl } from '../../imageRequest';
import { readImage } from '../../readImage';

export const removeBackground = {
	option: {
		name: 'Remove Background',
		value: 'removeBackground',
		action: 'Remove the background of an image',
		description: 'Make everything but the foreground transparent',
		routing: { request: { method: 'POST', url: '/image/background-remove', encoding: 'stream' } },
	},
	reads: 'image/*',
	bucket: 'image',
	price: unknownPrice,
	file: panelImage(addImageOrUrl),
	read: readImage('cutout'),
	fields: [outputField(), options([fileName('cutout.png'), stopOnFlag(), user()])],
} satisfies Operation;
