import type { INodeProperties } from 'n8n-workflow';

import { toBody } from '../../../lib/fields/routing';
import { inputImageFields } from '../../common/fields/inputFileFields';
import { pickerField } from '../../common/fields/picker';

export function stylingOptions(): INodeProperties[] {
	return [
		pickerField({
			displayName: 'Style',
			name: 'stylePreset',
			description: 'Style of the image',
			search: 'searchStyles',
			byHand: { displayName: 'By Name', placeholder: 'e.g. Watercolor' },
			routing: toBody('style_preset'),
		}),
		styleReferencesField(),
		{
			displayName: 'LoRA Strength',
			name: 'loraStrength',
			type: 'number',
			typeOptions: { minValue: 0, maxValue: 100, numberPrecision: 0 },
			default: 50,
			description: "Strength of the model's LoRA adapters, 0 to 100",
			routing: toBody('lora_strength'),
		},
	];
}

function styleReferencesField(): INodeProperties {
	return {
		displayName: 'Style References',
		name: 'styleReferences',
		type: 'fixedCollection',
		typeOptions: { multipleValues: true },
		default: {},
		placeholder: 'Add Reference',
		description: 'Images to take the style from, for models that support it. Under 8 MB each.',
		options: [{ displayName: 'Reference', name: 'reference', values: referenceRowFields() }],
	};
}

function referenceRowFields(): INodeProperties[] {
	return [
		...inputImageFields('e.g. https://example.com/look.png'),
		{
			displayName: 'Strength',
			name: 'strength',
			type: 'number',
			typeOptions: { minValue: 0.1, maxValue: 1, numberPrecision: 2 },
			default: 0.5,
			description: 'Strength of the style, 0.1 to 1',
		},
	];
}
