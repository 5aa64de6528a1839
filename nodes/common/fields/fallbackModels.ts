import type { INodeProperties } from 'n8n-workflow';

import { FALLBACK_PARAMETER } from '../../../lib/run/fallback/choices';
import type { FallbackRule } from '../../../lib/run/fallback/types';
import { MODEL_BY_HAND, pickerField } from './picker';
import { optionGroup } from './optionGroup';

interface FallbackField {
	/** Name of the list search that offers the models of the right type. */
	search: string;
	beside?: INodeProperties[];
}

/** The models to try when the chosen one does not answer, and what they may cost; nothing of it is sent. */
export function fallbackModelsGroup(
	{ prices }: FallbackRule,
	{ search, beside = [] }: FallbackField,
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
				'Models to try in this order if the chosen one is offline, withdrawn, over capacity or at its rate limit, and the failed call was certainly not charged',
			options: [
				{ displayName: 'Model', name: 'model', values: [fallbackModelField(search), ...beside] },
			],
		},
	]);
	// It opens with a row to fill in.
	return { ...group, default: { models: { model: [{ model: { mode: 'list', value: '' } }] } } };
}

function fallbackModelField(search: string): INodeProperties {
	return pickerField({
		displayName: 'Model',
		name: 'model',
		description: 'Model to try',
		builderHint: {
			propertyHint: `Take a model from ${search}, of the same kind as the first model. Optional: without one, a call that fails is not tried with another model.`,
		},
		search,
		placeholder: 'Select a model...',
		byHand: MODEL_BY_HAND,
	});
}
