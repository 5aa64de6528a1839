import type {
	IExecuteSingleFunctions,
	IHttpRequestOptions,
	IN8nHttpFullResponse,
} from 'n8n-workflow';

import { badInput } from '../errors/failure';
import { requireSuccess } from '../errors/refusal';
import { transmit } from './transmit';

/** Sends one request without a credential and returns its answer whatever its status. Throws a ServiceFailure when there is none. */
export async function openExchange(
	context: IExecuteSingleFunctions,
	request: IHttpRequestOptions,
): Promise<IN8nHttpFullResponse> {
	const signal = context.getExecutionCancelSignal();
	return await transmit(
		{ timeout: 300_000, ...request, abortSignal: signal },
		{
			send: async (options): Promise<unknown> => await context.helpers.httpRequest(options),
			secrets: [],
			signal,
			paid: false,
		},
	);
}

/** What lies behind a download link, which needs no credential, as a stream. Throws a ServiceFailure. */
export async function followLink(
	context: IExecuteSingleFunctions,
	url: string,
): Promise<Pick<IN8nHttpFullResponse, 'body' | 'headers'>> {
	if (!/^https?:\/\//i.test(url) || !URL.canParse(url)) {
		throw badInput(
			`The download link must start with https://, but "${url.slice(0, 80)}" was given`,
		);
	}
	const request = { method: 'GET', url, encoding: 'stream' } as const;
	return await requireSuccess(await openExchange(context, request));
}
