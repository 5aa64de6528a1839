import type { INodeProperties } from 'n8n-workflow';

import { toBody } from '../../../lib/fields/routing';

export function userField(): INodeProperties {
	return {
		displayName: 'User',
		name: 'user',
		type: 'string',
		typeOptions: {
			maxLength: 128,
			pattern: '^(?!.*[|]{2})[ -~]*$',
			patternWords: 'letters, digits and signs of ASCII, without ||',
		},
		default: '',
		placeholder: 'e.g. customer-42',
		description:
			'Anonymous ID of the end user, up to 128 characters. Do not use a name or an email address.',
		routing: toBody('anon_user_id'),
	};
}
