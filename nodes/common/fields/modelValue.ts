import type { INodeProperties } from 'n8n-workflow';

import { toBody } from '../../../lib/fields/routing';

interface ModelValueFieldOptions {
	displayName: string;
	name: string;
	/** Name on the wire. */
	wire: string;
	/** Name of the list search that offers what the chosen model allows. */
	search: string;
	placeholder: string;
	description: string;
	/** What an empty choice means. */
	empty?: string;
}

/** A field whose values depend on the chosen model: from its list, or any value of the user's own. */
export function modelValueField(field: ModelValueFieldOptions): INodeProperties {
	return {
		displayName: field.displayName,
		name: field.name,
		type: 'resourceLocator',
		default: { mode: 'list', value: '' },
		description: field.description,
		modes: [
			{
				displayName: 'From List',
				name: 'list',
				type: 'list',
				placeholder: field.empty ?? `Default ${field.displayName.toLowerCase()}`,
				typeOptions: { searchListMethod: field.search, searchable: true },
			},
			{
				displayName: 'By Value',
				name: 'id',
				type: 'string',
				placeholder: field.placeholder,
				hint: 'Sent as it is, without a check against the model',
			},
		],
		routing: toBody(field.wire),
	};
}
