import type { IHttpRequestOptions, IAllExecuteFunctions } from 'n8n-workflow';

import type { Answer } from '../core/answer';
import { type Account, accountOf } from './account';
import type { Call, Caller } from './send';
import { senderFor } from './steps';

const sendThroughSteps = senderFor('lookUp', {});

/**
 * Sends one request outside of an operation when the limits of the service allow it, retries it as `how` allows, and returns the
 * answer of a 2xx: JSON, unless the request asks for another encoding. Throws a ServiceFailure.
 */
export async function sendLookUp(
	context: Caller,
	account: Account,
	request: IHttpRequestOptions,
	how: Pick<Call, 'bucket' | 'maxTries' | 'maxWaitMs'> & Partial<Call>,
): Promise<Answer> {
	return await sendThroughSteps({ payer: { context, account }, request, paid: false, ...how });
}

/** What is read: an address without identifiers in it, which is a rate-limit bucket of its own. */
export interface FreeRead extends Pick<IHttpRequestOptions, 'qs' | 'timeout'> {
	url: `/${string}`;
}

/** How long a free read may take; see Call. */
interface FreeReadPolicy
	extends Pick<Call, 'maxWaitMs' | 'patienceMs'>, Partial<Pick<Call, 'maxTries'>> {
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
