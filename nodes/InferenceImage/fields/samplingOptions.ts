import type { INodeProperties } from 'n8n-workflow';

import { toBody } from '../../../lib/fields/routing';

/** Settings of how a model draws the image. */
export function samplingOptions(): INodeProperties[] {
	return [
		{
			displayName: 'Seed',
			name: 'seed',
			type: 'number',
			typeOptions: { minValue: -999999999, maxValue: 999999999, numberPrecision: 0 },
			default: 1,
			description:
				'Number that makes results repeatable: the same seed produces a similar image. Leave empty to use a random number.',
			routing: toBody('seed'),
		},
		{
			displayName: 'Steps',
			name: 'steps',
			type: 'number',
			typeOptions: { minValue: 1, numberPrecision: 0 },
			default: 8,
			description: 'Number of inference steps. The model sets the limit.',
			routing: toBody('steps'),
		},
		{
			displayName: 'CFG Scale',
			name: 'cfgScale',
			type: 'number',
			typeOptions: { minValue: 0, aboveMin: true, maxValue: 20, numberPrecision: 2 },
			default: 7.5,
			description: 'How closely the image follows the prompt, above 0 and up to 20',
			routing: toBody('cfg_scale'),
		},
	];
}
