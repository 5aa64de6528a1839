import type { INodeProperties, INodePropertyRouting } from 'n8n-workflow';

import { pickerField } from './picker';

export function apiKeyField(routing?: INodePropertyRouting): INodeProperties {
	return pickerField({
		displayName: 'Key',
		name: 'keyId',
		required: true,
		description: 'API key of the account',
		search: 'searchApiKeys',
		placeholder: 'Select a key...',
		byHand: {
			displayName: 'By ID',
			placeholder: 'e.g. the field "id" that Get Many returns',
			hint: 'The field "id" that Create and Get Many return. Never enter the key itself.',
		},
		...(routing && { routing }),
	});
}
