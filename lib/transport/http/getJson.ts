import type { IAllExecuteFunctions, IHttpRequestOptions } from 'n8n-workflow';

import { accountOf } from './account';
import type { Answer } from './answer';
import { call } from './call';
import type { Caller } from './exchange';

/** What is read: an address without identifiers in it, which is a rate-limit bucket of its own. */
export interface FreeRead extends Pick<IHttpRequestOptions, 'qs' | 'timeout'> {
	url: `/${string}`;
}

/**
 * A free GET outside of an operation, for pickers and the trigger: the JSON answer, with a few retries whose waits stay within `maxWaitMs`.
 * Throws a ServiceFailure.
 */
export async function getJson(
	context: Caller & Pick<IAllExecuteFunctions, 'getCredentials'>,
	type: string,
	request: FreeRead,
	maxWaitMs: number,
	maxTries = 4,
): Promise<Answer> {
	return await call(
		context,
		await accountOf(context, type),
		{ timeout: 30_000, ...request, method: 'GET' },
		{
			bucket: request.url,
			maxTries,
			maxWaitMs,
			patienceMs: maxWaitMs,
			repeatable: true,
			signal: context.getExecutionCancelSignal?.(),
		},
	);
}
