import type { Operation } from '../../../lib/run/operation';
import { textCombiner } from '../../../lib/chat/combineTexts';
import { priceOfEmbeddings } from '../../../lib/cost/operationPrices';
import { addDefaultModel, checkModelChoice } from '../../../lib/models/chooseModel';
import { modelField } from '../../common/fields/model';
import { optionsField } from '../../common/fields/optionGroup';
import { vectorOptions } from '../../common/fields/vectorOptions';
import { addTexts, readVectors } from '../embedTexts';
import { textFields } from '../textFields';

export const createEmbeddings = {
	option: {
		name: 'Create',
		value: 'create',
		action: 'Create embeddings',
		description: 'Turn one or many texts into vectors for semantic search and comparison',
		routing: { request: { method: 'POST', url: '/embeddings' } },
	},
	price: priceOfEmbeddings,
	reusesIdentical: true,
	combine: textCombiner,
	prepare: [checkModelChoice(), addTexts],
	beforeSend: [addDefaultModel('embedding')],
	read: readVectors,
	fields: [
		modelField({
			search: 'searchEmbeddingModels',
			description:
				'Model to use. Leave empty to use the service default. Vectors of different models cannot be compared.',
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
					description: 'Each with its text. Usage is for the whole request.',
				},
				{
					name: 'One Item With All Vectors',
					value: 'single',
					description: 'Texts and vectors in two lists in the same order',
				},
			],
		},
		optionsField([
			...vectorOptions(),
			{
				displayName: 'Combine Items',
				name: 'combineItems',
				type: 'boolean',
				default: true,
				description:
					'Whether to send the texts of several items in one request, up to 2,048. Each item gets its own vectors, and its share of the usage and cost by the length of its texts.',
			},
		]),
	],
} satisfies Operation;
