import type { IHttpRequestOptions, IN8nHttpFullResponse } from 'n8n-workflow';

import { isRecord } from '../base/record';
import { connectionFailure } from '../errors/connectionFailure';
import { chargeOf, messageOf, ServiceFailure } from '../base/failure';
import { closed } from '../base/streams';
import { isServed, mediaType, type CleanResponse } from '../base/answer';
import { ANSWER_BYTES } from '../base/bounds';
import { arrivedBody } from './arrivedBody';
import { redactor, type Redactor } from '../base/redact';
import { secretsOf } from '../base/secretForms';
import { stopWith, type Stop, type StopSignal } from './stop';

/** Which of n8n's helpers sends a request, and what is known of the call. */
export interface Transmission {
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
