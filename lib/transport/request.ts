import type { IAllExecuteFunctions, IHttpRequestOptions } from 'n8n-workflow';

import { answerOf, withJson, type Answer } from './answer';
import { withRetry } from './attempts';
import { exchange, type Caller } from './exchange';
import { serviceUrl } from './serviceUrl';
import { serviceWord } from './serviceWord';

/**
 * A free GET outside of an operation, for pickers and the trigger: the JSON answer, with a few retries within `maxWaitMs`.
 * Throws a ServiceFailure.
 */
export async function getJson(
	context: Caller & Pick<IAllExecuteFunctions, 'getCredentials'>,
	credentialType: string,
	request: { url: string; qs?: IHttpRequestOptions['qs'] },
	maxWaitMs: number,
): Promise<Answer> {
	const credentials = await context.getCredentials(credentialType);
	const word = serviceWord(credentials.serviceWord);
	const options: IHttpRequestOptions = {
		...request,
		method: 'GET',
		baseURL: serviceUrl(credentials.baseUrl),
		timeout: 30_000,
	};
	return await withRetry(
		async () => withJson(answerOf(await exchange(context, credentialType, options), word)),
		{ maxTries: 4, maxWaitMs, repeatable: true, signal: context.getExecutionCancelSignal?.() },
	);
}
