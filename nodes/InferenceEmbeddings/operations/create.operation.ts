import type { Operation } from '../../../lib/description/operation';
import { toBody } from '../../../lib/description/routing';
import { model } from '../../common/fields/model';
import { addTexts, readVectors } from '../embeddings';
import { textFields } from '../textFields';

export const create = {
	option: {
		name: 'Create',
		value: 'create',
		action: 'Create embeddings',
		description: 'Turn one or many texts into vectors for semantic search and comparison',
		routing: { request: { method: 'POST', url: '/embeddings' } },
	},
	compose: [addTexts],
	read: readVectors,
	fields: [
		model({
			search: 'searchEmbeddingModels',
			required: true,
			description: 'Model that makes the vectors. Vectors of different models cannot be compared',
		}),
		...textFields(),
		{
			displayName: 'Output As',
			name: 'outputAs',
			type: 'options',
			default: 'items',
			options: [
				{
					name: 'One Item per Text',
					value: 'items',
					description: 'Each with its text; usage is that of the whole request',
				},
				{
					name: 'One Item With All Vectors',
					value: 'single',
					description: 'Texts and vectors in two lists of the same order',
				},
			],
		},
		{
			displayName: 'Options',
			name: 'options',
			type: 'collection',
			placeholder: 'Add option',
			default: {},
			options: [
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
					description: 'How vectors travel; the output has numbers in both cases',
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
		},
	],
} satisfies Operation;
