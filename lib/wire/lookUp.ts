import type { IHttpRequestOptions, IAllExecuteFunctions } from 'n8n-workflow';

import type { Answer } from '../core/answer';
import type { ServiceFailure } from '../core/failure';
import type { BucketName } from './pacing/bucket';
import { type Account, accountOf } from './account';
import type { CallContext, Caller } from './send';
import { senderFor } from './steps';

interface LookUpPolicy extends Partial<CallContext> {
	/** The rate limit it counts against. */
	bucket: BucketName;
	/** Maximum number of attempts, including the first. */
	maxTries: number;
	/** How long the waits between the tries may take together, in milliseconds. */
	maxWaitMs: number;
	/** Called before each wait between two attempts. */
	onWait?(ms: number, failure: ServiceFailure): void;
}

const sendThroughSteps = senderFor('lookUp', {});

/**
 * Sends one request outside of an operation when the limits of the service allow it, retries it as the policy allows, and returns the
 * answer of a 2xx: JSON, unless the request asks for another encoding. Throws a ServiceFailure.
 */
export async function sendLookUp(
	context: Caller,
	account: Account,
	options: IHttpRequestOptions,
	policy: LookUpPolicy,
): Promise<Answer> {
	const item: CallContext = { context, account, free: true, ...policy };
	return await sendThroughSteps(item, options, { paid: !item.free });
}

/** What is read: an address without identifiers in it, which is a rate-limit bucket of its own. */
export interface FreeRead extends Pick<IHttpRequestOptions, 'qs' | 'timeout'> {
	url: `/${string}`;
}

/** How long a free read may take; see CallContext. */
interface FreeReadPolicy
	extends Pick<CallContext, 'maxWaitMs' | 'patienceMs'>, Partial<Pick<CallContext, 'maxTries'>> {
	/** The run that it is for, whose account is known already. */
	run?: object;
}

/** A free GET beside the calls of an operation, or outside of one: the JSON answer, with a few retries. Throws a ServiceFailure. */
export async function getJson(
	context: Caller & Pick<IAllExecuteFunctions, 'getCredentials'>,
	credentialType: string,
	request: FreeRead,
	{ maxTries = 4, run, ...waits }: FreeReadPolicy,
): Promise<Answer> {
	return await sendLookUp(
		context,
		await accountOf(context, credentialType, run),
		{ timeout: 30_000, ...request, method: 'GET' },
		{ bucket: request.url, maxTries, ...waits },
	);
}
