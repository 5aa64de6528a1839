import type { INodeProperties } from 'n8n-workflow';

import { toBody } from '../../lib/description/routing';

/** Options of the embeddings; what is not added is not sent. */
export function embeddingOptions(): INodeProperties {
	return {
		displayName: 'Options',
		name: 'options',
		type: 'collection',
		placeholder: 'Add option',
		default: {},
		options: [
			{
				displayName: 'Batch Size',
				name: 'batchSize',
				type: 'number',
				typeOptions: { minValue: 1, maxValue: 2048, numberPrecision: 0 },
				default: 512,
				description: 'How many texts go in one request at the most',
			},
			{
				displayName: 'Dimensions',
				name: 'dimensions',
				type: 'number',
				typeOptions: { minValue: 1, numberPrecision: 0 },
				default: 1024,
				description:
					'How many numbers each vector has, on models that support custom dimensions. Left out, the model uses its own size.',
				routing: toBody('dimensions'),
			},
			{
				displayName: 'Encoding',
				name: 'encodingFormat',
				type: 'options',
				default: 'float',
				description: 'How vectors travel; the vector store gets numbers in both cases',
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
		],
	};
}
