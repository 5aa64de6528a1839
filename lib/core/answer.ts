import type { IDataObject, IN8nHttpFullResponse } from 'n8n-workflow';

import { cut, quoted } from './cut';
import { pageTitle } from './markup';
import { MAX_ANSWER_BYTES } from './bounds';
import { messageOf, ServiceFailure, type ChargeRisk, type FailureFacts } from './failure';
import type { Redactor } from './redact';
import { isStream, readAll } from './streams';

export const ERROR_IN_ANSWER = 'ERROR_IN_ANSWER';

/** The code of an answer, or a piece of one, that is not encrypted as it must be. */
export const NOT_ENCRYPTED = 'NOT_ENCRYPTED';

export type UnusedModel = IDataObject & { model: string; reason: string };

export type FallbackFacts = IDataObject & {
	model: string;
	notUsed: UnusedModel[];
	/** What was changed in the request for the model that answered. */
	changes: string[];
	/** Which model answered and why, in a sentence. */
	note: string;
};

/** Who set a limit to the length of an answer that the user did not ask for. */
export type LengthBound = 'maxCostPerRun';

/** What decrypts the events of an encrypted answer. */
export interface EventOpener {
	/** The data of an event, decrypted. Throws a ServiceFailure. */
	open(data: string): string;
	/** Throws a ServiceFailure where the answer has not ended. */
	requireWhole(): void;
	refusal(message: string): ServiceFailure;
	/** Forgets its key. */
	close(): void;
}

/** A successful answer with its header names as the specification writes them, whatever prefix the deployment uses. */
export interface Answer {
	body: unknown;
	headers: Record<string, unknown>;
	/** The name prefix of the deployment, for the names inside the body. */
	namePrefix: string;
	/** When the call was sent, as Unix milliseconds. */
	sentAt?: number;
	/** What is charged if it turns out to be of no use; if unset, nothing. */
	charge?: ChargeRisk;
	/** Hides the secrets of the call in what is put together out of several pieces of the body. */
	redact?: Redactor;
	/** How many answers the request of a chat asked for. */
	asked?: number;
	/** Set by the step that sent a limit of the length of a chat answer: one that reached it was cut by that. */
	lengthBound?: LengthBound;
	/** What is said when another model than the chosen one answered, and the request that it answered. */
	fallback?: FallbackFacts;
	sent?: Record<string, unknown>;
	/** Decrypts its events. */
	opener?: EventOpener;
	/** The enclave that it was encrypted by, for the output. */
	attestation?: IDataObject;
	/** Whether an earlier try of the same call may have been charged. */
	isRepeat?: boolean;
	/** Whether it came from another server than the service, whose words are not repeated. */
	isFromOtherServer?: boolean;
}

/** The answer of the service, without the secrets of its call. */
export type CleanResponse = IN8nHttpFullResponse &
	Pick<Answer, 'redact'> & {
		/** The IP address that it came from, where n8n's HTTP client shows it. */
		remoteAddress?: string;
	};

/** Whether an answer is whole: a 2xx that neither lacks its content nor is a part of it (RFC 9110, 15.3.5 to 15.3.7). */
export function isServed({ statusCode }: Pick<IN8nHttpFullResponse, 'statusCode'>): boolean {
	return statusCode >= 200 && statusCode < 300 && ![204, 205, 206].includes(statusCode);
}

export function answerFromResponse(
	response: CleanResponse,
	namePrefix: string,
	paid: boolean,
): Answer {
	const { body, redact } = response;
	const { headers } = withNeutralHeaders(response, namePrefix);
	return { body, headers, namePrefix, charge: paid ? 'possible' : 'none', redact };
}

/** A response of any status with its header names as the specification writes them, whatever prefix the deployment uses. */
export function withNeutralHeaders<T extends Pick<IN8nHttpFullResponse, 'headers'>>(
	response: T,
	namePrefix: string,
): T {
	if (namePrefix === 'service') return response;
	const prefix = `x-${namePrefix}-`;
	const headers: IN8nHttpFullResponse['headers'] = {};
	for (const [name, value] of Object.entries(response.headers)) {
		headers[name.startsWith(prefix) ? `x-service-${name.slice(prefix.length)}` : name] = value;
	}
	return { ...response, headers };
}

export function header(answer: Pick<Answer, 'headers'>, name: string): string | undefined {
	const value = answer.headers[name];
	return typeof value === 'string' || typeof value === 'number' ? String(value) : undefined;
}

/** The media type without its parameters, in small letters; empty when none was sent. */
export function mediaType(answer: Pick<Answer, 'headers'>): string {
	return (header(answer, 'content-type') ?? '').split(';')[0]?.trim().toLowerCase() ?? '';
}

/** The same answer, when its body is JSON. Throws a ServiceFailure of kind `malformed` otherwise. */
export function requireJson(answer: Answer): Answer {
	const { body } = answer;
	if (typeof body === 'object' && body !== null && !Buffer.isBuffer(body) && !isStream(body)) {
		return answer;
	}
	const isJson = typeof body === 'string' && /^\s*[[{]/.test(body);
	const cure = isJson
		? 'It may have been cut off, or changed, on its way.'
		: 'Check that the Base URL of the credential is that of the service.';
	throw unreadableAnswerFailure(answer, `The service answered with ${bodyInWords(answer)}`, {
		cure,
	});
}

function bodyInWords({ body, headers }: Answer): string {
	if (typeof body === 'number' || typeof body === 'boolean' || body === null) {
		return `${String(body)} where an object was expected`;
	}
	const said = typeof body === 'string' ? body : '';
	const begin = said === '' ? '' : `: ${quoted(said, 120, headers)}`;
	return webPageInWords(said) ?? `something that is not valid JSON${begin}`;
}

/** What a web page in place of an answer is called in a sentence, such as that of a login; undefined when the text is none. */
export function webPageInWords(text: string): string | undefined {
	const title = pageTitle(text);
	if (title === undefined) return undefined;
	return title === '' ? 'a web page' : `the web page "${cut(title, 120).text}"`;
}

/** The failure of an answer that arrived and is of no use, with what it may have cost. */
export function unreadableAnswerFailure(
	{ headers, charge, sentAt }: Pick<Answer, 'headers' | 'charge' | 'sentAt'>,
	message: string,
	facts: Partial<FailureFacts> = {},
	cause?: unknown,
): ServiceFailure {
	const id = requestIdOf(headers);
	const own = { kind: 'malformed', status: 200, requestId: id, charge, sentAt } as const;
	// What costs nothing, such as a placeholder, is not charged for being of no use.
	const free = charge === 'none' ? { charge } : {};
	return new ServiceFailure(message, { ...own, ...facts, ...free }, cause);
}

/** The whole body of an answer; throws a ServiceFailure when it breaks off, or is larger than `limit` bytes. */
export async function readWholeBody(
	answer: Answer,
	limit = MAX_ANSWER_BYTES.paid,
): Promise<unknown> {
	if (!isStream(answer.body)) return answer.body;
	try {
		return await readAll(answer.body, { bytes: limit });
	} catch (error) {
		if (error instanceof ServiceFailure)
			throw error.withMessage(error.message, { charge: answer.charge });
		const message = `The answer ended early: ${messageOf(error)}`;
		throw unreadableAnswerFailure(
			answer,
			message,
			{ kind: 'unreachable', status: undefined },
			error,
		);
	}
}

/** The identifier of a call at the service, for its support (docs/maintainers/service.md#headers). */
export function requestIdOf(headers: Record<string, unknown>): string | undefined {
	const names = ['cf-ray', 'x-request-id', 'x-service-request-id', 'request-id'];
	const values = names.map((name) => headers[name]);
	return values.find((value): value is string => typeof value === 'string' && value !== '');
}
