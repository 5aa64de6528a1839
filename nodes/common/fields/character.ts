import type { INodeProperties } from 'n8n-workflow';

import { toPath } from '../../../lib/fields/routing';

/** The character picker: from the list of the service, or by slug. */
export function characterField(): INodeProperties {
	return {
		displayName: 'Character',
		name: 'character',
		type: 'resourceLocator',
		required: true,
		default: { mode: 'list', value: '' },
		description: 'Public character',
		modes: [
			{
				displayName: 'From List',
				name: 'list',
				type: 'list',
				placeholder: 'Select a character...',
				typeOptions: {
					searchListMethod: 'searchCharacters',
					searchable: true,
				},
			},
			{
				displayName: 'By Slug',
				name: 'id',
				type: 'string',
				placeholder: 'e.g. the last part of its public address',
				hint: 'The field "slug" that Get Many returns, also called public ID. Do not use the field "id".',
			},
		],
		routing: toPath('slug'),
	};
}
