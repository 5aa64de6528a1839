import type { Operation } from '../../../../lib/description/operation';
import { toBody } from '../../../../lib/description/routing';
import { checkModel } from '../../../../lib/models/checkModel';
import { byLabel } from '../../../common/fields/byLabel';
import { model } from '../../../common/fields/model';
import { outputField } from '../../../common/fields/outputFile';
import { editLimits } from '../../editLimits';
import { addImages, checkImageRows } from '../../editMultiple';
import { editOptions, quality } from '../../fields/editOptions';
import { editPrompt } from '../../fields/editPrompt';
import { imageRows } from '../../fields/imageRows';
import { readImage } from '../../readImage';

export const editMultiple = {
	option: {
		name: 'Edit Multiple',
		value: 'editMultiple',
		action: 'Edit an image with layers and masks',
		description: 'Combine a base image with more images or masks by instruction',
		routing: { request: { method: 'POST', url: '/image/multi-edit', encoding: 'stream' } },
	},
	bucket: 'image',
	compose: [checkImageRows],
	attach: [checkModel('inpaint', editLimits(), 'modelId'), addImages],
	read: readImage('edited'),
	fields: [
		{
			...model({
				search: 'searchEditModels',
				required: true,
				description: 'Model that edits. It sets how many images it can combine',
			}),
			routing: toBody('modelId'),
		},
		imageRows(),
		editPrompt(),
		outputField(),
		{
			displayName: 'Options',
			name: 'options',
			type: 'collection',
			placeholder: 'Add option',
			default: {},
			options: byLabel([...editOptions(), quality()]),
		},
	],
} satisfies Operation;
