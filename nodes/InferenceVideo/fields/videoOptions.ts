import type { INodeProperties } from 'n8n-workflow';

import { toBody } from '../../../lib/fields/routing';
import { modelValueField } from '../../common/fields/modelValue';

export function durationField(): INodeProperties {
	return modelValueField({
		displayName: 'Duration',
		name: 'duration',
		wire: 'duration',
		search: 'searchDurations',
		placeholder: 'e.g. 5s',
		empty: 'Shortest',
		description:
			"Duration in the model's own format, such as 5s. Leave empty for the shortest one of the model",
	});
}

export function pricedVideoOptions(): INodeProperties[] {
	return [
		modelValueField({
			displayName: 'Aspect Ratio',
			name: 'aspectRatio',
			wire: 'aspect_ratio',
			search: 'searchAspectRatios',
			placeholder: 'e.g. 16:9',
			description: 'Aspect ratio of the video. Models that list no aspect ratio reject this option',
		}),
		{
			displayName: 'Audio',
			name: 'audio',
			type: 'boolean',
			default: true,
			description:
				'Whether the video has sound. Add this option only for models that let you choose.',
			routing: toBody('audio'),
		},
		modelValueField({
			displayName: 'Resolution',
			name: 'resolution',
			wire: 'resolution',
			search: 'searchResolutions',
			placeholder: 'e.g. 720p',
			description: "Size in the model's own format, such as 720p",
		}),
	];
}
