import type { INodeProperties } from 'n8n-workflow';

import { toBody } from '../../../lib/fields/routing';

export function vectorOptions(): INodeProperties[] {
	return [
		{
			displayName: 'Dimensions',
			name: 'dimensions',
			type: 'number',
			typeOptions: { minValue: 1, numberPrecision: 0 },
			default: 1024,
			description:
				'Number of dimensions, for models that support custom ones. Leave empty to use the model default.',
			routing: toBody('dimensions'),
		},
		{
			displayName: 'Encoding Format',
			name: 'encodingFormat',
			type: 'options',
			default: 'float',
			description:
				'Encoding of the vectors in the answer of the service. The output has numbers in both cases.',
			options: [
				{
					name: 'Base64',
					value: 'base64',
					description: 'Smaller, with single precision',
				},
				{ name: 'Numbers', value: 'float' },
			],
			routing: toBody('encoding_format'),
		},
		{
			displayName: 'User',
			name: 'user',
			type: 'string',
			default: '',
			placeholder: 'e.g. customer-42',
			description:
				'Identifier of the end user. The service accepts it for compatibility and discards it.',
			routing: toBody('user'),
		},
	];
}
