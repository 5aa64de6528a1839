import type { ILoadOptionsFunctions, INodeType, INodeTypeDescription } from 'n8n-workflow';

import type { Resource } from '../../lib/run/operation';
import { makesVideo, startsFrom, upscalesVideo } from '../../lib/models/defaultRecord';
import { walletDescription } from '../common/baseDescription';
import { BUILDER_HINTS } from '../common/builderHints';
import { operationSubtitle } from '../common/subtitle';
import { searchModelValues } from '../common/listSearch/searchModelValues';
import { searchModels } from '../common/listSearch/searchModels';
import { deletionRefusalField } from '../common/refusals';
import { searchEnhancementModels } from './checkEnhancement';
import { mediaHints, startKindOf } from './mediaRoles';
import { transcribeVideo } from './operations/recording/transcribe.operation';
import { deleteVideoMedia } from './operations/video/delete.operation';
import { generateVideo } from './operations/video/generate.operation';
import { queueVideo } from './operations/video/queue.operation';
import { quoteVideo } from './operations/video/quote.operation';
import { retrieveVideo } from './operations/video/retrieve.operation';
import { upscaleVideo } from './operations/video/upscale.operation';

/** What the default model has to start from; a quote, which has no media, asks for text. */
const defaultModelFit = (context: ILoadOptionsFunctions) =>
	startsFrom(
		context.getCurrentNodeParameter('operation') === 'quote'
			? 'text'
			: startKindOf(
					context.getCurrentNodeParameter('options.media.medium'),
					context.getCurrentNodeParameter('startImage'),
				),
	);

const RESOURCES: Resource[] = [
	{
		name: 'Video',
		value: 'video',
		operations: [
			generateVideo,
			upscaleVideo,
			quoteVideo,
			queueVideo,
			retrieveVideo,
			deleteVideoMedia,
		],
	},
	{ name: 'Recording', value: 'recording', operations: [transcribeVideo] },
];

export class InferenceVideo implements INodeType {
	description: INodeTypeDescription = {
		...walletDescription(RESOURCES, {
			properties: [deletionRefusalField('video', 'delete')],
			hints: mediaHints(),
		}),
		displayName: 'Inference Video',
		name: 'inferenceVideo',
		icon: {
			light: 'file:../../icons/video.svg',
			dark: 'file:../../icons/video.dark.svg',
		},
		subtitle: operationSubtitle(RESOURCES),
		usableAsTool: true,
		description: 'Generate and upscale videos, and transcribe online videos',
		builderHint: BUILDER_HINTS.inferenceVideo,
		defaults: { name: 'Inference Video' },
	};

	methods = {
		listSearch: {
			searchAspectRatios: searchModelValues('video', ['aspect_ratios'], defaultModelFit),
			searchEnhancementModels,
			searchDurations: searchModelValues('video', ['durations'], defaultModelFit),
			searchResolutions: searchModelValues('video', ['resolutions'], defaultModelFit),
			searchVideoJobModels: searchModels('video'),
			searchUpscaleModels: searchModels('video', {
				fits: upscalesVideo,
				emptyMeans: upscalesVideo,
			}),
			searchVideoModels: searchModels('video', {
				...{ fits: makesVideo, emptyMeans: startsFrom('text') },
			}),
		},
	};
}
