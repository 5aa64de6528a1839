import type {
	IAllExecuteFunctions,
	IExecuteSingleFunctions,
	IHttpRequestOptions,
	IN8nHttpFullResponse,
} from 'n8n-workflow';

import { decodeBody, isStream, readAll } from './decodeBody';
import { paymentFacts } from '../errors/errorHints';
import { explain } from '../errors/explain';
import {
	badInput,
	cancelledInFlight,
	maybeServed,
	messageOf,
	ServiceFailure,
	type FailureFacts,
} from '../errors/failure';
import { requestId, type CleanResponse } from './answer';
import { redactor, type Redactor } from './redact';
import { secretsOf } from './secretForms';
import { isRecord } from '../../record';

/** The contexts of n8n that can send an authenticated request. */
export type Caller = Pick<IAllExecuteFunctions, 'getNode'> & {
	helpers: Pick<IAllExecuteFunctions['helpers'], 'httpRequestWithAuthentication'>;
	getExecutionCancelSignal?(): AbortSignal | undefined;
};

const ERROR_BODY_LIMIT = 1_000_000;
const TIMEOUT_CODES = new Set(['ECONNABORTED', 'ETIMEDOUT', 'ESOCKETTIMEDOUT']);

/**
 * Sends one request with the given credential, paid for or free, and returns the full answer of a 2xx.
 * Throws a ServiceFailure for everything else: the refusal explained, the connection that failed, the cancelled run.
 * Neither shows the secrets of the call, which are its signing headers and those given.
 */
export async function exchange(
	context: Caller,
	credentialType: string,
	options: IHttpRequestOptions,
	paid: boolean,
	secrets: readonly string[] = [],
): Promise<CleanResponse> {
	const headers = { ...asItIs(options).headers };
	const request: IHttpRequestOptions = {
		...options,
		headers,
		returnFullResponse: true,
		ignoreHttpStatusErrors: true,
		disableFollowRedirect: true,
	};
	// The credential has added its own by then.
	const clean = () => redactor([...secrets, ...secretsOf(headers)]);
	let response: CleanResponse;
	try {
		const answer: unknown = await context.helpers.httpRequestWithAuthentication.call(
			context as IAllExecuteFunctions,
			credentialType,
			request,
		);
		response = cleanResponse(answer as IN8nHttpFullResponse, clean());
	} catch (error) {
		const signal = options.abortSignal ?? context.getExecutionCancelSignal?.();
		throw connectionFailure(cleanError(error, clean()), options, signal, paid);
	}
	if (response.statusCode >= 200 && response.statusCode < 300) return response;
	throw await refusal(response, paid);
}

/** Fetches an address that needs no credential, such as a download link, as a stream. Throws a ServiceFailure. */
export async function exchangeOpen(
	context: IExecuteSingleFunctions,
	url: string,
): Promise<Pick<IN8nHttpFullResponse, 'body' | 'headers'>> {
	if (!/^https?:\/\//i.test(url) || !URL.canParse(url)) {
		throw badInput(
			`The download link must start with https://, but "${url.slice(0, 80)}" was given`,
		);
	}
	const response = await openExchange(context, { method: 'GET', url, encoding: 'stream' });
	if (response.statusCode >= 200 && response.statusCode < 300) return response;
	throw await refusal(response);
}

/** Sends one request without a credential and returns its answer whatever its status. Throws a ServiceFailure when there is none. */
export async function openExchange(
	context: IExecuteSingleFunctions,
	request: IHttpRequestOptions,
): Promise<IN8nHttpFullResponse> {
	const signal = context.getExecutionCancelSignal();
	const options: IHttpRequestOptions = {
		timeout: 300_000,
		...asItIs(request),
		returnFullResponse: true,
		ignoreHttpStatusErrors: true,
		abortSignal: signal,
	};
	const redact = redactor(secretsOf(options.headers));
	try {
		const response: unknown = await context.helpers.httpRequest(options);
		return cleanResponse(response as IN8nHttpFullResponse, redact);
	} catch (error) {
		throw connectionFailure(cleanError(error, redact), options, signal, false);
	}
}

function cleanResponse(response: IN8nHttpFullResponse, redact: Redactor): CleanResponse {
	const headers = redact.value(response.headers) as IN8nHttpFullResponse['headers'];
	const body = redact.body(response.body) as IN8nHttpFullResponse['body'];
	return { ...response, headers, body, redact };
}

/** An error that quotes a secret of the call keeps only its words. */
function cleanError(error: unknown, redact: Redactor): unknown {
	const said = messageOf(error);
	const clean = redact.text(said);
	return clean === said ? error : new Error(clean);
}

/** A stream is asked for uncompressed: n8n's HTTP client takes compressed bytes that end too early for whole. */
function asItIs(options: IHttpRequestOptions): IHttpRequestOptions {
	if (options.encoding !== 'stream') return options;
	return { ...options, headers: { 'Accept-Encoding': 'identity', ...options.headers } };
}

/** The failure that an answer with another status than 2xx is, explained. */
export async function refusal(
	response: IN8nHttpFullResponse,
	paid = false,
): Promise<ServiceFailure> {
	const raw: unknown = response.body;
	let bytes: unknown = raw;
	if (isStream(raw)) {
		try {
			bytes = await readAll(raw, ERROR_BODY_LIMIT);
		} catch {
			bytes = '';
		}
	}
	const body = decodeBody(bytes);
	const { message, cure, code } = explain(response.statusCode, body);
	const own = { kind: 'refused', status: response.statusCode, code } as const;
	return new ServiceFailure(message, {
		...own,
		cure,
		charge: chargeOf(own, paid),
		headers: response.headers,
		requestId: requestId(response.headers),
		...(response.statusCode === 402 ? { details: paymentFacts(body) } : {}),
	});
}

function chargeOf(facts: Pick<FailureFacts, 'kind' | 'status' | 'code'>, paid: boolean) {
	return paid && maybeServed(facts) ? 'possible' : 'none';
}

function connectionFailure(
	error: unknown,
	options: IHttpRequestOptions,
	signal: Pick<AbortSignal, 'aborted'> | undefined,
	paid: boolean,
): ServiceFailure {
	if (signal?.aborted) return cancelledInFlight(paid ? 'possible' : 'none', error);
	const code = connectionCode(error);
	const host = hostOf(options);
	if (code === undefined) {
		const cure = 'Check the credential and the fields of the node.';
		return new ServiceFailure(messageOf(error), { kind: 'input', cure }, error);
	}
	const failed = (message: string, kind: 'timeout' | 'unreachable', cure: string) => {
		const facts = { kind, code };
		return new ServiceFailure(message, { ...facts, cure, charge: chargeOf(facts, paid) }, error);
	};
	if (TIMEOUT_CODES.has(code)) {
		const seconds = Math.round((options.timeout ?? 300_000) / 100) / 10;
		const cure = 'Raise Timeout under Retries and Limits, or ask for less.';
		return failed(
			`No answer from ${host} within ${seconds} ${seconds === 1 ? 'second' : 'seconds'}`,
			'timeout',
			cure,
		);
	}
	const cure = 'Check the Base URL of the credential and the network.';
	return failed(`The connection to ${host} failed (${code})`, 'unreachable', cure);
}

function hostOf(options: IHttpRequestOptions): string {
	const address = options.baseURL ?? options.url;
	return URL.canParse(address) ? new URL(address).host : 'the service';
}

/** Codes by which Node.js and its HTTP clients name trouble with a connection. */
const NETWORK_CODE =
	/\b(EAI_[A-Z]+|ECONN[A-Z]+|E(?:SOCKET)?TIMEDOUT|E(?:HOST|NET)(?:UNREACH|DOWN)|ENOTFOUND|EADDRNOTAVAIL|EPIPE|EPROTO|UND_ERR_[A-Z_]+|HPE_[A-Z_]+|Z_[A-Z]+_ERROR|ERR_(?:BROTLI|ZLIB|_ERROR)[A-Z0-9_]*|ERR_(?:TLS|SSL|SOCKET|STREAM|HTTP2|NETWORK|BAD_RESPONSE|INVALID_PROTOCOL)[A-Z_]*|CERT_[A-Z_]+|UNABLE_TO_[A-Z_]+|DEPTH_ZERO_[A-Z_]+|SELF_SIGNED_[A-Z_]+)\b/;

/** What zlib says of an answer whose compressed bytes are damaged. */
const BAD_CODING =
	/incorrect (?:header|data|length) check|unexpected end of file|decompression failed|^invalid (?:block|stored|code|distance|literal|bit)/i;

/** n8n wraps the network's error differently from version to version; its code is found wherever it is kept. */
function connectionCode(error: unknown, depth = 0): string | undefined {
	if (!isRecord(error) || depth > 4) return undefined;
	for (const value of [error.code, error.errorCode, error.httpCode, error.message]) {
		const found = typeof value === 'string' ? NETWORK_CODE.exec(value)?.[0] : undefined;
		if (found !== undefined) return found;
	}
	const said = typeof error.message === 'string' ? error.message : '';
	if (/socket hang up|aborted/i.test(said)) return 'ECONNRESET';
	if (BAD_CODING.test(said)) return 'Z_DATA_ERROR';
	const messages = Array.isArray(error.messages) ? error.messages : [];
	const listed = messages
		.map((text) => (typeof text === 'string' ? NETWORK_CODE.exec(text)?.[0] : undefined))
		.find((text) => text !== undefined);
	return (
		listed ??
		connectionCode(error.cause, depth + 1) ??
		connectionCode(error.errorResponse, depth + 1)
	);
}
