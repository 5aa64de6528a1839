import type { ModelLimit } from '../../lib/models/checkModel';

export const EDIT_LIMITS: ModelLimit[] = sharedLimits('options');

export const GENERATE_LIMITS: ModelLimit[] = [
	...sharedLimits('options.sizeAndQuality'),
	{
		wire: 'negative_prompt',
		label: 'Negative Prompt',
		kind: 'length',
		facts: ['promptCharacterLimit'],
	},
	{ wire: 'width', label: 'Width (Pixels)', kind: 'divisor', facts: ['widthHeightDivisor'] },
	{ wire: 'height', label: 'Height (Pixels)', kind: 'divisor', facts: ['widthHeightDivisor'] },
	{ wire: 'steps', label: 'Steps', kind: 'most', facts: ['steps'] },
];

/** The limits of every kind of model; `group` is the collection of the panel that holds the values of size. */
function sharedLimits(group: string): ModelLimit[] {
	return [
		{ wire: 'prompt', label: 'Prompt', kind: 'length', facts: ['promptCharacterLimit'] },
		{ wire: 'quality', label: 'Quality', kind: 'values', facts: ['qualities'] },
		{
			wire: 'aspect_ratio',
			label: 'Aspect Ratio',
			kind: 'values',
			facts: ['aspectRatios'],
			parameter: `${group}.aspectRatio`,
		},
		{
			wire: 'resolution',
			label: 'Resolution',
			kind: 'values',
			facts: ['resolutions'],
			parameter: `${group}.resolution`,
		},
	];
}
