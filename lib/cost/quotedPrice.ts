import type { IExecuteSingleFunctions, IHttpRequestOptions } from 'n8n-workflow';

import { isRecord } from '../core/record';
import type { Account } from '../wire/account';
import { call } from '../wire/call';

const TIMEOUT_MS = 20_000;

/** Of a quote of 0. */
export const NO_QUOTE = 'the service quotes 0 USD, which is not the price';

/** By the request for the video itself: the price may need all of a clip. */
const quotes = new WeakMap<object, Promise<number | undefined>>();

/**
 * The price in USD that the service quotes for a video, asked once for each `request`; undefined when it quotes none. Throws for a quote
 * of 0: a video has a price.
 */
export async function quotedPrice(
	context: IExecuteSingleFunctions,
	account: Account,
	options: IHttpRequestOptions,
	{ request, body }: Record<'request' | 'body', Record<string, unknown>>,
): Promise<number | undefined> {
	const quote = quotes.get(request) ?? askFor(context, account, { ...options, body });
	quotes.set(request, quote);
	quote.catch(() => quotes.delete(request));
	return await quote;
}

async function askFor(
	context: IExecuteSingleFunctions,
	account: Account,
	options: IHttpRequestOptions,
): Promise<number | undefined> {
	const request = {
		...options,
		url: '/video/quote',
		encoding: undefined,
		timeout: TIMEOUT_MS,
	} as IHttpRequestOptions;
	const answer = await call(context, account, request, {
		bucket: '/video/quote',
		maxTries: 1,
		maxWaitMs: 0,
	});
	const quote = isRecord(answer.body) ? answer.body.quote : undefined;
	if (quote === 0) throw new Error(NO_QUOTE);
	return typeof quote === 'number' ? quote : undefined;
}
