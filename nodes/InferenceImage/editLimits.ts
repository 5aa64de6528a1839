import type { ModelLimit } from '../../lib/models/checkModel';

/** What the record of an edit model may limit. */
export function editLimits(): ModelLimit[] {
	return [
		{ wire: 'prompt', label: 'Prompt', kind: 'length', facts: ['promptCharacterLimit'] },
		{
			wire: 'aspect_ratio',
			label: 'Aspect Ratio',
			kind: 'values',
			facts: ['aspectRatios'],
			parameter: 'options.aspectRatio',
		},
		{
			wire: 'resolution',
			label: 'Resolution',
			kind: 'values',
			facts: ['resolutions'],
			parameter: 'options.resolution',
		},
		{ wire: 'quality', label: 'Quality', kind: 'values', facts: ['qualities'] },
	];
}
