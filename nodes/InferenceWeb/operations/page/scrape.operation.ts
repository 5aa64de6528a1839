import type { IDataObject, IHttpRequestOptions } from 'n8n-workflow';
import { z } from 'zod';

import { badInput } from '../../../../lib/core/failure';
import { isRecord } from '../../../../lib/core/record';
import { toBody } from '../../../../lib/fields/routing';
import { objectWith, orNull, readAs } from '../../../../lib/wire/readAs';
import type { Operation } from '../../../../lib/run/operation';
import { webPrice } from '../../../../lib/cost/price';
import { maxCharacters } from '../../../common/fields/maxCharacters';
import { options } from '../../../common/fields/options';
import { checkMaxCharacters, longText } from '../../longText';

const PAGE = objectWith({
	url: orNull(z.string()),
	content: z.string(),
	format: orNull(z.string()),
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

/** Refuses what is no whole address of a web page. */
function checkAddress(options: IHttpRequestOptions): void {
	const body = isRecord(options.body) ? options.body : {};
	const url = String(body.url ?? '').trim();
	if (!/^https?:\/\//i.test(url) || !URL.canParse(url)) {
		throw badInput(
			`URL must be a whole address such as https://example.com/article, but "${url.length > 80 ? `${url.slice(0, 77)}...` : url}" was given`,
		);
	}
	options.body = { ...body, url } as IDataObject;
}
