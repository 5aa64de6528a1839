import type { IAllExecuteFunctions, IHttpRequestOptions, IN8nHttpFullResponse } from 'n8n-workflow';
import {
	answerOf,
	type CleanResponse,
	isServed,
	requestId,
	withNeutralHeaders,
} from '../core/answer';
import { clock } from '../core/clock';
import { copyOf } from '../core/execution';
import { caught, type FailureFacts, ServiceFailure } from '../core/failure';
import { type Redactor } from '../core/redact';
import { paymentFacts, explain } from './errors/explain';
import { refundOf } from './errors/refund';
import { chargeRisk, isForeignRefusal, kindOf, verdictOf } from './errors/verdict';
import { wellFormed } from '../core/wellFormed';
import { wireBody } from './body';
import { rejectUnsafeProxy, WITHOUT_PATH } from './serviceUrl';
import { requireNoProxy } from './noProxy';
import type { Call, Caller, Step } from './send';
import { transmit } from './transmit';

/** The last step: signs one request and sends it as it is. */
export const sendSigned: Step<Call> = async (_, item, options, { paid }) => {
	const { type, baseURL, namePrefix, redact, allowsPlainHttp } = item.account;
	const body = isPlain(options.body)
		? wireBody(wellFormed(options.body), namePrefix)
		: options.body;
	const request = { ...options, baseURL, body } as IHttpRequestOptions;
	const sentAt = clock.now();
	const call = { paid, namePrefix, redact, allowsPlainHttp };
	try {
		const response = await signed(item.context, type, request, call);
		return { ...answerOf(response, namePrefix, paid), sentAt };
	} catch (error) {
		const failure = caught(error);
		throw failure.as(failure.message, { sentAt, ...withoutPath(baseURL, failure.facts) });
	}
};

/** What to do about an address that is not there, where the Base URL cannot be right. */
function withoutPath(baseURL: string, { status }: ServiceFailure['facts']) {
	// A deployment without the version path answers so to every call.
	const isBare = status === 404 && new URL(baseURL).pathname === '/';
	return isBare ? { cure: `${WITHOUT_PATH}.` } : {};
}

/** Whether a body is JSON, and not a form or bytes. */
function isPlain(body: unknown): body is Record<string, unknown> {
	if (typeof body !== 'object' || body === null) return false;
	return Object.getPrototypeOf(body) === Object.prototype;
}

/** What is known of a signed call. */
interface Signing {
	/** Whether money may be taken for it. */
	paid: boolean;
	/** The name prefix of the deployment, for the names of headers. */
	namePrefix: string;
	/** Hides what no answer may show, besides the headers of the request. */
	redact?: Redactor;
	/** Whether the credential allows a proxy to read it. */
	allowsPlainHttp?: boolean;
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
	{ paid, namePrefix, redact, allowsPlainHttp }: Signing,
): Promise<CleanResponse> {
	const address = options.baseURL ?? options.url;
	// n8n rewords what the credential itself refuses.
	rejectUnsafeProxy(options, new URL(address).protocol);
	if (!allowsPlainHttp) await requireNoProxy(context.helpers, address);
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
	if (isServed(response)) return response;
	throw refusal(withNeutralHeaders(response, namePrefix), paid);
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
	const { statusCode: status, headers } = response;
	const kind = kindOf(status);
	// A part of an answer says nothing in words.
	const body: unknown = kind === 'malformed' ? undefined : response.body;
	const { message, cure, code, fields } = explain(status, body, headers.location);
	const own = { kind, status, code, fields, headers, isForeign: isForeignRefusal(status, body) };
	const { reason } = verdictOf(own);
	return new ServiceFailure(message, {
		...own,
		cure,
		charge: chargeRisk(own, paid),
		requestId: requestId(headers),
		...(reason === 'funds' ? { details: paymentFacts(body) } : refundFacts(body)),
	});
}

/** Whether the service gave back what was charged for the work that a refusal is about. */
function refundFacts(body: unknown): Pick<FailureFacts, 'details'> {
	const creditsRefunded = refundOf(body);
	return creditsRefunded === undefined ? {} : { details: { creditsRefunded } };
}
