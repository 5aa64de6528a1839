import type { IDataObject } from 'n8n-workflow';
import { z } from 'zod';

import type { Operation } from '../../../../lib/operation/operation';
import { webPrice } from '../../../../lib/pricing/price';
import { toBody } from '../../../../lib/fields/routing';
import { having, perhaps, readAs } from '../../../../lib/http/readAs';
import { maxCharacters } from '../../../common/fields/maxCharacters';
import { options } from '../../../common/fields/options';
import { checkMaxCharacters, longText } from '../../longText';
import { checkAddress } from '../../webAddress';

const PAGE = having({
	url: perhaps(z.string()),
	content: z.string(),
	format: perhaps(z.string()),
});

export const scrape = {
	option: {
		name: 'Scrape',
		value: 'scrape',
		action: 'Scrape a web page',
		description: 'Read a public web page as Markdown',
		routing: { request: { method: 'POST', url: '/augment/scrape' } },
	},
	price: webPrice,
	reusesIdentical: true,
	prepare: [checkAddress, checkMaxCharacters],
	async read(answer) {
		const { content, ...others } = readAs(answer, PAGE);
		return [{ json: { ...(others as IDataObject), ...longText(this, 'content', content) } }];
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
		options([maxCharacters()]),
	],
} satisfies Operation;
