import type { INodeType, INodeTypeDescription } from 'n8n-workflow';

import { operationProperties } from '../../lib/description/operation';
import { walletDescription } from '../common/baseDescription';
import { searchModels } from '../common/listSearch/searchModels';
import { searchModelValues } from '../common/listSearch/searchModelValues';
import { deleteMedia } from './operations/deleteMedia.operation';
import { generate } from './operations/generate.operation';
import { queue } from './operations/queue.operation';
import { quote } from './operations/quote.operation';
import { retrieve } from './operations/retrieve.operation';
import { transcribe } from './operations/transcribe.operation';

export class InferenceVideo implements INodeType {
	description: INodeTypeDescription = {
		...walletDescription(
			operationProperties([generate, quote, queue, retrieve, deleteMedia, transcribe], 'generate'),
		),
		displayName: 'Inference Video',
		name: 'inferenceVideo',
		icon: {
			light: 'file:../../icons/inferenceService.svg',
			dark: 'file:../../icons/inferenceService.dark.svg',
		},
		subtitle: '={{ $parameter["operation"].replace(/([A-Z])/g, " $1").toLowerCase() }}',
		usableAsTool: true,
		description: 'Make and enlarge videos, and get what is said in one as text',
		defaults: { name: 'Inference Video' },
	};

	methods = {
		listSearch: {
			searchAspectRatios: searchModelValues('video', 'aspect_ratios'),
			searchDurations: searchModelValues('video', 'durations'),
			searchResolutions: searchModelValues('video', 'resolutions'),
			searchVideoModels: searchModels('video'),
		},
	};
}
