import type { ILoadOptionsFunctions, INodeType, INodeTypeDescription } from 'n8n-workflow';

import type { Resource } from '../../lib/run/operation';
import { walletDescription } from '../common/baseDescription';
import { resourcePanel } from '../common/panel';
import { builderHints } from '../common/builderHints';
import { combines } from '../../lib/models/defaultRecord';
import { ANY, searchModels } from '../common/listSearch/searchModels';
import { searchModelValues } from '../common/listSearch/searchModelValues';
import { searchStyles } from '../common/listSearch/searchStyles';
import { operationSubtitle } from '../common/subtitle';
import { edit } from './operations/image/edit.operation';
import { editMultiple } from './operations/image/editMultiple.operation';
import { generate } from './operations/image/generate.operation';
import { getManyStyles } from './operations/style/getMany.operation';
import { removeBackground } from './operations/image/removeBackground.operation';
import { upscale } from './operations/image/upscale.operation';

/** What the default model of an edit has to be able to do. */
const fitsOperation = (context: ILoadOptionsFunctions) =>
	context.getCurrentNodeParameter('operation') === 'editMultiple' ? combines : ANY;

const RESOURCES: Resource[] = [
	{
		name: 'Image',
		value: 'image',
		operations: [generate, edit, editMultiple, upscale, removeBackground],
	},
	{ name: 'Style', value: 'style', operations: [getManyStyles] },
];

export class InferenceImage implements INodeType {
	description: INodeTypeDescription = {
		...walletDescription(resourcePanel(RESOURCES)),
		displayName: 'Inference Image',
		name: 'inferenceImage',
		icon: {
			light: 'file:../../icons/image.svg',
			dark: 'file:../../icons/image.dark.svg',
		},
		subtitle: operationSubtitle(RESOURCES),
		usableAsTool: true,
		description: 'Generate, edit and upscale images',
		builderHint: builderHints.inferenceImage,
		defaults: { name: 'Inference Image' },
	};

	methods = {
		listSearch: {
			searchAspectRatios: searchModelValues('image', ['aspectRatios']),
			searchEditAspectRatios: searchModelValues('inpaint', ['aspectRatios'], fitsOperation),
			searchCombiningModels: searchModels('inpaint', { fits: combines, empty: combines }),
			searchEditModels: searchModels('inpaint', { empty: ANY }),
			searchEditResolutions: searchModelValues('inpaint', ['resolutions'], fitsOperation),
			searchImageModels: searchModels('image', { empty: ANY }),
			searchResolutions: searchModelValues('image', ['resolutions']),
			searchStyles,
		},
	};
}
