import type { ILoadOptionsFunctions, INodeType, INodeTypeDescription } from 'n8n-workflow';

import type { Resource } from '../../lib/run/operation';
import { startsFrom } from '../../lib/models/defaultRecord';
import { walletDescription } from '../common/baseDescription';
import { builderHints } from '../common/builderHints';
import { searchModelValues } from '../common/listSearch/searchModelValues';
import { searchModels } from '../common/listSearch/searchModels';
import { resourcePanel } from '../common/panel';
import { operationSubtitle } from '../common/subtitle';
import { searchEnhancementModels } from './searchEnhancementModels';
import { mediaHints, startOfMedia } from './mediaRoles';
import { transcribe } from './operations/recording/transcribe.operation';
import { deleteMedia } from './operations/video/delete.operation';
import { generate } from './operations/video/generate.operation';
import { queue } from './operations/video/queue.operation';
import { quote } from './operations/video/quote.operation';
import { retrieve } from './operations/video/retrieve.operation';

/** What the default model has to start from; a quote, which has no media, asks for text. */
const videoDefault = (context: ILoadOptionsFunctions) =>
	startsFrom(
		context.getCurrentNodeParameter('operation') === 'quote'
			? 'text'
			: startOfMedia(
					context.getCurrentNodeParameter('media.medium'),
					context.getCurrentNodeParameter('picture'),
				),
	);

const RESOURCES: Resource[] = [
	{
		name: 'Video',
		value: 'video',
		operations: [generate, quote, queue, retrieve, deleteMedia],
	},
	{ name: 'Recording', value: 'recording', operations: [transcribe] },
];

export class InferenceVideo implements INodeType {
	description: INodeTypeDescription = {
		...walletDescription(resourcePanel(RESOURCES), mediaHints()),
		displayName: 'Inference Video',
		name: 'inferenceVideo',
		icon: {
			light: 'file:../../icons/video.svg',
			dark: 'file:../../icons/video.dark.svg',
		},
		subtitle: operationSubtitle(RESOURCES),
		usableAsTool: true,
		description: 'Generate and upscale videos, and transcribe online videos',
		builderHint: builderHints.inferenceVideo,
		defaults: { name: 'Inference Video' },
	};

	methods = {
		listSearch: {
			searchAspectRatios: searchModelValues('video', ['aspect_ratios'], videoDefault),
			searchEnhancementModels,
			searchDurations: searchModelValues('video', ['durations'], videoDefault),
			searchResolutions: searchModelValues('video', ['resolutions'], videoDefault),
			searchVideoJobModels: searchModels('video'),
			searchVideoModels: searchModels('video', { empty: startsFrom('text') }),
		},
	};
}
