import type { IAllExecuteFunctions, IHttpRequestOptions, IN8nHttpFullResponse } from 'n8n-workflow';

import {
	answerOf,
	type CleanResponse,
	isServed,
	requestId,
	mediaType,
	withNeutralHeaders,
} from '../core/answer';
import { ANSWER_BYTES } from '../core/bounds';
import { clock } from '../core/clock';
import { refusedBody, servedBody } from '../core/decodeBody';
import { copyOf } from '../core/execution';
import { caught, type FailureFacts, ServiceFailure, messageOf } from '../core/failure';
import { type Redactor, redactor, secretsOf } from '../core/redact';
import { closed, isReadToEnd } from '../core/streams';
import { connectionFailure } from './errors/connectionFailure';
import { paymentFacts, explain } from './errors/explain';
import { refundOf } from './errors/refund';
import { chargeRisk, isForeignRefusal, kindOf, verdictOf } from './errors/verdict';
import { wellFormed } from '../core/wellFormed';
import { wireBody } from './body';
import { rejectUnsafeProxy, WITHOUT_PATH } from './credential';
import { requireNoProxy } from './noProxy';
import type { Call, Caller, Step } from './send';

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
	const { statusCode: status } = response;
	const kind = kindOf(status);
	// A part of an answer says nothing in words.
	const body: unknown = kind === 'malformed' ? undefined : response.body;
	const { message, cure, code, fields } = explain(status, body);
	const own = { kind, status, code, isForeign: isForeignRefusal(status, body) };
	const { reason } = verdictOf(own);
	return new ServiceFailure(message, {
		...own,
		...{ cure, fields },
		charge: chargeRisk(own, paid),
		headers: response.headers,
		requestId: requestId(response.headers),
		...(reason === 'funds' ? { details: paymentFacts(body) } : refundFacts(body)),
	});
}

/** Whether the service gave back what was charged for the work that a refusal is about. */
function refundFacts(body: unknown): Pick<FailureFacts, 'details'> {
	const creditsRefunded = refundOf(body);
	return creditsRefunded === undefined ? {} : { details: { creditsRefunded } };
}

/** Which of n8n's helpers sends a request, and what is known of the call. */
interface Transmission {
	send(request: IHttpRequestOptions): Promise<unknown>;
	/** Hides what no answer may show, besides the signing headers of the request. */
	redact?: Redactor;
	/** That of the execution, to tell a cancelled call from a connection that broke. */
	signal: StopSignal | undefined;
	/** Whether money may be taken for it. */
	paid: boolean;
}

const NOTHING = redactor([]);

const USUAL_TIMEOUT_MS = 300_000;

/** n8n's HTTP client reads whatever is no stream without a limit. */
const WIRE = {
	encoding: 'stream',
	returnFullResponse: true,
	ignoreHttpStatusErrors: true,
} as const;

/**
 * Sends one request and returns its answer, whatever its status, without the secrets of the call: a stream where the request asks for one
 * and is served, else the decoded body, read within its limits and the time limit of the request. Throws a ServiceFailure when there is none.
 */
export async function transmit(
	options: IHttpRequestOptions,
	transmission: Transmission,
): Promise<CleanResponse> {
	const { send, redact = NOTHING, signal, paid } = transmission;
	const stop = stopWith(signal);
	const headers = wantedHeaders(options);
	const request = { ...options, ...WIRE, headers, abortSignal: stop.signal };
	// The credential adds its own headers while the request is sent.
	const redactAll = () => redact.and(secretsOf(headers));
	const endsAt = performance.now() + (options.timeout ?? USUAL_TIMEOUT_MS);
	try {
		const response = (await send(request)) as IN8nHttpFullResponse;
		noteAnswer(options);
		const clean = redactAll();
		const served = isServed(response);
		if (served && options.encoding === 'stream') {
			const stream = cleanStream(response, clean, options.timeout);
			return handedOut(cleanResponse(response, clean, stream), stop);
		}
		const limits = {
			bytes: paid ? ANSWER_BYTES.paid : ANSWER_BYTES.free,
			ms: Math.max(1, Math.ceil(endsAt - performance.now())),
			end: stop.abort,
		};
		const body = served
			? await servedBody(response.body, limits, clean, options.encoding === undefined)
			: await refusedBody(response.body, limits, clean, signal);
		stop.release();
		return cleanResponse(response, clean, body as IN8nHttpFullResponse['body']);
	} catch (error) {
		stop.abort();
		if (error instanceof ServiceFailure) {
			throw error.as(error.message, { charge: chargeRisk(error.facts, paid) });
		}
		const failure = connectionFailure(cleanError(error, redactAll()), options, signal, paid);
		if (failure.facts.isUnsent !== true || knownAddresses.has(addressOf(options))) throw failure;
		throw failure.as(failure.message, { isNewcomer: true });
	}
}

/** The origins that have answered in this process. */
const knownAddresses = new Set<string>();
/** An expression can name any number of addresses. */
const MOST_ADDRESSES = 1_000;

function noteAnswer(options: IHttpRequestOptions): void {
	if (knownAddresses.size >= MOST_ADDRESSES) knownAddresses.clear();
	knownAddresses.add(addressOf(options));
}

function addressOf({ baseURL, url }: IHttpRequestOptions): string {
	const address = baseURL ?? url;
	return URL.canParse(address) ? new URL(address).origin : address;
}

/** What is not JSON is asked for uncompressed: n8n's HTTP client takes compressed bytes that end too early for whole. Half a JSON is noticed. */
function wantedHeaders({ encoding, headers }: IHttpRequestOptions) {
	return encoding === undefined ? { ...headers } : { 'Accept-Encoding': 'identity', ...headers };
}

/** A streamed body that closes its connection when its reader closes it before its end; after it, the next request may use the connection. */
function handedOut(response: CleanResponse, stop: Stop): CleanResponse {
	const { body } = response;
	const ended = closed(body) ?? Promise.resolve();
	void ended.then(() => (isReadToEnd(body) ? stop.release() : stop.abort()));
	return response;
}

function cleanResponse(
	response: IN8nHttpFullResponse,
	redact: Redactor,
	body: IN8nHttpFullResponse['body'],
): CleanResponse {
	const headers = redact.value({ ...response.headers }) as IN8nHttpFullResponse['headers'];
	return { ...response, headers, body, redact, remoteAddress: remoteAddressOf(response.body) };
}

/** Once its headers are there, no part of a streamed body may take longer than the time limit of the request. */
function cleanStream(response: IN8nHttpFullResponse, redact: Redactor, idleMs = USUAL_TIMEOUT_MS) {
	const isText = /^text\/|json/.test(mediaType(response));
	const bytes = isText ? ANSWER_BYTES.paid : ANSWER_BYTES.media;
	return redact.body(response.body, { bytes, idleMs }) as IN8nHttpFullResponse['body'];
}

/** n8n 1.x hands out the answer of Node.js itself. */
function remoteAddressOf(body: unknown): string | undefined {
	const { socket } = Object(body) as { socket?: { remoteAddress?: unknown } | null };
	const address = socket?.remoteAddress;
	return typeof address === 'string' ? address : undefined;
}

/** An error that quotes a secret of the call keeps only its words. */
function cleanError(error: unknown, redact: Redactor): unknown {
	const said = messageOf(error);
	const clean = redact.text(said);
	return clean === said ? error : new Error(clean);
}

/** What ends a request, as n8n's HTTP client takes it. */
type StopSignal = NonNullable<IHttpRequestOptions['abortSignal']>;

/** Ends one request, on its own or when the execution is stopped. */
interface Stop {
	signal: AbortSignal;
	abort(): void;
	/** Forgets the execution, once the request is over. */
	release(): void;
}

/**
 * A signal for one request. To destroy a stream is not enough where it hangs: n8n's HTTP client hands out a generator, which ends with the next chunk.
 */
function stopWith(execution: StopSignal | undefined): Stop {
	const own = new AbortController();
	const abort = () => own.abort();
	const release = () => execution?.removeEventListener?.('abort', abort);
	execution?.addEventListener?.('abort', abort);
	if (execution?.aborted) abort();
	return { signal: own.signal, abort, release };
}
