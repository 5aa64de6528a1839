import type { ModelLimit } from '../../lib/models/checkModel';

/** What the record of a video model may limit. */
export function videoLimits(): ModelLimit[] {
	return [
		{ wire: 'prompt', label: 'Prompt', kind: 'length', facts: ['prompt_character_limit'] },
		{
			wire: 'negative_prompt',
			label: 'Negative Prompt',
			kind: 'length',
			facts: ['prompt_character_limit'],
		},
		{
			wire: 'duration',
			label: 'Duration',
			kind: 'values',
			facts: ['durations'],
			parameter: 'duration',
		},
		{
			wire: 'aspect_ratio',
			label: 'Aspect Ratio',
			kind: 'values',
			facts: ['aspect_ratios'],
			parameter: 'options.aspectRatio',
		},
		{
			wire: 'resolution',
			label: 'Resolution',
			kind: 'values',
			facts: ['resolutions'],
			parameter: 'options.resolution',
		},
		{ wire: 'audio', label: 'Audio', kind: 'flag', facts: ['audio_configurable'] },
	];
}
