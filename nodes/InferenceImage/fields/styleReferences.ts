import type { INodeProperties } from 'n8n-workflow';

/** Pictures whose look is taken over. */
export function styleReferences(): INodeProperties {
	return {
		displayName: 'Style References',
		name: 'styleReferences',
		type: 'fixedCollection',
		typeOptions: { multipleValues: true },
		default: {},
		placeholder: 'Add Reference',
		description: 'Images whose look is taken over, on models that support it; under 8 MB each',
		options: [{ displayName: 'Reference', name: 'reference', values: referenceValues() }],
	};
}

function referenceValues(): INodeProperties[] {
	return [
		{
			displayName: 'Image From',
			name: 'source',
			type: 'options',
			default: 'binary',
			options: [
				{ name: 'Binary Field', value: 'binary' },
				{ name: 'URL or Base64', value: 'text' },
			],
		},
		{
			displayName: 'Input Binary Field',
			name: 'binaryPropertyName',
			type: 'string',
			default: 'data',
			hint: 'The name of the input binary field containing the image',
			displayOptions: { show: { source: ['binary'] } },
		},
		{
			displayName: 'Image',
			name: 'text',
			type: 'string',
			default: '',
			placeholder: 'e.g. https://example.com/look.png',
			description:
				'The image as a URL, a data URL or base64; the link that another tool gave for its image is right too',
			displayOptions: { show: { source: ['text'] } },
		},
		{
			displayName: 'Strength',
			name: 'strength',
			type: 'number',
			typeOptions: { minValue: 0.1, maxValue: 1, numberPrecision: 2 },
			default: 0.5,
			description: 'How strongly the look is taken over, 0.1 to 1',
		},
	];
}
