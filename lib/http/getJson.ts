import type { IAllExecuteFunctions, IHttpRequestOptions } from 'n8n-workflow';

import { accountOf } from './account';
import type { Answer } from '../base/answer';
import { call } from './call';
import type { Call, Caller } from './send';

/** What is read: an address without identifiers in it, which is a rate-limit bucket of its own. */
export interface FreeRead extends Pick<IHttpRequestOptions, 'qs' | 'timeout'> {
	url: `/${string}`;
}

/** How long a free read may take; see Call. */
export type ReadPolicy = Pick<Call, 'maxWaitMs' | 'patienceMs'> & Partial<Pick<Call, 'maxTries'>>;

/** A free GET beside the calls of an operation, or outside of one: the JSON answer, with a few retries. Throws a ServiceFailure. */
export async function getJson(
	context: Caller & Pick<IAllExecuteFunctions, 'getCredentials'>,
	type: string,
	request: FreeRead,
	{ maxTries = 4, ...waits }: ReadPolicy,
): Promise<Answer> {
	return await call(
		context,
		await accountOf(context, type),
		{ timeout: 30_000, ...request, method: 'GET' },
		{
			bucket: request.url,
			...{ maxTries, ...waits },
			signal: context.getExecutionCancelSignal?.(),
		},
	);
}
