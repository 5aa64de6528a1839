import type { IAllExecuteFunctions, IHttpRequestOptions, IN8nHttpFullResponse } from 'n8n-workflow';
import {
	answerFromResponse,
	type CleanResponse,
	isServed,
	requestIdOf,
	withNeutralHeaders,
} from '../core/answer';
import { clock } from '../core/clock';
import { shallowCopyOf } from '../core/execution';
import { failureOrRethrow, type FailureFacts, ServiceFailure } from '../core/failure';
import { type Redactor } from '../core/redact';
import { answerDate } from '../core/serviceTime';
import { NO_KEY_TO_LOOK_UP, WALLET_CREDENTIAL } from './credential';
import { paymentFacts, explainRefusal } from './errors/explain';
import { statedRefund } from './errors/refusalBody';
import { chargeRisk, isServiceError, failureKindOfStatus, verdictOf } from './errors/verdict';
import { replaceLoneSurrogates } from '../core/wellFormed';
import { wireBody } from './body';
import { rejectUnsafeProxy, NO_PATH_MESSAGE } from './serviceUrl';
import type { Caller, Step } from './send';
import { transmit } from './transmit';

/** The last step: signs one request and sends it as it is. */
export const sendSigned: Step = async (_, { payer: { context, account }, request, paid }) => {
	const { type, baseURL, namePrefix, redact } = account;
	if (account.rehearses === true && paid) throw new TypeError('A rehearsal pays nothing');
	if (account.lacksKey === true) throw noKeyFailure();
	const body = isPlainJson(request.body)
		? wireBody(replaceLoneSurrogates(request.body), namePrefix)
		: request.body;
	const options = { ...request, baseURL, body } as IHttpRequestOptions;
	const sentAt = clock.now();
	const how = { paid, namePrefix, redact };
	try {
		const response = await sendWithCredential(context, type, options, how);
		return { ...answerFromResponse(response, namePrefix, paid), sentAt };
	} catch (error) {
		const failure = failureOrRethrow(error);
		const { reason, absent } = verdictOf(failure.facts);
		const isRefusedSignIn = type === WALLET_CREDENTIAL && reason === 'key';
		const ahead = isRefusedSignIn ? clockErrorMs(failure.facts, sentAt) : 0;
		throw failure.withMessage(`${failure.message}${clockErrorWords(ahead)}`, {
			sentAt,
			// A deployment without the version path answers so to every call.
			...(absent !== undefined &&
				new URL(baseURL).pathname === '/' && { cure: `${NO_PATH_MESSAGE}.` }),
			...(ahead !== 0 && {
				cure: 'Correct the clock of the machine that runs n8n: a sign-in is only valid for a few minutes.',
				details: { ...failure.facts.details, clockAheadSeconds: Math.round(ahead / 1000) },
			}),
		});
	}
};

function noKeyFailure(): ServiceFailure {
	return new ServiceFailure('Rehearsal is on and no API key is set, so lists cannot be loaded', {
		...{ kind: 'input', code: NO_KEY_TO_LOOK_UP },
		cure: 'Enter a key in the credential: look-ups cost nothing.',
	});
}

/** The service takes sign-ins that are half a minute ahead of its clock, and ours expire after four (docs/maintainers/service.md#wallets). */
const ACCEPTED_AHEAD_MS = 25_000;
const ACCEPTED_BEHIND_MS = 200_000;

/** By how much the clock of n8n is ahead of the one that refused a sign-in, negative where it is behind; 0 where that cannot be the reason. */
function clockErrorMs({ headers = {} }: FailureFacts, sentAt: number): number {
	const date = answerDate({ headers });
	if (date === undefined) return 0;
	// However long the answer took, and whatever the fraction of its second is.
	const [ahead, behind] = [sentAt - date - 1_000, date - clock.now()];
	if (ahead > ACCEPTED_AHEAD_MS) return ahead;
	return behind > ACCEPTED_BEHIND_MS ? -behind : 0;
}

function clockErrorWords(ahead: number): string {
	if (ahead === 0) return '';
	const [seconds, side] = [Math.round(Math.abs(ahead) / 1000), ahead > 0 ? 'ahead of' : 'behind'];
	const much = seconds < 120 ? `${seconds} seconds` : `${Math.round(seconds / 60)} minutes`;
	return `. The clock of n8n is ${much} ${side} the clock of the service`;
}

/** Whether a body is JSON, and not a form or bytes. */
function isPlainJson(body: unknown): body is Record<string, unknown> {
	if (typeof body !== 'object' || body === null) return false;
	return Object.getPrototypeOf(body) === Object.prototype;
}

/** What is known of a signed request. */
interface SignedRequest {
	/** Whether money may be taken for it. */
	paid: boolean;
	/** The name prefix of the deployment, for the names of headers. */
	namePrefix: string;
	/** Hides what no answer may show, besides the headers of the request. */
	redact?: Redactor;
}

/**
 * Sends one request with the given credential, paid for or free, and returns the full answer of a 2xx.
 * Throws a ServiceFailure for everything else: the refusal explained, the connection that failed, the cancelled run.
 * Neither shows the secrets of the call, which are its signing headers and those that `redact` hides.
 */
export async function sendWithCredential(
	context: Caller,
	credentialType: string,
	options: IHttpRequestOptions,
	{ paid, namePrefix, redact }: SignedRequest,
): Promise<CleanResponse> {
	const address = options.baseURL ?? options.url;
	// n8n rewords what the credential itself refuses.
	rejectUnsafeProxy(options, new URL(address).protocol);
	const { httpRequestWithAuthentication } = context.helpers;
	const caller = context as IAllExecuteFunctions;
	const response = await transmit(
		{ ...options, disableFollowRedirect: true },
		{
			send: async (request): Promise<unknown> =>
				await httpRequestWithAuthentication.call(
					withCancelSignal(caller, request.abortSignal),
					credentialType,
					request,
				),
			redact,
			signal:
				(options.abortSignal as AbortSignal | undefined) ?? context.getExecutionCancelSignal?.(),
			paid,
		},
	);
	if (isServed(response)) return response;
	throw refusalFailure(withNeutralHeaders(response, namePrefix), paid);
}

/** The same context with another signal: n8n 2.x puts that of its context in the place of the request's own. */
function withCancelSignal(context: IAllExecuteFunctions, signal: unknown): IAllExecuteFunctions {
	const same = shallowCopyOf(context);
	return Object.assign(same, { getExecutionCancelSignal: () => signal });
}

/** The response, when it is served; throws the ServiceFailure that any other is. */
export function requireSuccess<T extends IN8nHttpFullResponse>(response: T, paid = false): T {
	if (isServed(response)) return response;
	throw refusalFailure(response, paid);
}

/** The failure that an answer with another status than 2xx is, explained. */
function refusalFailure(response: IN8nHttpFullResponse, paid: boolean): ServiceFailure {
	const { statusCode: status, headers } = response;
	const kind = failureKindOfStatus(status);
	// A part of an answer says nothing in words.
	const body: unknown = kind === 'malformed' ? undefined : response.body;
	const { message, cure, code, says, fields } = explainRefusal(status, body, headers.location);
	const own = { kind, status, code, says, fields, headers, isForeign: !isServiceError(body) };
	const { reason } = verdictOf(own);
	return new ServiceFailure(message, {
		...own,
		cure,
		charge: chargeRisk(own, paid),
		requestId: requestIdOf(headers),
		...(reason === 'funds' ? { details: paymentFacts(body) } : refundDetails(body)),
	});
}

/** Whether the service gave back what was charged for the work that a refusal is about. */
function refundDetails(body: unknown): Pick<FailureFacts, 'details'> {
	const creditsRefunded = statedRefund(body);
	return creditsRefunded === undefined ? {} : { details: { creditsRefunded } };
}
