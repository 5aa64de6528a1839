import type { IExecuteSingleFunctions, IHttpRequestOptions } from 'n8n-workflow';

import { isRecord } from '../../lib/base/record';
import { badInput } from '../../lib/base/failure';
import { checkUrl } from './mediaRequest';

/** A price needs a duration, or the video to upscale. */
export function checkQuote(this: IExecuteSingleFunctions, options: IHttpRequestOptions): void {
	const body = isRecord(options.body) ? options.body : {};
	if (typeof body.video_url === 'string') checkUrl(body.video_url, 'Source Video URL');
	else if (body.duration === undefined) throw badInput('Duration must not be empty');
}
