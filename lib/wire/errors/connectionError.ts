import type { IHttpRequestOptions } from 'n8n-workflow';

import { isRecord, type Json } from '../../core/record';

/** Codes by which Node.js and its HTTP clients name trouble with a connection. */
const NETWORK_CODE =
	/\b(EAI_[A-Z]+|ECONN[A-Z]+|E(?:SOCKET)?TIMEDOUT|E(?:HOST|NET)(?:UNREACH|DOWN)|ENOTFOUND|EADDRNOTAVAIL|EPIPE|EPROTO|UND_ERR_[A-Z_]+|HPE_[A-Z_]+|Z_[A-Z]+_ERROR|ERR_(?:BROTLI|ZLIB|_ERROR)[A-Z0-9_]*|ERR_(?:TLS|SSL|SOCKET|STREAM|HTTP2|NETWORK|BAD_RESPONSE|INVALID_PROTOCOL)[A-Z0-9_]*|CERT_[A-Z_]+|UNABLE_TO_[A-Z_]+|DEPTH_ZERO_[A-Z_]+|SELF_SIGNED_[A-Z_]+)\b/;

/** What zlib says of an answer whose compressed bytes are damaged. */
const DAMAGED_COMPRESSION =
	/incorrect (?:header|data|length) check|unexpected end of file|decompression failed|^invalid (?:block|stored|code|distance|literal|bit)/i;

/** What Node.js, its proxy agent and OpenSSL say of a tunnel or a TLS handshake that failed, before anything was sent. OpenSSL says some of it of a connection that breaks later, too. */
const FAILED_HANDSHAKE =
	/before receiving CONNECT response|before secure TLS connection was established|wrong version number|packet length too long|handshake failure|unsupported protocol|alert protocol version/i;

/** An error and those in it: n8n wraps the network's error differently from version to version. */
function* errorsIn(error: unknown, depth = 0): Generator<Json> {
	if (!isRecord(error) || depth > 4) return;
	yield error;
	const inner = Array.isArray(error.errors) ? error.errors : [];
	for (const other of [error.cause, error.errorResponse, ...inner])
		yield* errorsIn(other, depth + 1);
}

/** The sentences of an error; n8n keeps those that it replaced in a list. */
function* sentencesOf({ message, messages }: Json): Generator<string> {
	for (const one of [message, ...(Array.isArray(messages) ? messages : [])]) {
		if (typeof one === 'string') yield one;
	}
}

/** The code of a connection that failed, wherever it is kept; undefined for another error. */
export function connectionErrorCode(error: unknown): string | undefined {
	for (const one of errorsIn(error)) {
		for (const value of [one.code, one.errorCode, one.httpCode, ...sentencesOf(one)]) {
			const found = typeof value === 'string' ? NETWORK_CODE.exec(value)?.[0] : undefined;
			if (found !== undefined) return found === 'EPROTO' ? (tlsCodeIn(one) ?? found) : found;
		}
		const said = typeof one.message === 'string' ? one.message : '';
		if (/socket hang up|aborted|^Proxy connection ended/i.test(said)) return 'ECONNRESET';
		if (DAMAGED_COMPRESSION.test(said)) return 'Z_DATA_ERROR';
	}
	return undefined;
}

/** What OpenSSL says, as in "error:0A000102:SSL routines:ssl_choose_client_version:unsupported protocol", as Node.js names it elsewhere. */
function tlsCodeIn(error: Json): string | undefined {
	for (const said of sentencesOf(error)) {
		const [, reason] = /:SSL routines:[^:]{0,100}:([a-z0-9 ]{1,100})/.exec(said) ?? [];
		if (reason !== undefined) return `ERR_SSL_${reason.trim().toUpperCase().replaceAll(' ', '_')}`;
	}
	return undefined;
}

/** What the system was asked for when it failed: by the error, or by its sentence, as in "connect ETIMEDOUT 192.0.2.1:443". */
export function failedSyscallOf(error: unknown): string | undefined {
	for (const one of errorsIn(error)) {
		if (typeof one.syscall === 'string') return one.syscall;
		for (const said of sentencesOf(one)) {
			const [, syscall] = /^(connect|read|write|getaddrinfo) E[A-Z_]+\b/.exec(said) ?? [];
			if (syscall !== undefined) return syscall;
		}
	}
	return undefined;
}

/**
 * Whether no byte of the request was sent, by the socket that an error of n8n 2 leads to: there is none yet, it handed none to the system,
 * or it had not finished the TLS handshake. Undefined where none of these is shown, and where the handshake was finished.
 */
export function sentStateOfSocket(error: unknown): 'unsent' | undefined {
	const errors = [...errorsIn(error)];
	const sockets = errors.map(({ request }) => Object(Object(request).socket) as Json);
	if (sockets.some(({ secureConnecting }) => secureConnecting === false)) return undefined;
	const isUnsent = errors.some((one, index) => {
		const { secureConnecting, _bytesDispatched: sent } = sockets[index] ?? {};
		const hasNone = isWaiting(one.request) || secureConnecting === true || sent === 0;
		return hasNone || [...sentencesOf(one)].some((said) => FAILED_HANDSHAKE.test(said));
	});
	return isUnsent ? 'unsent' : undefined;
}

/** Whether a request of Node.js has no connection yet, such as one through a proxy that makes none. */
function isWaiting(request: unknown): boolean {
	const { socket, res } = Object(request) as Json;
	return socket === null && res === null;
}

/** The proxy that a request waited for, with its port. */
function awaitedProxy({ request }: Json): string | undefined {
	const { host } = Object(Object(Object(request).agent).proxy) as Json;
	return isWaiting(request) && typeof host === 'string' ? host : undefined;
}

/** The way of a connection that failed. */
interface ConnectionRoute {
	/** The proxy that it went to, with its port, where it did. */
	proxy?: string;
	/** Whether it went to an IPv6 address of a host with a name. */
	isIpv6?: boolean;
}

/** The way of a connection that failed, by where it went: an environment can send requests through a proxy that no node sees. */
export function routeOf(
	error: unknown,
	{ baseURL, url, proxy }: IHttpRequestOptions,
): ConnectionRoute {
	const address = baseURL ?? url;
	if (!URL.canParse(address)) return {};
	const target = new URL(address);
	const targetPort = Number(target.port || (target.protocol === 'https:' ? 443 : 80));
	for (const one of errorsIn(error)) {
		const awaited = awaitedProxy(one);
		if (awaited !== undefined) return { proxy: awaited };
		const found = attemptedTarget(one);
		if (found === undefined) continue;
		const { host, port } = found;
		const isElsewhere = port === undefined ? host !== target.hostname : port !== targetPort;
		if (isElsewhere || (port !== undefined && port === Number(Object(proxy).port)))
			return { proxy: port === undefined ? host : `${host}:${port}` };
		return { isIpv6: host.includes(':') && !target.hostname.startsWith('[') };
	}
	return {};
}

/** Where a connection was to go: an address with a port, or a name that was looked up. */
function attemptedTarget(error: Json): { host: string; port?: number } | undefined {
	const { address, port, hostname } = error;
	if (typeof address === 'string' && typeof port === 'number') return { host: address, port };
	for (const said of sentencesOf(error)) {
		const [, host, at] = /^connect E[A-Z]+ ([\da-f.:]+):(\d+)\b/i.exec(said) ?? [];
		if (host !== undefined) return { host, port: Number(at) };
		const [, name] = /^getaddrinfo E[A-Z_]+ (\S+)$/.exec(said) ?? [];
		if (name !== undefined) return { host: name };
	}
	return typeof hostname === 'string' ? { host: hostname } : undefined;
}
