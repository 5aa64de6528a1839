import type { IExecuteSingleFunctions, IHttpRequestOptions } from 'n8n-workflow';

import type { CleanResponse } from '../core/answer';
import { transmit } from './transmit';

/** Sends one request without a credential and returns its answer whatever its status. Throws a ServiceFailure when there is none. */
export async function sendWithoutCredential(
	context: IExecuteSingleFunctions,
	request: IHttpRequestOptions,
): Promise<CleanResponse> {
	const signal = context.getExecutionCancelSignal();
	return await transmit(
		{ timeout: 300_000, ...request, abortSignal: signal },
		{
			send: async (options): Promise<unknown> => await context.helpers.httpRequest(options),
			signal,
			paid: false,
		},
	);
}
