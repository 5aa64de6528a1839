import type { IDataObject } from 'n8n-workflow';

import type { Operation } from '../../../../lib/description/operation';
import { webPrice } from '../../../../lib/pricing/price';
import { toBody } from '../../../../lib/description/routing';
import { isRecord } from '../../../../lib/record';
import { maxCharacters } from '../../../common/fields/maxCharacters';
import { options } from '../../../common/fields/options';
import { checkMaxCharacters, longText } from '../../longText';
import { checkAddress } from '../../webAddress';

export const scrape = {
	option: {
		name: 'Scrape',
		value: 'scrape',
		action: 'Scrape a web page',
		description: 'Read a public web page as Markdown',
		routing: { request: { method: 'POST', url: '/augment/scrape' } },
	},
	price: webPrice,
	prepare: [checkAddress, checkMaxCharacters],
	async read({ body }) {
		const { content, ...others } = isRecord(body) ? body : {};
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
				'Public page to read. A page behind a log-in or a cookie notice may give little or nothing.',
			routing: toBody('url'),
		},
		options([maxCharacters()]),
	],
} satisfies Operation;
