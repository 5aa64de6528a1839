import type { INodeProperties } from 'n8n-workflow';

import { toBody } from '../../../lib/fields/routing';
import { pickerField } from './picker';

interface ModelValueFieldOptions {
	displayName: string;
	name: string;
	wire: string;
	/** Name of the list search that offers what the chosen model allows. */
	search: string;
	placeholder: string;
	description: string;
	/** What an empty choice means. */
	empty?: string;
}

export function modelValueField(field: ModelValueFieldOptions): INodeProperties {
	return pickerField({
		displayName: field.displayName,
		name: field.name,
		description: field.description,
		search: field.search,
		placeholder: field.empty ?? `Default ${field.displayName.toLowerCase()}`,
		byHand: {
			displayName: 'By Value',
			placeholder: field.placeholder,
			hint: 'Sent as is, without checking it against the model',
		},
		routing: toBody(field.wire),
	});
}
