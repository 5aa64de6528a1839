import type { IDataObject } from 'n8n-workflow';
import { z } from 'zod';

import { toBody } from '../../../../lib/fields/routing';
import { objectWith, listOf, orNull, readAs } from '../../../../lib/wire/readAs';
import type { Operation } from '../../../../lib/run/operation';
import { shapedItems, wantsSimple } from '../../../../lib/wire/simplify';
import { webPrice } from '../../../../lib/cost/price';
import { plainText } from '../../../../lib/core/markup';
import { options } from '../../../common/fields/options';
import { simplify } from '../../../common/fields/simplify';

const RESULTS_SHAPE = objectWith({
	results: listOf(
		objectWith({
			title: orNull(z.string()),
			url: z.string(),
			content: orNull(z.string()),
			date: orNull(z.string()),
		}),
	),
});

export const search = {
	option: {
		name: 'Search',
		value: 'search',
		action: 'Search the web',
		description: 'Search the web and get the title, URL and excerpt of each result',
		routing: { request: { method: 'POST', url: '/augment/search' } },
	},
	price: webPrice,
	async read(answer) {
		const body = readAs(answer, RESULTS_SHAPE);
		if (!wantsSimple(this)) return [{ json: body as IDataObject }];
		return shapedItems(this, body.results, ({ title, url, content, date }) => ({
			title: plainText(String(title ?? '')),
			url,
			content: plainText(String(content ?? '')),
			date: date === undefined || date === '' ? null : date,
		}));
	},
	fields: [
		{
			displayName: 'Query',
			name: 'query',
			type: 'string',
			typeOptions: { minLength: 1, maxLength: 400 },
			required: true,
			default: '',
			placeholder: 'e.g. opening hours of the city library',
			description: 'What to search for, up to 400 characters',
			routing: toBody('query'),
		},
		simplify(),
		options([
			{
				displayName: 'Max Results',
				name: 'maxResults',
				type: 'number',
				typeOptions: { minValue: 1, maxValue: 20, numberPrecision: 0 },
				default: 10,
				description: 'Maximum number of results, 1 to 20',
				routing: toBody('limit'),
			},
			{
				displayName: 'Search Provider',
				name: 'searchProvider',
				type: 'options',
				typeOptions: { open: true },
				default: 'brave',
				description: 'Search provider. If not set, the service uses the one that keeps no data.',
				options: [
					{ name: 'Brave', value: 'brave', description: 'Keeps no data' },
					{ name: 'Google', value: 'google', description: 'Queried anonymously' },
				],
				routing: toBody('search_provider'),
			},
		]),
	],
} satisfies Operation;
