import type { INodeProperties } from 'n8n-workflow';

import { toBody } from '../../../lib/fields/routing';

/** The length of the audio. */
export function duration(): INodeProperties {
	return {
		displayName: 'Duration (Seconds)',
		name: 'durationSeconds',
		type: 'number',
		typeOptions: { minValue: 1, numberPrecision: 0 },
		default: 30,
		description: 'Length of the audio, for models that support it',
		routing: toBody('duration_seconds'),
	};
}
