import type { ILoadOptionsFunctions, INodeType, INodeTypeDescription } from 'n8n-workflow';

import type { Resource } from '../../lib/run/operation';
import { walletDescription } from '../common/baseDescription';
import { BUILDER_HINTS } from '../common/builderHints';
import { operationSubtitle } from '../common/subtitle';
import { combinesImages } from '../../lib/models/defaultRecord';
import { ANY_MODEL, searchModels } from '../common/listSearch/searchModels';
import { searchModelValues } from '../common/listSearch/searchModelValues';
import { searchStyles, getManyStyles } from './operations/style/getMany.operation';
import { editImage } from './operations/image/edit.operation';
import { editMultipleImages } from './operations/image/editMultiple.operation';
import { generateImage } from './operations/image/generate.operation';
import { removeBackground } from './operations/image/removeBackground.operation';
import { upscaleImage } from './operations/image/upscale.operation';

/** What the default model of an edit has to be able to do. */
const fitOfOperation = (context: ILoadOptionsFunctions) =>
	context.getCurrentNodeParameter('operation') === 'editMultiple' ? combinesImages : ANY_MODEL;

const RESOURCES: Resource[] = [
	{
		name: 'Image',
		value: 'image',
		operations: [generateImage, editImage, editMultipleImages, upscaleImage, removeBackground],
	},
	{ name: 'Style', value: 'style', operations: [getManyStyles] },
];

export class InferenceImage implements INodeType {
	description: INodeTypeDescription = {
		...walletDescription(RESOURCES),
		displayName: 'Inference Image',
		name: 'inferenceImage',
		icon: {
			light: 'file:../../icons/image.svg',
			dark: 'file:../../icons/image.dark.svg',
		},
		subtitle: operationSubtitle(RESOURCES),
		usableAsTool: true,
		description: 'Generate, edit and upscale images',
		builderHint: BUILDER_HINTS.inferenceImage,
		defaults: { name: 'Inference Image' },
	};

	methods = {
		listSearch: {
			searchAspectRatios: searchModelValues('image', ['aspectRatios']),
			searchEditAspectRatios: searchModelValues('inpaint', ['aspectRatios'], fitOfOperation),
			searchCombiningModels: searchModels('inpaint', {
				fits: combinesImages,
				emptyMeans: combinesImages,
			}),
			searchEditModels: searchModels('inpaint', { emptyMeans: ANY_MODEL }),
			searchEditResolutions: searchModelValues('inpaint', ['resolutions'], fitOfOperation),
			searchFallbackModels: searchModels('image'),
			searchImageModels: searchModels('image', { emptyMeans: ANY_MODEL }),
			searchResolutions: searchModelValues('image', ['resolutions']),
			searchStyles,
		},
	};
}
