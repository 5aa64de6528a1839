import type { IDataObject, IHttpRequestOptions } from 'n8n-workflow';

import { isRecord } from '../../lib/base/record';
import { badInput } from '../../lib/base/failure';

/** Refuses what is no whole address of a web page. */
export function checkAddress(options: IHttpRequestOptions): void {
	const body = isRecord(options.body) ? options.body : {};
	const url = String(body.url ?? '').trim();
	if (!/^https?:\/\//i.test(url) || !URL.canParse(url)) {
		throw badInput(
			`URL must be a whole address such as https://example.com/article, but "${url.length > 80 ? `${url.slice(0, 77)}...` : url}" was given`,
		);
	}
	options.body = { ...body, url } as IDataObject;
}
