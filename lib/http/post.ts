import type { IAllExecuteFunctions, IDataObject } from 'n8n-workflow';

import { accountOf } from './account';
import type { Answer } from '../base/answer';
import type { BucketName } from '../pacing/bucketName';
import { call, type CallPolicy } from './call';
import type { Caller } from './exchange';

export interface PostRequest {
	url: string;
	/** The rate limit it counts against. */
	bucket: BucketName;
	/** With the names of the specification; the name prefix of the deployment is put in on the way. */
	body: Record<string, unknown>;
	/** Whether the answer is wanted as a stream of server-sent events. */
	stream?: boolean;
	/** Milliseconds. */
	timeout?: number;
}

/**
 * A paid POST outside of an operation, for the AI sub-nodes: paced like all calls, and sent again only after a refusal that charged nothing.
 * Returns the JSON answer or the stream; throws a ServiceFailure.
 */
export async function post(
	context: Caller & Pick<IAllExecuteFunctions, 'getCredentials'>,
	type: string,
	{ url, bucket, body, stream, timeout }: PostRequest,
	policy: Omit<CallPolicy, 'bucket' | 'repeatable'>,
): Promise<Answer> {
	return await call(
		context,
		await accountOf(context, type),
		{
			method: 'POST',
			url,
			headers: {
				Accept: stream === true ? 'text/event-stream, application/json' : 'application/json',
			},
			body: body as IDataObject,
			timeout,
			abortSignal: policy.signal,
			...(stream === true ? { encoding: 'stream' } : {}),
		},
		{ ...policy, bucket, repeatable: false },
	);
}
