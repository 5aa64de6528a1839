import type { IAllExecuteFunctions, IHttpRequestOptions, IN8nHttpFullResponse } from 'n8n-workflow';

import { answerOf, type CleanResponse, isServed, requestId } from '../base/answer';
import { copyOf } from '../base/execution';
import { chargeOf, ServiceFailure } from '../base/failure';
import { isRecord } from '../base/record';
import type { Redactor } from '../base/redact';
import { paymentFacts, explain } from '../errors/explain';
import { wireBody } from './body';
import { requireUnseen } from './credential';
import type { Call, Caller, Step } from './send';
import { transmit } from './transmit';

/** The last step: signs one request and sends it as it is. */
export const exchange: Step<Call> = async (_, item, options, { paid }) => {
	const { type, baseURL, namePrefix, redact } = await item.account();
	const body = isPlain(options.body) ? wireBody(options.body, namePrefix) : options.body;
	const request = { ...options, baseURL, body } as IHttpRequestOptions;
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

/** The response, when it is served; throws the ServiceFailure that any other is. */
export function requireSuccess<T extends IN8nHttpFullResponse>(response: T, paid = false): T {
	if (isServed(response)) return response;
	throw refusal(response, paid);
}

/** The failure that an answer with another status than 2xx is, explained. */
function refusal(response: IN8nHttpFullResponse, paid: boolean): ServiceFailure {
	// A part of an answer says nothing in words.
	const isPartial = response.statusCode < 300;
	const body: unknown = isPartial ? undefined : response.body;
	const { message, cure, code, fields } = explain(response.statusCode, body);
	const kind = isPartial ? 'malformed' : 'refused';
	const own = { kind, status: response.statusCode, code } as const;
	return new ServiceFailure(message, {
		...own,
		...{ cure, fields },
		charge: chargeOf(own, paid),
		headers: response.headers,
		requestId: requestId(response.headers),
		...(response.statusCode === 402 ? { details: paymentFacts(body) } : {}),
	});
}
