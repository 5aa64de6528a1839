import type { IAllExecuteFunctions, IHttpRequestOptions } from 'n8n-workflow';

import { requireSuccess } from '../errors/refusal';
import { copyOf } from '../base/itemContext';
import { answerOf, type CleanResponse } from '../base/answer';
import { isRecord } from '../base/record';
import { wireBody } from './namePrefix';
import { isPaid, type Call, type Caller, type Step } from './send';
import type { Redactor } from '../base/redact';
import { requireUnseen } from './signedRequest';
import { transmit } from './transmit';

/** The last step: signs one request and sends it as it is. */
export const exchange: Step<Call> = async (_, item, options, policy) => {
	const { type, baseURL, namePrefix, redact } = await item.account();
	const body = isPlain(options.body) ? wireBody(options.body, namePrefix) : options.body;
	const request = { ...options, baseURL, body } as IHttpRequestOptions;
	const paid = isPaid(item, policy);
	return answerOf(await signed(item.context, type, request, paid, redact), namePrefix, paid);
};

/** Whether a body is JSON, and not a form or bytes. */
function isPlain(body: unknown): body is Record<string, unknown> {
	return isRecord(body) && Object.getPrototypeOf(body) === Object.prototype;
}

/**
 * Sends one request with the given credential, paid for or free, and returns the full answer of a 2xx.
 * Throws a ServiceFailure for everything else: the refusal explained, the connection that failed, the cancelled run.
 * Neither shows the secrets of the call, which are its signing headers and those that `redact` hides.
 */
export async function signed(
	context: Caller,
	credentialType: string,
	options: IHttpRequestOptions,
	paid: boolean,
	redact?: Redactor,
): Promise<CleanResponse> {
	// n8n rewords what the credential itself refuses.
	requireUnseen(options, new URL(options.baseURL ?? options.url).protocol);
	const { httpRequestWithAuthentication } = context.helpers;
	const caller = context as IAllExecuteFunctions;
	const response = await transmit(
		{ ...options, disableFollowRedirect: true },
		{
			send: async (request): Promise<unknown> =>
				await httpRequestWithAuthentication.call(
					endedBy(caller, request.abortSignal),
					credentialType,
					request,
				),
			redact,
			signal: options.abortSignal ?? context.getExecutionCancelSignal?.(),
			paid,
		},
	);
	return requireSuccess(response, paid);
}

/** The same context with another signal: n8n 2.x puts that of its context in the place of the request's own. */
function endedBy(context: IAllExecuteFunctions, signal: unknown): IAllExecuteFunctions {
	const same = copyOf(context);
	return Object.assign(same, { getExecutionCancelSignal: () => signal });
}
