import type { IHttpRequestOptions } from 'n8n-workflow';

import { cut } from '../../core/cut';
import { durationInWords } from '../../core/duration';
import {
	cancelledInFlightFailure,
	messageOf,
	ServiceFailure,
	type FailureFacts,
} from '../../core/failure';
import {
	connectionErrorCode,
	isNeverSent,
	sentStateOfSocket,
	failedSyscallOf,
	routeOf,
} from './connectionError';
import { chargeRisk } from './verdict';

/** As much as a person reads. */
const MAX_REASON_CHARACTERS = 1_000;

const TIMEOUT_CODES = new Set(['ECONNABORTED', 'ETIMEDOUT', 'ESOCKETTIMEDOUT']);

/** The failure of a request that brought no answer, explained; `error` is what n8n's HTTP client threw. */
export function connectionFailure(
	error: unknown,
	options: IHttpRequestOptions,
	signal: Pick<AbortSignal, 'aborted'> | undefined,
	paid: boolean,
): ServiceFailure {
	if (signal?.aborted) return cancelledInFlightFailure(paid ? 'possible' : 'none', error);
	const errorMessage = messageOf(error);
	const code = connectionErrorCode(error);
	const host = hostOf(options);
	const blocked = ssrfFailure(error, host);
	if (blocked !== undefined) return blocked;
	if (code === undefined) {
		const cure = 'Check the credential and the fields of the node.';
		const message = readableMessage(cut(errorMessage, MAX_REASON_CHARACTERS).text);
		return new ServiceFailure(message, { kind: 'input', cure }, error);
	}
	const isUnsent =
		isNeverSent(code, failedSyscallOf(error)) || sentStateOfSocket(error) === 'unsent';
	const kind = TIMEOUT_CODES.has(code) ? 'timeout' : 'unreachable';
	const facts = { kind, code, isUnsent } as const;
	const { message, cure } = messageAndCure(error, options, facts);
	return new ServiceFailure(message, { ...facts, cure, charge: chargeRisk(facts, paid) }, error);
}

/** What n8n says of an address that its protection against forged requests blocks. */
const SSRF_BLOCKED = /resolves to a restricted IP address|destination hostname is restricted/i;

/** The failure of a request that n8n did not let out; undefined for another error. */
export function ssrfFailure(error: unknown, host: string): ServiceFailure | undefined {
	if (!SSRF_BLOCKED.test(messageOf(error))) return undefined;
	const message = `n8n blocked the connection to ${host}: its SSRF protection does not allow that address`;
	const cure =
		'Whoever runs n8n can allow it: add its IP range to N8N_SSRF_ALLOWED_IP_RANGES, or its name to N8N_SSRF_ALLOWED_HOSTNAMES, and restart n8n.';
	return new ServiceFailure(message, { kind: 'input', cure }, error);
}

/** Trouble with TLS itself: before the request, no connection was made; after it, something in between has changed what was sent. */
const TLS_CODE = /^(EPROTO|ERR_SSL)/;

interface MessageAndCure {
	message: string;
	cure: string;
}

function messageAndCure(
	error: unknown,
	options: IHttpRequestOptions,
	{ kind, code = '', isUnsent }: FailureFacts,
): MessageAndCure {
	const host = hostOf(options);
	const { proxy, isIpv6 } = routeOf(error, options);
	const hasBroken = isUnsent !== true && TLS_CODE.test(code);
	const reason =
		(hasBroken ? 'its encryption broke' : undefined) ??
		REASON_OF_CODE[code] ??
		REASON_OF_CODE_PATTERN.find(([pattern]) => pattern.test(code))?.[1] ??
		code;
	if (isUnsent && proxy !== undefined) {
		return {
			message: `The connection to the proxy ${proxy}, on the way to ${host}, failed: ${kind === 'timeout' ? 'no answer' : reason}`,
			cure: 'Check that the proxy is running, HTTPS_PROXY, HTTP_PROXY and NO_PROXY of n8n, and the Proxy in the settings of the node.',
		};
	}
	if (kind === 'timeout') {
		const time = durationInWords(options.timeout ?? 300_000);
		if (!isUnsent) {
			return {
				message: `No answer from ${host} within ${time}`,
				cure: 'Raise Timeout under Options > Retries and Limits, or request less.',
			};
		}
		return {
			message: `No connection to ${host}${code === 'ETIMEDOUT' ? '' : ` within ${time}`}`,
			cure: isIpv6
				? PREFER_IPV4_CURE
				: isNumber(host)
					? NO_ROUTE_CURE
					: `${NO_ROUTE_CURE} ${OR_IPV6}`,
		};
	}
	return {
		message: `The connection to ${host} failed: ${reason}`,
		cure: cureOfConnectionCode(code, isIpv6 === true, isUnsent === true),
	};
}

const NO_ROUTE_CURE =
	'A firewall may block the way, or there is no route: check the Base URL of the credential, the firewall, and HTTPS_PROXY and NO_PROXY of n8n.';
/** Nothing shows to which address of a host a connection hangs. */
const OR_IPV6 =
	'If the host has an IPv6 address and this machine no route to it, set NODEJS_PREFER_IPV4=true for n8n and restart it.';
const PREFER_IPV4_CURE =
	'The host has an IPv6 address, and this machine may have no route to it. Set NODEJS_PREFER_IPV4=true for n8n and restart it, or check the firewall.';

function cureOfConnectionCode(code: string, isIpv6: boolean, isUnsent: boolean): string {
	if (code === 'CERT_HAS_EXPIRED' || code === 'CERT_NOT_YET_VALID') {
		return 'Check the clock of this machine. If it is right, whoever runs the server, or a proxy in front of it, must renew the certificate.';
	}
	if (code === 'ERR_TLS_CERT_ALTNAME_INVALID') {
		return 'Check the host in the Base URL of the credential: the certificate is for another one.';
	}
	if (/CERT|^UNABLE_TO_/.test(code)) {
		return 'If a proxy or your own authority issued it, save the certificate of that authority in a file, name the file in NODE_EXTRA_CA_CERTS for n8n, and restart n8n.';
	}
	if (isUnsent && TLS_CODE.test(code)) {
		return 'The server, or a proxy in front of it, may speak plain http at this port: try a Base URL that starts with http://, or check the port.';
	}
	if (/^E(HOST|NET)(UNREACH|DOWN)$/.test(code)) return isIpv6 ? PREFER_IPV4_CURE : NO_ROUTE_CURE;
	return 'Check the Base URL of the credential and the network.';
}

/** Whether a host is an address, and no name. */
function isNumber(host: string): boolean {
	return /^[\d.]+(:\d+)?$|^\[/.test(host);
}

/** What is thrown for a text with half of a character, such as one that was cut inside an emoji. */
function readableMessage(said: string): string {
	if (!/URI malformed/.test(said)) return said;
	return 'A value that goes into the address of the request contains half of a character';
}

/**
 * In words: where an agent wraps an error, n8n replaces a message in which it finds one of these codes, and with it the sentence
 * that the call may have been charged.
 */
const REASON_OF_CODE: Record<string, string> = {
	ECONNREFUSED: 'connection refused',
	ECONNRESET: 'connection closed by the other side',
	ENOTFOUND: 'host name not found',
	EAI_AGAIN: 'host name not resolved, no answer from DNS',
	EADDRNOTAVAIL: 'address not available',
	EHOSTUNREACH: 'host unreachable',
	ENETUNREACH: 'network unreachable',
	EHOSTDOWN: 'host down',
	ENETDOWN: 'network down',
	CERT_HAS_EXPIRED: 'the certificate of the server has expired',
	ERR_TLS_CERT_ALTNAME_INVALID: 'the certificate of the server is for another host',
};

/** The codes that say the same for a user; a library has dozens of each. */
const REASON_OF_CODE_PATTERN: Array<[RegExp, string]> = [
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
