import type { IHttpRequestOptions, IN8nHttpFullResponse } from 'n8n-workflow';
import { type CleanResponse, isServed, mediaType } from '../core/answer';
import { MAX_ANSWER_BYTES } from '../core/bounds';
import { readRefusalBody, readServedBody } from '../core/decodeBody';
import { ServiceFailure, messageOf } from '../core/failure';
import { type Redactor, redactor, secretsOf } from '../core/redact';
import { AnswerBody } from '../core/streams';
import { connectionFailure } from './errors/connectionFailure';
import { chargeRisk } from './errors/verdict';

/** Which of n8n's helpers sends a request, and what is known of the call. */
interface Transmission {
	send(request: IHttpRequestOptions): Promise<unknown>;
	/** Hides what no answer may show, besides the signing headers of the request. */
	redact?: Redactor;
	/** That of the execution, to tell a cancelled call from a connection that broke. */
	signal: AbortSignal | undefined;
	/** Whether money may be taken for it. */
	paid: boolean;
}

const REDACT_NOTHING = redactor([]);

const DEFAULT_TIMEOUT_MS = 300_000;

/** n8n's HTTP client reads whatever is no stream without a limit. */
const RAW_STREAM_OPTIONS = {
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
	const { send, redact = REDACT_NOTHING, signal, paid } = transmission;
	const own = new AbortController();
	const release = abortWith(own, signal);
	// The next request may use the connection of a body that was read to its end.
	const end = (isWhole: boolean) => {
		release();
		if (!isWhole) own.abort();
	};
	const headers = requestHeaders(options);
	const request = { ...options, ...RAW_STREAM_OPTIONS, headers, abortSignal: own.signal };
	// The credential adds its own headers while the request is sent.
	const redactAll = () => redact.and(secretsOf(headers));
	const endsAt = performance.now() + (options.timeout ?? DEFAULT_TIMEOUT_MS);
	try {
		const response = (await send(request)) as IN8nHttpFullResponse;
		const redactSecrets = redactAll();
		const served = isServed(response);
		if (served && options.encoding === 'stream') {
			const body = bodyWithoutSecrets(response, redactSecrets, options.timeout);
			if (body instanceof AnswerBody) void body.closed.then(() => end(body.isWhole));
			else end(true);
			return responseWithoutSecrets(response, redactSecrets, body);
		}
		const limits = {
			bytes: paid ? MAX_ANSWER_BYTES.paid : MAX_ANSWER_BYTES.free,
			ms: Math.max(1, Math.ceil(endsAt - performance.now())),
			end: () => own.abort(),
		};
		const body = served
			? await readServedBody(response.body, limits, redactSecrets, options.encoding === undefined)
			: await readRefusalBody(response.body, limits, redactSecrets, signal);
		end(true);
		return responseWithoutSecrets(response, redactSecrets, body as IN8nHttpFullResponse['body']);
	} catch (error) {
		end(false);
		if (error instanceof ServiceFailure) {
			throw error.withMessage(error.message, { charge: chargeRisk(error.facts, paid) });
		}
		throw connectionFailure(errorWithoutSecrets(error, redactAll()), options, signal, paid);
	}
}

/** What is not JSON is asked for uncompressed: n8n's HTTP client takes compressed bytes that end too early for whole. Half a JSON is noticed. */
function requestHeaders({ encoding, headers }: IHttpRequestOptions) {
	return encoding === undefined ? { ...headers } : { 'Accept-Encoding': 'identity', ...headers };
}

function responseWithoutSecrets(
	response: IN8nHttpFullResponse,
	redact: Redactor,
	body: IN8nHttpFullResponse['body'],
): CleanResponse {
	const headers = redact.value({ ...response.headers }) as IN8nHttpFullResponse['headers'];
	return { ...response, headers, body, redact, remoteAddress: remoteAddressOf(response.body) };
}

/** Once its headers are there, no part of a streamed body may take longer than the time limit of the request. */
function bodyWithoutSecrets(
	response: IN8nHttpFullResponse,
	redact: Redactor,
	idleMs = DEFAULT_TIMEOUT_MS,
) {
	const isText = /^text\/|json/.test(mediaType(response));
	const bytes = isText ? MAX_ANSWER_BYTES.paid : Number.POSITIVE_INFINITY;
	return redact.body(response.body, { bytes, idleMs }) as IN8nHttpFullResponse['body'];
}

/** n8n 1.x hands out the answer of Node.js itself. */
function remoteAddressOf(body: unknown): string | undefined {
	const { socket } = Object(body) as { socket?: { remoteAddress?: unknown } | null };
	const address = socket?.remoteAddress;
	return typeof address === 'string' ? address : undefined;
}

/** An error that quotes a secret of the call keeps only its words. */
function errorWithoutSecrets(error: unknown, redact: Redactor): unknown {
	const said = messageOf(error);
	const clean = redact.text(said);
	return clean === said ? error : new Error(clean);
}

/**
 * Ends a request with the execution, until the function that it returns is called. To destroy a stream is not enough where it hangs: n8n's
 * HTTP client hands out a generator, which ends with the next chunk.
 */
function abortWith(own: AbortController, signal: AbortSignal | undefined): () => void {
	const abort = () => own.abort();
	signal?.addEventListener('abort', abort);
	if (signal?.aborted) abort();
	return () => signal?.removeEventListener('abort', abort);
}
