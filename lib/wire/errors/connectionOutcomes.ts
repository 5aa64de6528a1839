/** What a code means by which Node.js, OpenSSL or an HTTP client names trouble with a connection: for the money, for the next try, and in words. */
export interface ConnectionOutcome {
	codes: RegExp;
	/** Whether the request was sent: no; not while the connection was made, where nothing says otherwise; or as the socket shows. */
	sent?: 'no' | 'not-connecting';
	/** Whether a second try meets the same, as with a certificate, a protocol or an address. */
	isLasting?: boolean;
	/** Whether it is the end of a time limit. */
	isTimeout?: boolean;
	/**
	 * In words: where an agent wraps an error, n8n replaces a message in which it finds one of these codes, and with it the sentence
	 * that the call may have been charged. Without: the code itself.
	 */
	reason?: string;
	/** The same once the request was sent. */
	reasonOnceSent?: string;
	cure?: string;
	/** What to do where the connection went to an IPv6 address of a host with a name. */
	cureOfIpv6?: string;
	/** Whether the cure is one of a connection that was never made. */
	isCureOfUnsent?: boolean;
}

export const NO_ROUTE_CURE =
	'A firewall may block the way, or there is no route: check the Base URL of the credential, the firewall, and HTTPS_PROXY and NO_PROXY of n8n.';
export const PREFER_IPV4_CURE =
	'The host has an IPv6 address, and this machine may have no route to it. Set NODEJS_PREFER_IPV4=true for n8n and restart it, or check the firewall.';
const CLOCK_CURE =
	'Check the clock of this machine. If it is right, whoever runs the server, or a proxy in front of it, must renew the certificate.';

const NO_ROUTE: Omit<ConnectionOutcome, 'codes'> = {
	...{ sent: 'not-connecting', cure: NO_ROUTE_CURE, cureOfIpv6: PREFER_IPV4_CURE },
};
const UNTRUSTED: Omit<ConnectionOutcome, 'codes'> = {
	...{ sent: 'no', isLasting: true, reason: 'the certificate of the server is not trusted' },
};

/** The first row that fits is used (docs/maintainers/service.md#charges). */
export const CONNECTION_OUTCOMES: ConnectionOutcome[] = [
	{
		codes: /^ECONNREFUSED$/,
		sent: 'no',
		reason: 'connection refused',
		cure: 'If the Base URL of the credential is right, the service may be down: wait some minutes and run the node again.',
	},
	{ codes: /^ENOTFOUND$/, sent: 'no', reason: 'host name not found' },
	{
		codes: /^EAI_AGAIN$/,
		sent: 'no',
		reason: 'host name not resolved, no answer from DNS',
	},
	{ codes: /^EAI_/, sent: 'no' },
	{ codes: /^EADDRNOTAVAIL$/, sent: 'no', isLasting: true, reason: 'address not available' },
	{ codes: /^EHOSTUNREACH$/, ...NO_ROUTE, reason: 'host unreachable' },
	{ codes: /^ENETUNREACH$/, ...NO_ROUTE, reason: 'network unreachable' },
	{ codes: /^EHOSTDOWN$/, ...NO_ROUTE, reason: 'host down' },
	{ codes: /^ENETDOWN$/, ...NO_ROUTE, reason: 'network down' },
	{
		codes: /^CERT_HAS_EXPIRED$/,
		...UNTRUSTED,
		reason: 'the certificate of the server has expired',
		cure: CLOCK_CURE,
	},
	{ codes: /^CERT_NOT_YET_VALID$/, ...UNTRUSTED, cure: CLOCK_CURE },
	{
		codes: /^ERR_TLS_CERT_ALTNAME_INVALID$/,
		...UNTRUSTED,
		reason: 'the certificate of the server is for another host',
		cure: 'Check the host in the Base URL of the credential: the certificate is for another one.',
	},
	{
		codes: /^(CERT_|UNABLE_TO_|DEPTH_ZERO_|SELF_SIGNED_|ERR_TLS_CERT)/,
		...UNTRUSTED,
		cure: 'If a proxy or your own authority issued it, save the certificate of that authority in a file, name the file in NODE_EXTRA_CA_CERTS for n8n, and restart n8n.',
	},
	{
		// It ends the handshake of TLS 1.3 after the client believes it done.
		codes: /^ERR_SSL_.*ALERT_(BAD_CERTIFICATE|CERTIFICATE_)/,
		sent: 'no',
		isLasting: true,
		reason: 'the server demands a client certificate, which n8n does not send',
		cure: 'Whoever runs the server, or a proxy in front of it, can accept calls without one. Or check the host and the port of the Base URL.',
	},
	{
		codes: /^ERR_SSL_.*(UNSUPPORTED_PROTOCOL|PROTOCOL_VERSION|VERSION_TOO_LOW)$/,
		isLasting: true,
		reason: 'the server speaks no version of TLS that n8n accepts, which are 1.2 and 1.3',
		reasonOnceSent: 'its encryption broke',
		cure: 'Whoever runs the server, or a proxy in front of it, must allow TLS 1.2 or newer.',
		isCureOfUnsent: true,
	},
	{
		codes: /^(EPROTO$|ERR_SSL)/,
		isLasting: true,
		reason: 'no TLS connection',
		// Something in between has changed what was sent.
		reasonOnceSent: 'its encryption broke',
		cure: 'The server, or a proxy in front of it, may speak plain http at this port: try a Base URL that starts with http://, or check the port.',
		isCureOfUnsent: true,
	},
	{ codes: /^ERR_TLS/, isLasting: true, reason: 'no TLS connection' },
	{ codes: /^ERR_INVALID_PROTOCOL$/, sent: 'no', isLasting: true },
	{
		codes: /^HPE_HEADER_OVERFLOW$/,
		reason: 'the headers of the answer are longer than Node.js allows',
		cure: 'Whoever runs n8n can raise the limit: set NODE_OPTIONS=--max-http-header-size=65536 for n8n, and restart it.',
	},
	{
		codes: /^HPE_.*(CONTENT_LENGTH|TRANSFER_ENCODING)$/,
		reason:
			'the answer has headers that contradict each other, Content-Length or Transfer-Encoding',
		cure: 'A proxy in between may add them: ask whoever runs it, or list the host of the service in NO_PROXY of n8n.',
	},
	{ codes: /^HPE_/, reason: 'the answer is not HTTP' },
	{
		codes: /^(Z_|ERR_(BROTLI|ZLIB|_ERROR))/,
		reason: 'the compressed answer is damaged',
	},
	{
		codes: /^(ECONNRESET$|EPIPE$|ERR_STREAM|ERR_BAD_RESPONSE)/,
		reason: 'connection closed by the other side',
	},
	{ codes: /^(ECONNABORTED|ETIMEDOUT|ESOCKETTIMEDOUT)$/, isTimeout: true },
];

const OTHER_OUTCOME: ConnectionOutcome = { codes: /^/ };

/** The outcome that a code names. */
export function connectionOutcome(code = ''): ConnectionOutcome {
	return CONNECTION_OUTCOMES.find(({ codes }) => codes.test(code)) ?? OTHER_OUTCOME;
}

/** Whether no connection was made, by the code of the error and the system call that failed, where it is known. */
export function isNeverSent(code?: string, syscall?: string): boolean {
	const { sent } = connectionOutcome(code);
	if (sent === 'no' || syscall === 'connect') return true;
	return sent === 'not-connecting' && syscall === undefined;
}
