import type { INodeProperties, INodePropertyRouting } from 'n8n-workflow';

/** The picker of an API key of the account: from its list, or by ID. */
export function apiKeyField(routing?: INodePropertyRouting): INodeProperties {
	return {
		displayName: 'Key',
		name: 'keyId',
		type: 'resourceLocator',
		required: true,
		default: { mode: 'list', value: '' },
		description: 'API key of the account',
		modes: [
			{
				displayName: 'From List',
				name: 'list',
				type: 'list',
				placeholder: 'Select a key...',
				typeOptions: { searchListMethod: 'searchApiKeys', searchable: true },
			},
			{
				displayName: 'By ID',
				name: 'id',
				type: 'string',
				placeholder: 'e.g. the field "id" that Get Many returns',
				hint: 'The field "id" that Create and Get Many return. Never enter the key itself.',
			},
		],
		...(routing && { routing }),
	};
}
