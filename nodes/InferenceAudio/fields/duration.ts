import type { INodeProperties } from 'n8n-workflow';

import { toBody } from '../../../lib/description/routing';

/** How long the audio is to be. */
export function duration(): INodeProperties {
	return {
		displayName: 'Duration',
		name: 'durationSeconds',
		type: 'number',
		typeOptions: { minValue: 1, numberPrecision: 0 },
		default: 30,
		description: 'Length in seconds, on models that take one',
		routing: toBody('duration_seconds'),
	};
}
