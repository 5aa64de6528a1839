import type { IHttpRequestOptions } from 'n8n-workflow';

import { isRecord } from '../base/record';
import { cut } from '../text/cut';
import { cancelledInFlight, messageOf, ServiceFailure } from '../base/failure';
import { chargeOf, isNeverSent } from './verdict';

/** As much as a person reads. */
const LONGEST_REASON = 1_000;

const TIMEOUT_CODES = new Set(['ECONNABORTED', 'ETIMEDOUT', 'ESOCKETTIMEDOUT']);

/** The failure of a request that brought no answer, explained; `error` is what n8n's HTTP client threw. */
export function connectionFailure(
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
		const said = readable(cut(messageOf(error), LONGEST_REASON).text);
		return new ServiceFailure(said, { kind: 'input', cure }, error);
	}
	const isUnsent = isNeverSent(code, syscallOf(error));
	const failed = (message: string, kind: 'timeout' | 'unreachable', cure: string) => {
		const facts = { kind, code, isUnsent };
		return new ServiceFailure(message, { ...facts, cure, charge: chargeOf(facts, paid) }, error);
	};
	if (TIMEOUT_CODES.has(code)) {
		const seconds = Math.round((options.timeout ?? 300_000) / 100) / 10;
		const cure = 'Raise Timeout under Options > Retries and Limits, or request less.';
		return failed(
			`No answer from ${host} within ${seconds} ${seconds === 1 ? 'second' : 'seconds'}`,
			'timeout',
			cure,
		);
	}
	const cure = 'Check the Base URL of the credential and the network.';
	const reason = REASONS[code] ?? KINDS.find(([pattern]) => pattern.test(code))?.[1] ?? code;
	return failed(`The connection to ${host} failed: ${reason}`, 'unreachable', cure);
}

/** What the system was asked for when it failed, where the error has it. */
function syscallOf(error: unknown, depth = 0): string | undefined {
	if (!isRecord(error) || depth > 4) return undefined;
	if (typeof error.syscall === 'string') return error.syscall;
	const [first] = Array.isArray(error.errors) ? error.errors : [];
	return (
		syscallOf(first, depth + 1) ??
		syscallOf(error.cause, depth + 1) ??
		syscallOf(error.errorResponse, depth + 1)
	);
}

/** What is thrown for a text with half of a character, such as one that was cut inside an emoji. */
function readable(said: string): string {
	if (!/URI malformed/.test(said)) return said;
	return 'A value that goes into the address of the request contains half of a character';
}

/**
 * In words: where an agent wraps an error, n8n replaces a message in which it finds one of these codes, and with it the sentence
 * that the call may have been charged.
 */
const REASONS: Record<string, string> = {
	ECONNREFUSED: 'connection refused',
	ECONNRESET: 'connection closed by the other side',
	ENOTFOUND: 'host name not found',
	EAI_AGAIN: 'host name not resolved, no answer from DNS',
	EADDRNOTAVAIL: 'address not available',
	EHOSTUNREACH: 'host unreachable',
	ENETUNREACH: 'network unreachable',
};

/** The codes that say the same for a user; a library has dozens of each. */
const KINDS: Array<[RegExp, string]> = [
	[/^(Z_|ERR_(BROTLI|ZLIB|_ERROR))/, 'the compressed answer is damaged'],
	[/^HPE_/, 'the answer is not HTTP'],
	[/CERT|^UNABLE_TO_/, 'the certificate of the server is not trusted'],
	[/^(EPROTO|ERR_(TLS|SSL))/, 'no TLS connection'],
	[/^(EPIPE|ERR_STREAM|ERR_BAD_RESPONSE)/, 'connection closed by the other side'],
];

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
