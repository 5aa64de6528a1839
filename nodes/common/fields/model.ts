import type { INodeProperties } from 'n8n-workflow';

import { toBody } from '../../../lib/fields/routing';
import { pickerField } from './picker';

interface ModelFieldOptions {
	/** Name of the list search that offers the models of the right type. */
	search: string;
	/** Whether an empty choice is refused; otherwise it means the default, which is the first of the list. */
	required?: boolean;
	description: string;
}

/** How a model is entered that the list does not show. */
export const MODEL_BY_HAND = {
	displayName: 'By ID',
	placeholder: 'e.g. an ID from Inference Models > Get Many',
};

export function modelField({
	search,
	required = false,
	description,
}: ModelFieldOptions): INodeProperties {
	return pickerField({
		displayName: 'Model',
		name: 'model',
		required,
		description,
		builderHint: {
			propertyHint: `Take a model from ${search}, never that of another operation. ${required ? 'The call is refused without one.' : 'An empty choice from the list is the default.'}`,
		},
		search,
		placeholder: required ? 'Select a model...' : 'Default model',
		byHand: MODEL_BY_HAND,
		routing: toBody('model'),
	});
}
