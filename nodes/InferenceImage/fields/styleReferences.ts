import type { INodeProperties } from 'n8n-workflow';

import { inputImage } from '../../common/fields/inputFile';

/** Pictures whose look is taken over. */
export function styleReferences(): INodeProperties {
	return {
		displayName: 'Style References',
		name: 'styleReferences',
		type: 'fixedCollection',
		typeOptions: { multipleValues: true },
		default: {},
		placeholder: 'Add Reference',
		description: 'Images to take the style from, for models that support it. Under 8 MB each.',
		options: [{ displayName: 'Reference', name: 'reference', values: referenceValues() }],
	};
}

function referenceValues(): INodeProperties[] {
	return [
		...inputImage('e.g. https://example.com/look.png'),
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
