import type { INodeProperties } from 'n8n-workflow';

import { FALLBACK_PARAMETER } from '../../../lib/run/fallback/choices';
import type { FallbackRule } from '../../../lib/run/fallback/types';
import { MODEL_BY_HAND, pickerField } from './picker';
import { optionGroup } from './optionGroup';

/**
 * The models to try when the chosen one does not answer, and what they may cost; nothing of it is sent. The node lists them by
 * its search `searchFallbackModels`, without the default: a row needs a name.
 */
export function fallbackModelsGroup(
	{ prices }: FallbackRule,
	beside: INodeProperties[] = [],
): INodeProperties {
	const group = optionGroup('Fallback Models', FALLBACK_PARAMETER, [
		...prices.map(({ name, label }): INodeProperties => {
			return {
				displayName: label,
				name,
				type: 'number',
				typeOptions: { minValue: 0 },
				default: 1,
				description:
					'Maximum price of a fallback model in the model list. A model that costs more or has no known price is not used.',
			};
		}),
		{
			displayName: 'Models',
			name: 'models',
			type: 'fixedCollection',
			typeOptions: { multipleValues: true, sortable: true },
			default: {},
			placeholder: 'Add Model',
			description:
				'Models to try in this order if the chosen one is offline, withdrawn, out of reach, at capacity or at its rate limit, and the failed call was certainly not charged',
			options: [{ displayName: 'Model', name: 'model', values: [fallbackModelField(), ...beside] }],
		},
	]);
	// It opens with a row to fill in.
	return { ...group, default: { models: { model: [{ model: { mode: 'list', value: '' } }] } } };
}

function fallbackModelField(): INodeProperties {
	return pickerField({
		displayName: 'Model',
		name: 'model',
		required: true,
		description: 'Model to try',
		builderHint: {
			propertyHint:
				'Take a model from searchFallbackModels. Optional: without one, a call that fails is not tried with another model.',
		},
		search: 'searchFallbackModels',
		placeholder: 'Select a model...',
		byHand: MODEL_BY_HAND,
	});
}
