import type { INodeProperties } from 'n8n-workflow';

import { toBody } from '../../../lib/fields/routing';
import { styleReferences } from './styleReferences';

/** Settings of the look of a generated image. */
export function stylingOptions(): INodeProperties[] {
	return [
		{
			displayName: 'Style',
			name: 'stylePreset',
			type: 'resourceLocator',
			default: { mode: 'list', value: '' },
			description: 'Style of the image',
			modes: [
				{
					displayName: 'From List',
					name: 'list',
					type: 'list',
					typeOptions: { searchListMethod: 'searchStyles', searchable: true },
				},
				{ displayName: 'By Name', name: 'id', type: 'string', placeholder: 'e.g. Watercolor' },
			],
			routing: toBody('style_preset'),
		},
		styleReferences(),
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
