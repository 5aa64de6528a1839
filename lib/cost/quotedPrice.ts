import type { IExecuteSingleFunctions, IHttpRequestOptions } from 'n8n-workflow';

import { isRecord } from '../core/record';
import type { Account } from '../wire/account';
import { sendLookUp } from '../wire/lookUp';

const QUOTE_TIMEOUT_MS = 20_000;

export const ZERO_QUOTE_MESSAGE = 'the service quotes 0 USD, which is not the price';

/** By the request for the video itself: the price may need all of a clip. */
const quoteByRequest = new WeakMap<object, Promise<number | undefined>>();

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
	const quote = quoteByRequest.get(request) ?? requestQuote(context, account, { ...options, body });
	quoteByRequest.set(request, quote);
	quote.catch(() => quoteByRequest.delete(request));
	return await quote;
}

async function requestQuote(
	context: IExecuteSingleFunctions,
	account: Account,
	options: IHttpRequestOptions,
): Promise<number | undefined> {
	const request = {
		...options,
		url: '/video/quote',
		encoding: undefined,
		timeout: QUOTE_TIMEOUT_MS,
	} as IHttpRequestOptions;
	const answer = await sendLookUp(context, account, request, {
		bucket: '/video/quote',
		maxTries: 1,
		maxWaitMs: 0,
	});
	const quote = isRecord(answer.body) ? answer.body.quote : undefined;
	if (quote === 0) throw new Error(ZERO_QUOTE_MESSAGE);
	return typeof quote === 'number' ? quote : undefined;
}
