import type { IExecuteSingleFunctions, IHttpRequestOptions } from 'n8n-workflow';

import { isRecord } from '../base/record';
import type { Account } from '../http/account';
import { call } from '../http/call';

const TIMEOUT_MS = 20_000;

/** The price in USD that the service quotes for a video, asked once; undefined when it quotes none. */
export async function quotedPrice(
	context: IExecuteSingleFunctions,
	account: Account,
	options: IHttpRequestOptions,
	body: Record<string, unknown>,
): Promise<number | undefined> {
	const request = {
		...options,
		url: '/video/quote',
		body,
		encoding: undefined,
		timeout: TIMEOUT_MS,
	} as IHttpRequestOptions;
	const answer = await call(context, account, request, {
		bucket: '/video/quote',
		maxTries: 1,
		maxWaitMs: 0,
		signal: context.getExecutionCancelSignal(),
	});
	const quote = isRecord(answer.body) ? answer.body.quote : undefined;
	return typeof quote === 'number' ? quote : undefined;
}
