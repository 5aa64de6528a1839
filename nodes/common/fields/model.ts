import type { INodeProperties } from 'n8n-workflow';

import { toBody } from '../../../lib/description/routing';

interface ModelField {
	/** Name of the list search that offers the models of the right type. */
	search: string;
	/** What is chosen at first; an empty value leaves the choice to the service. */
	initial?: { value: string; cachedResultName?: string };
	required?: boolean;
	description: string;
}

/** The model picker: from the list, or by ID. */
export function model({
	search,
	initial = { value: '' },
	required,
	description,
}: ModelField): INodeProperties {
	return {
		displayName: 'Model',
		name: 'model',
		type: 'resourceLocator',
		required: required === true,
		default: { mode: 'list', ...initial },
		description,
		builderHint: {
			propertyHint: `Each operation has models of its own: take one from ${search}, never the model of another operation. ${ifEmpty(initial.value, required)}`,
		},
		modes: [
			{
				displayName: 'From List',
				name: 'list',
				type: 'list',
				placeholder: 'Select a model...',
				typeOptions: { searchListMethod: search, searchable: true },
			},
			{
				displayName: 'By ID',
				name: 'id',
				type: 'string',
				placeholder: 'e.g. the ID that Inference Models > Get Many gives',
			},
		],
		routing: toBody('model'),
	};
}

function ifEmpty(initial: string, required?: boolean) {
	if (initial !== '') return 'The default works.';
	return required ? 'Always set it: the call is refused without one.' : 'Optional.';
}
