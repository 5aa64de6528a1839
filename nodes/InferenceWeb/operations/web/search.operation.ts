import type { IDataObject } from 'n8n-workflow';

import type { Operation } from '../../../../lib/description/operation';
import { webPrice } from '../../../../lib/pricing/price';
import { toBody } from '../../../../lib/description/routing';
import { isRecord } from '../../../../lib/record';
import { wantsSimple } from '../../../../lib/output/simplify';
import { plainText } from '../../../../lib/text/plain';
import { options } from '../../../common/fields/options';
import { simplify } from '../../../common/fields/simplify';

export const search = {
	option: {
		name: 'Search',
		value: 'search',
		action: 'Search the web',
		description: 'Search the web and get title, address and excerpt of each result',
		routing: { request: { method: 'POST', url: '/augment/search' } },
	},
	price: webPrice,
	async read({ body }) {
		if (!wantsSimple(this)) return [{ json: body as IDataObject }];
		const results = isRecord(body) && Array.isArray(body.results) ? body.results : [];
		return results.filter(isRecord).map(({ title, url, content, date }) => ({
			json: {
				title: plainText(String(title ?? '')),
				url: String(url ?? ''),
				content: plainText(String(content ?? '')),
				date: typeof date === 'string' && date !== '' ? date : null,
			},
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
				default: 'brave',
				description: 'Search provider. If empty, the service uses the one that keeps no data.',
				options: [
					{ name: 'Brave', value: 'brave', description: 'Keeps no data' },
					{ name: 'Google', value: 'google', description: 'Asked without saying who searches' },
				],
				routing: toBody('search_provider'),
			},
		]),
	],
} satisfies Operation;
