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
	sentStateOfSocket,
	failedSyscallOf,
	routeOf,
} from './connectionError';
import {
	type ConnectionOutcome,
	connectionOutcome,
	isNeverSent,
	NO_ROUTE_CURE,
	PREFER_IPV4_CURE,
} from './connectionOutcomes';
import { chargeRisk } from './verdict';

/** As much as a person reads. */
const MAX_REASON_CHARACTERS = 1_000;

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
	const kind = connectionOutcome(code).isTimeout === true ? 'timeout' : 'unreachable';
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
	const outcome = connectionOutcome(code);
	const once = isUnsent === true ? undefined : outcome.reasonOnceSent;
	const reason = once ?? outcome.reason ?? code;
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
		cure: `${cureOf(outcome, isIpv6 === true, isUnsent === true)}${localhostCure(host, code)}`,
	};
}

/** Nothing shows to which address of a host a connection hangs. */
const OR_IPV6 =
	'If the host has an IPv6 address and this machine no route to it, set NODEJS_PREFER_IPV4=true for n8n and restart it.';

/** n8n's HTTP client tries the addresses of a name that Node.js puts first, of IPv4. */
function localhostCure(host: string, code: string): string {
	if (code !== 'ECONNREFUSED' || !/^localhost(:|$)/.test(host)) return '';
	return ' If it listens on IPv6 alone, write [::1] in place of localhost in the Base URL.';
}

const CHECK_NETWORK_CURE = 'Check the Base URL of the credential and the network.';

function cureOf(outcome: ConnectionOutcome, isIpv6: boolean, isUnsent: boolean): string {
	const { cure, cureOfIpv6, isCureOfUnsent } = outcome;
	if (cure === undefined || (isCureOfUnsent === true && !isUnsent)) return CHECK_NETWORK_CURE;
	return (isIpv6 ? cureOfIpv6 : undefined) ?? cure;
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

function hostOf(options: IHttpRequestOptions): string {
	const address = options.baseURL ?? options.url;
	return URL.canParse(address) ? new URL(address).host : 'the service';
}
