import type { IExecuteSingleFunctions, IHttpRequestOptions } from 'n8n-workflow';

import { isRecord } from '../../lib/base/record';
import { checkUrl } from './mediaRequest';

/** Checks the address of the video to upscale. */
export function checkQuote(this: IExecuteSingleFunctions, options: IHttpRequestOptions): void {
	const body = isRecord(options.body) ? options.body : {};
	if (typeof body.video_url === 'string') checkUrl(body.video_url, 'Source Video URL');
}
