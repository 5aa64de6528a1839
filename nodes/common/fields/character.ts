import type { INodeProperties } from 'n8n-workflow';

import { toPath } from '../../../lib/fields/routing';
import { pickerField } from './picker';

export function characterField(): INodeProperties {
	return pickerField({
		displayName: 'Character',
		name: 'character',
		required: true,
		description: 'Public character',
		search: 'searchCharacters',
		placeholder: 'Select a character...',
		byHand: {
			displayName: 'By Slug',
			placeholder: 'e.g. the last part of its public address',
			hint: 'The field "slug" that Get Many returns, also called public ID. Do not use the field "id".',
		},
		routing: toPath('slug'),
	});
}
