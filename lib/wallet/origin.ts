import { badInput } from '../transport/errors/failure';
import { serviceUrl } from '../transport/http/baseUrl';

/** The checked base URL of a credential; throws a ServiceFailure unless it is https, or http on this machine. */
export function safeOrigin(baseUrl: unknown): URL {
	const url = new URL(serviceUrl(baseUrl));
	if (url.protocol === 'https:' || isLoopback(url.hostname)) return url;
	throw badInput(
		`Nothing was signed: a payment over http to ${url.host} could be read and changed on its way`,
		'Use a Base URL that starts with https://',
	);
}

/** Throws a ServiceFailure when an answer came from another origin than the credential's, after a redirect. */
export function requireSameOrigin(base: URL, answeredBy: string | undefined): void {
	if (answeredBy === undefined) return;
	const origin = URL.canParse(answeredBy, base.href) ? new URL(answeredBy, base.href).origin : '';
	if (origin === base.origin) return;
	throw badInput(
		`Nothing was signed: the service sent the request on to another address (${origin || 'unreadable'}) than the Base URL of the credential (${base.origin})`,
	);
}

function isLoopback(host: string): boolean {
	return host === 'localhost' || host === '[::1]' || /^127(?:\.\d{1,3}){3}$/.test(host);
}
