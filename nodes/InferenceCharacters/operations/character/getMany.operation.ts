import type { Operation } from '../../../../lib/run/operation';
import { toQuery } from '../../../../lib/fields/routing';
import { optionsField } from '../../../common/fields/optionGroup';
import { returnAllFields } from '../../../common/fields/returnAll';
import { simplifyField } from '../../../common/fields/simplifyField';
import { prepareListRequest, walkCharacters } from '../../characterPages';

export const getManyCharacters = {
	option: {
		name: 'Get Many',
		value: 'getAll',
		action: 'Get many characters',
		description: 'Search and list public characters',
		routing: { request: { method: 'GET', url: '/characters' } },
	},
	free: true,
	prepare: [prepareListRequest],
	make: walkCharacters,
	fields: [
		{
			displayName: 'Query',
			name: 'query',
			type: 'string',
			typeOptions: { maxLength: 200 },
			default: '',
			placeholder: 'e.g. philosopher',
			description:
				'Words to find in name, description and tags. Leave empty to list all characters.',
			routing: toQuery('search'),
		},
		...returnAllFields(),
		simplifyField(),
		{
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
		},
		optionsField([
			{
				displayName: 'Offset',
				name: 'offset',
				type: 'number',
				typeOptions: { minValue: 0, numberPrecision: 0 },
				default: 0,
				description: 'Number of characters to skip',
				routing: toQuery('offset'),
			},
			{
				displayName: 'Page Size',
				name: 'pageSize',
				type: 'number',
				typeOptions: { minValue: 1, maxValue: 100, numberPrecision: 0 },
				default: 100,
				description: 'Number of characters per request, 1 to 100',
				routing: toQuery('limit'),
			},
			{
				displayName: 'Sort By',
				name: 'sortBy',
				type: 'options',
				default: 'featured',
				options: [
					{ name: 'Average Rating', value: 'highestRating' },
					{ name: 'Featured', value: 'featured' },
					{ name: 'Highly Rated', value: 'highlyRated' },
					{ name: 'Highly Rated and Recent', value: 'highlyRatedAndRecent' },
					{ name: 'Imports', value: 'imports', description: 'Number of times it was imported' },
					{ name: 'Most Recent', value: 'mostRecent' },
					{ name: 'Number of Ratings', value: 'ratingCount' },
				],
				routing: toQuery('sortBy'),
			},
			{
				displayName: 'Sort Order',
				name: 'sortOrder',
				type: 'options',
				default: 'desc',
				options: [
					{ name: 'Ascending', value: 'asc' },
					{ name: 'Descending', value: 'desc' },
				],
				routing: toQuery('sortOrder'),
			},
		]),
	],
} satisfies Operation;
