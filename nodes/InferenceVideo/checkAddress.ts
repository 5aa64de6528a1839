import type { IExecuteSingleFunctions, IHttpRequestOptions } from 'n8n-workflow';

import { isRecord } from '../../lib/base/record';
import { badInput } from '../../lib/base/failure';

/** The link must be one that others can open: http or https. */
export function checkAddress(this: IExecuteSingleFunctions, options: IHttpRequestOptions): void {
	const url = isRecord(options.body) ? String(options.body.url ?? '') : '';
	if (!/^https?:\/\//i.test(url) || !URL.canParse(url)) {
		throw badInput(
			`URL must be a link starting with https://, but "${url.slice(0, 80)}" was given`,
		);
	}
}
