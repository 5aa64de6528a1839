import type { IHttpRequestOptions, IN8nHttpFullResponse } from 'n8n-workflow';

import { isServed } from '../base/answer';
import { isStream } from '../base/streams';
import { ANSWER_BYTES } from '../base/bounds';
import { decodeBody } from '../base/decodeBody';
import { readAll, type ReadLimits } from '../base/readAll';
import type { Redactor } from '../base/redact';
import type { Stop, StopSignal } from './stop';

/** What is known of the call while its body arrives. */
export interface Arrival {
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
export async function arrivedBody(
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
