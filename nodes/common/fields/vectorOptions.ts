import type { INodeProperties } from 'n8n-workflow';

import { toBody } from '../../../lib/description/routing';

/** The form of the vectors; what is not added is not sent. */
export function vectorOptions(): INodeProperties[] {
	return [
		{
			displayName: 'Dimensions',
			name: 'dimensions',
			type: 'number',
			typeOptions: { minValue: 1, numberPrecision: 0 },
			default: 1024,
			description:
				'How many numbers each vector has, on models that support custom dimensions. If empty, the model uses its own size.',
			routing: toBody('dimensions'),
		},
		{
			displayName: 'Encoding',
			name: 'encodingFormat',
			type: 'options',
			default: 'float',
			description: 'How vectors travel; numbers come out in both cases',
			options: [
				{
					name: 'Base64',
					value: 'base64',
					description: 'Smaller for many texts, with single precision',
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
				'Your own mark for who asked. The service accepts it for compatibility and discards it.',
			routing: toBody('user'),
		},
	];
}
