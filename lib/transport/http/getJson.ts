import type { IAllExecuteFunctions, IHttpRequestOptions } from 'n8n-workflow';

import type { Answer } from './answer';
import { call } from './call';
import type { Caller } from './exchange';

/**
 * A free GET outside of an operation, for pickers and the trigger: the JSON answer, with a few retries whose waits stay within `maxWaitMs`.
 * Throws a ServiceFailure.
 */
export async function getJson(
	context: Caller & Pick<IAllExecuteFunctions, 'getCredentials'>,
	type: string,
	request: Pick<IHttpRequestOptions, 'url' | 'qs' | 'timeout'>,
	maxWaitMs: number,
	maxTries = 4,
): Promise<Answer> {
	const credentials = await context.getCredentials(type);
	return await call(
		context,
		{ type, credentials },
		{ timeout: 30_000, ...request, method: 'GET' },
		{
			maxTries,
			maxWaitMs,
			patienceMs: maxWaitMs,
			repeatable: true,
			signal: context.getExecutionCancelSignal?.(),
		},
	);
}
