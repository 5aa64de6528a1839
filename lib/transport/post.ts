import type { IAllExecuteFunctions, IDataObject, IHttpRequestOptions } from 'n8n-workflow';

import { answerOf, withJson, type Answer } from './answer';
import { withRetry, type RetryPolicy } from './attempts';
import { exchange, type Caller } from './exchange';
import { serviceUrl } from './serviceUrl';
import { serviceWord, wireBody } from './serviceWord';

export interface PostRequest {
	url: string;
	/** With the names of the specification; the deployment's word is put in here. */
	body: Record<string, unknown>;
	/** Whether the answer is wanted as a stream of server-sent events. */
	stream?: boolean;
	/** Milliseconds. */
	timeout?: number;
}

export interface PostPolicy extends Omit<RetryPolicy, 'repeatable'> {
	/** How many more calls of this node come after those that were begun. */
	queued?(): number;
}

/**
 * A paid POST outside of an operation, for the AI sub-nodes: sent again only after a refusal that charged nothing.
 * Gives the JSON answer, or the stream; throws a ServiceFailure.
 */
export async function post(
	context: Caller & Pick<IAllExecuteFunctions, 'getCredentials'>,
	credentialType: string,
	{ url, body, stream, timeout }: PostRequest,
	policy: PostPolicy,
): Promise<Answer> {
	const credentials = await context.getCredentials(credentialType);
	const word = serviceWord(credentials.serviceWord);
	const options: IHttpRequestOptions = {
		method: 'POST',
		url,
		baseURL: serviceUrl(credentials.baseUrl),
		headers: { Accept: stream === true ? 'text/event-stream' : 'application/json' },
		body: wireBody(body, word) as IDataObject,
		timeout,
		abortSignal: policy.signal,
		...(stream === true ? { encoding: 'stream' as const } : {}),
	};
	const send = async () => {
		const answer = answerOf(await exchange(context, credentialType, options), word);
		return stream === true ? answer : withJson(answer);
	};
	return await withRetry(send, { ...policy, repeatable: false });
}
