import type { INodeProperties } from 'n8n-workflow';

import { toQuery } from '../../lib/fields/routing';

export function characterFiltersField(): INodeProperties {
	return {
		displayName: 'Filters',
		name: 'filters',
		type: 'collection',
		placeholder: 'Add Filter',
		default: {},
		options: [
			{
				displayName: 'Adult',
				name: 'isAdult',
				type: 'boolean',
				default: false,
				description:
					'Whether to return only adult characters (on) or only non-adult characters (off)',
				routing: toQuery('isAdult'),
			},
			{
				displayName: 'Categories',
				name: 'categories',
				type: 'string',
				typeOptions: {
					multipleValues: true,
					multipleValueButtonText: 'Add Category',
					maxItems: 20,
					maxLength: 100,
				},
				default: [],
				placeholder: 'e.g. philosophy',
				description: 'Only characters in these categories, up to 20',
				routing: toQuery('categories'),
			},
			{
				displayName: 'Model IDs',
				name: 'modelId',
				type: 'string',
				typeOptions: {
					multipleValues: true,
					multipleValueButtonText: 'Add Model ID',
					maxItems: 20,
					maxLength: 200,
				},
				default: [],
				placeholder: 'e.g. an ID from Inference Models',
				description: 'Only characters that run on these models, up to 20',
				routing: toQuery('modelId'),
			},
			{
				displayName: 'Pro',
				name: 'isPro',
				type: 'boolean',
				default: false,
				description:
					'Whether to return only characters of the paid plan (on) or only the other ones (off)',
				routing: toQuery('isPro'),
			},
			{
				displayName: 'Tags',
				name: 'tags',
				type: 'string',
				typeOptions: {
					multipleValues: true,
					multipleValueButtonText: 'Add Tag',
					maxItems: 20,
					maxLength: 100,
				},
				default: [],
				placeholder: 'e.g. helpful',
				description: 'Only characters with these tags, up to 20',
				routing: toQuery('tags'),
			},
			{
				displayName: 'Web Enabled',
				name: 'isWebEnabled',
				type: 'boolean',
				default: true,
				description:
					'Whether to return only characters with web access (on) or only those without it (off)',
				routing: toQuery('isWebEnabled'),
			},
		],
	};
}
