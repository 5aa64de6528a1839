import type { IDataObject } from 'n8n-workflow';
import { z } from 'zod';

import { toBody } from '../../../../lib/fields/routing';
import { objectWith, nullIfUnreadable, readAs } from '../../../../lib/wire/readAs';
import type { Operation } from '../../../../lib/run/operation';
import { priceOfWebCall } from '../../../../lib/cost/operationPrices';
import { checkUrl } from '../../../common/checkUrl';
import { maxCharactersField } from '../../../common/fields/maxCharacters';
import { optionsField } from '../../../common/fields/optionGroup';
import { checkMaxCharacters, cutTextFacts } from '../../cutText';

const PAGE_SCHEMA = objectWith({
	url: nullIfUnreadable(z.string()),
	content: z.string(),
	format: nullIfUnreadable(z.string()),
});

export const scrapePage = {
	option: {
		name: 'Scrape',
		value: 'scrape',
		action: 'Scrape a web page',
		description: 'Read a public web page as Markdown',
		routing: { request: { method: 'POST', url: '/augment/scrape' } },
	},
	price: priceOfWebCall,
	reusesIdentical: true,
	prepare: [checkUrl, checkMaxCharacters],
	async read(answer) {
		const { content, ...others } = readAs(answer, PAGE_SCHEMA);
		return [{ json: { ...(others as IDataObject), ...cutTextFacts(this, 'content', content) } }];
	},
	fields: [
		{
			displayName: 'URL',
			name: 'url',
			type: 'string',
			required: true,
			default: '',
			placeholder: 'e.g. https://example.com/article',
			description:
				'Public page to read. A page behind a login or a cookie notice may return little or nothing.',
			routing: toBody('url'),
		},
		optionsField([maxCharactersField()]),
	],
} satisfies Operation;
