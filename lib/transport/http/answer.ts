import type { IN8nHttpFullResponse } from 'n8n-workflow';

import { isStream } from './decodeBody';
import { requestId } from './exchange';
import { ServiceFailure } from '../errors/failure';

/** A successful answer with its header names as the specification writes them, whatever prefix the deployment uses. */
export interface Answer {
	body: unknown;
	headers: Record<string, unknown>;
	/** The name prefix of the deployment, for the names inside the body. */
	namePrefix: string;
}

/** The answer of a 2xx response. */
export function answerOf(response: IN8nHttpFullResponse, namePrefix: string): Answer {
	const prefix = `x-${namePrefix}-`;
	const headers = Object.fromEntries(
		Object.entries(response.headers).map(([name, value]) => [
			name.startsWith(prefix) ? `x-service-${name.slice(prefix.length)}` : name,
			value,
		]),
	);
	return { body: response.body, headers, namePrefix };
}

/** A header's text, or undefined when it was not sent. */
export function header(answer: Pick<Answer, 'headers'>, name: string): string | undefined {
	const value = answer.headers[name];
	return typeof value === 'string' || typeof value === 'number' ? String(value) : undefined;
}

/** The media type without its parameters, in small letters; empty when none was sent. */
export function mediaType(answer: Pick<Answer, 'headers'>): string {
	return (header(answer, 'content-type') ?? '').split(';')[0]?.trim().toLowerCase() ?? '';
}

/** The same answer, when its body is JSON. Throws a ServiceFailure of kind `malformed` otherwise. */
export function withJson(answer: Answer): Answer {
	const { body } = answer;
	if (typeof body === 'object' && body !== null && !Buffer.isBuffer(body) && !isStream(body)) {
		return answer;
	}
	const begin = typeof body === 'string' && body !== '' ? `: ${body.slice(0, 120)}` : '';
	throw new ServiceFailure(`The service answered with something that is not valid JSON${begin}`, {
		kind: 'malformed',
		status: 200,
		headers: answer.headers,
		requestId: requestId(answer.headers),
		cure: 'Check that the Base URL of the credential is that of the service. If it is, the call may have been charged: check the usage history before you run it again.',
	});
}
