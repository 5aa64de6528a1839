import type { IHttpRequestOptions, IN8nHttpFullResponse } from 'n8n-workflow';

import { isServed, mediaType, type CleanResponse } from '../base/answer';
import { ANSWER_BYTES } from '../base/bounds';
import { decodeBody } from '../base/decodeBody';
import { chargeOf, messageOf, ServiceFailure } from '../base/failure';
import { isRecord } from '../base/record';
import { redactor, type Redactor, secretsOf } from '../base/redact';
import { closed, isStream, readAll, type ReadLimits } from '../base/streams';
import { connectionFailure } from '../errors/connectionFailure';

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
		if (isServed(response) && options.encoding === 'stream') {
			const clean = redactAll();
			const stream = cleanStream(response, clean, options.timeout);
			return handedOut(cleanResponse(response, clean, stream), stop);
		}
		const clean = redactAll();
		const arrival = { paid, signal, endsAt, stop, redact: clean };
		const body = await arrivedBody(response, options, arrival);
		stop.release();
		return cleanResponse(response, clean, body);
	} catch (error) {
		stop.abort();
		if (error instanceof ServiceFailure) {
			throw error.as(error.message, { charge: chargeOf(error.facts, paid) });
		}
		throw connectionFailure(cleanError(error, redactAll()), options, signal, paid);
	}
}

/** What is not JSON is asked for uncompressed: n8n's HTTP client takes compressed bytes that end too early for whole. Half a JSON is noticed. */
function wantedHeaders({ encoding, headers }: IHttpRequestOptions) {
	return encoding === undefined ? { ...headers } : { 'Accept-Encoding': 'identity', ...headers };
}

/** A streamed body that closes its connection when its reader closes it. */
function handedOut(response: CleanResponse, stop: Stop): CleanResponse {
	const ended = closed(response.body) ?? Promise.resolve();
	void ended.then(stop.abort);
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
	const socket = isRecord(body) ? body.socket : undefined;
	const address = isRecord(socket) ? socket.remoteAddress : undefined;
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

/** What is known of the call while its body arrives. */
interface Arrival {
	paid: boolean;
	/** When the time of the request is over, by `performance.now()`. */
	endsAt: number;
	stop: Stop;
	/** That of the execution. */
	signal: StopSignal | undefined;
	redact: Redactor;
}

/**
 * The whole body of an answer, within its limits and without secrets: decoded, or as bytes where the request names an encoding. Of a refusal that
 * cannot be read nothing is left, as its status says enough. Throws like `readAll`.
 */
async function arrivedBody(
	response: IN8nHttpFullResponse,
	{ encoding }: IHttpRequestOptions,
	{ paid, endsAt, stop, signal, redact }: Arrival,
): Promise<IN8nHttpFullResponse['body']> {
	const limits = {
		bytes: paid ? ANSWER_BYTES.paid : ANSWER_BYTES.free,
		ms: Math.max(1, Math.ceil(endsAt - performance.now())),
		end: stop.abort,
	};
	const body: unknown = response.body;
	if (isServed(response)) {
		const whole = await read(body, limits);
		const clean = encoding === undefined ? decodeBody(whole, redact) : redact.body(whole);
		return clean as IN8nHttpFullResponse['body'];
	}
	const said = await read(body, { ...limits, bytes: ANSWER_BYTES.error }).catch(
		(error: unknown) => {
			stop.abort();
			if (signal?.aborted) throw error;
			return '';
		},
	);
	return decodeRefusal(said, redact) as IN8nHttpFullResponse['body'];
}

function decodeRefusal(said: unknown, redact: Redactor): unknown {
	try {
		return decodeBody(said, redact);
	} catch {
		return '';
	}
}

async function read(body: unknown, limits: ReadLimits): Promise<unknown> {
	return isStream(body) ? await readAll(body, limits) : body;
}
