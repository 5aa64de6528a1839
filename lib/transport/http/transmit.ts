import type { IHttpRequestOptions, IN8nHttpFullResponse } from 'n8n-workflow';

import { connectionFailure } from '../errors/connectionFailure';
import { messageOf } from '../errors/failure';
import type { CleanResponse } from './answer';
import { redactor, type Redactor } from './redact';
import { secretsOf } from './secretForms';

/** Which of n8n's helpers sends a request, and what is known of the call. */
export interface Transmission {
	send(request: IHttpRequestOptions): Promise<unknown>;
	/** What no answer may show, besides the signing headers of the request. */
	secrets: readonly string[];
	/** That of the execution, to tell a cancelled call from a connection that broke. */
	signal: Pick<AbortSignal, 'aborted'> | undefined;
	/** Whether money may be taken for it. */
	paid: boolean;
}

/** Sends one request and returns its answer, whatever its status, without the secrets of the call. Throws a ServiceFailure when there is none. */
export async function transmit(
	options: IHttpRequestOptions,
	{ send, secrets, signal, paid }: Transmission,
): Promise<CleanResponse> {
	const headers = wantedHeaders(options);
	const request = { ...options, headers, returnFullResponse: true, ignoreHttpStatusErrors: true };
	// The credential adds its own headers while the request is sent.
	const redact = () => redactor([...secrets, ...secretsOf(headers)]);
	try {
		return cleanResponse((await send(request)) as IN8nHttpFullResponse, redact());
	} catch (error) {
		throw connectionFailure(cleanError(error, redact()), options, signal, paid);
	}
}

/** A stream is asked for uncompressed: n8n's HTTP client takes compressed bytes that end too early for whole. */
function wantedHeaders({ encoding, headers }: IHttpRequestOptions) {
	return encoding === 'stream' ? { 'Accept-Encoding': 'identity', ...headers } : { ...headers };
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
