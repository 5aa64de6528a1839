import type { INodeProperties } from 'n8n-workflow';

import { toBody } from '../../../lib/fields/routing';

interface ModelFieldOptions {
	/** Name of the list search that offers the models of the right type. */
	search: string;
	/** Whether an empty choice is refused; otherwise it means the default, which is the first of the list. */
	required?: boolean;
	description: string;
}

/** The model picker: from the list, or by ID. */
export function modelField({ search, required, description }: ModelFieldOptions): INodeProperties {
	return {
		displayName: 'Model',
		name: 'model',
		type: 'resourceLocator',
		required: required === true,
		default: { mode: 'list', value: '' },
		description,
		builderHint: {
			propertyHint: `Each operation has models of its own: take one from ${search}, never the model of another operation. ${required === true ? 'Always set it: the call is refused without one.' : 'Optional: an empty choice from the list is the default of the service.'}`,
		},
		modes: [
			{
				displayName: 'From List',
				name: 'list',
				type: 'list',
				placeholder: required === true ? 'Select a model...' : 'Default model',
				typeOptions: { searchListMethod: search, searchable: true },
			},
			{
				displayName: 'By ID',
				name: 'id',
				type: 'string',
				placeholder: 'e.g. an ID from Inference Models > Get Many',
			},
		],
		routing: toBody('model'),
	};
}
