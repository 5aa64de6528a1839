import type { IDataObject } from 'n8n-workflow';
import { z } from 'zod';

import { toBody } from '../../../../lib/fields/routing';
import { objectWith, listWithUnread, nullIfUnreadable, readAs } from '../../../../lib/wire/readAs';
import type { Operation } from '../../../../lib/run/operation';
import { shapedItems, wantsSimplified } from '../../../../lib/wire/simplifiedItems';
import { priceOfWebCall } from '../../../../lib/cost/operationPrices';
import { withoutHighlightTags } from '../../../../lib/core/markup';
import { optionsField } from '../../../common/fields/optionGroup';
import { simplifyField } from '../../../common/fields/simplifyField';

const RESULTS_SCHEMA = objectWith({
	results: listWithUnread(
		objectWith({
			title: nullIfUnreadable(z.string()),
			url: z.string(),
			content: nullIfUnreadable(z.string()),
			date: nullIfUnreadable(z.string()),
		}),
	),
});

export const searchWeb = {
	option: {
		name: 'Search',
		value: 'search',
		action: 'Search the web',
		description: 'Search the web and get the title, URL and excerpt of each result',
		routing: { request: { method: 'POST', url: '/augment/search' } },
	},
	price: priceOfWebCall,
	async read(answer) {
		const body = readAs(answer, RESULTS_SCHEMA);
		if (!wantsSimplified(this)) return [{ json: body as IDataObject }];
		return shapedItems(this, body.results, ({ title, url, content, date }) => ({
			title: withoutHighlightTags(String(title ?? '')),
			url,
			content: withoutHighlightTags(String(content ?? '')),
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
		simplifyField(),
		optionsField([
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
