import type { INodeProperties } from 'n8n-workflow';

import { toBody } from '../../../lib/fields/routing';

/** What to change. */
export function editPrompt(): INodeProperties {
	return {
		displayName: 'Prompt',
		name: 'prompt',
		type: 'string',
		typeOptions: { rows: 3, minLength: 1, maxLength: 32768 },
		required: true,
		default: '',
		placeholder: 'e.g. Make it night and switch the lamps on',
		description: 'Description of the edit',
		routing: toBody('prompt'),
	};
}
