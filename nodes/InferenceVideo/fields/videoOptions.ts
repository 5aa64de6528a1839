import type { INodeProperties } from 'n8n-workflow';

import { toBody } from '../../../lib/description/routing';
import { modelValue } from '../../common/fields/modelValue';

/** The length of the video, as the model spells it. */
export function duration(): INodeProperties {
	return modelValue({
		displayName: 'Duration',
		name: 'duration',
		wire: 'duration',
		search: 'searchDurations',
		placeholder: 'e.g. 5s',
		description:
			'Length in the spelling of the model, such as 5s. Only models that enlarge a video do without',
	});
}

/** Options that set the price as well as the result. */
export function pricedOptions(): INodeProperties[] {
	return [
		modelValue({
			displayName: 'Aspect Ratio',
			name: 'aspectRatio',
			wire: 'aspect_ratio',
			search: 'searchAspectRatios',
			placeholder: 'e.g. 16:9',
			description:
				'Shape of the video. Leave out for a model that lists none: it refuses the field',
		}),
		{
			displayName: 'Audio',
			name: 'audio',
			type: 'boolean',
			default: true,
			description:
				'Whether the video has sound. Leave out for a model where that cannot be chosen.',
			routing: toBody('audio'),
		},
		modelValue({
			displayName: 'Resolution',
			name: 'resolution',
			wire: 'resolution',
			search: 'searchResolutions',
			placeholder: 'e.g. 720p',
			description: 'Size in the spelling of the model, such as 720p',
		}),
		{
			displayName: 'Upscale Factor',
			name: 'upscaleFactor',
			type: 'options',
			default: 2,
			description: 'How many times larger each side becomes, on models that enlarge a video',
			options: [
				{ name: '1 (Restore Only)', value: 1 },
				{ name: '2 Times', value: 2 },
				{ name: '4 Times', value: 4 },
			],
			routing: toBody('upscale_factor'),
		},
	];
}
