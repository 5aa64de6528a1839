import { badInput } from '../core/failure';
import { checkedServiceUrl, isLoopback } from '../wire/serviceUrl';

/** Whom a wallet signs in to: host (and port), address, and the sentence that stands in the text. */
export interface SignInSite {
	domain: string;
	uri: string;
	statement: string;
}

const DEFAULT_STATEMENT = 'Sign in to use inference credits';

/**
 * Whom to sign in to: host and origin of the base URL, and the credential's statement or a default one. What the
 * service says has no part in it, so that it cannot have a sign-in to another site signed (docs/maintainers/service.md#wallets).
 * Throws a ServiceFailure for a statement that EIP-4361 does not allow.
 */
export function signInSite(baseUrl: unknown, statement?: unknown): SignInSite {
	const { host, origin } = new URL(checkedServiceUrl(baseUrl));
	const givenStatement = typeof statement === 'string' ? statement.trim() : '';
	if (!/^[\w :/?#[\]@!$&'()*+,;=.~-]*$/.test(givenStatement)) {
		throw badInput(
			'The Statement of the credential may hold letters a to z, digits, spaces and common punctuation only',
			'Leave out quotes, percent signs, accents and line breaks: sign-in texts do not allow them.',
		);
	}
	return { domain: host, uri: origin, statement: givenStatement || DEFAULT_STATEMENT };
}

/** The checked base URL of a credential; throws a ServiceFailure unless it is https, or http on this machine. */
export function safePaymentUrl(baseUrl: unknown): URL {
	const url = new URL(checkedServiceUrl(baseUrl));
	if (url.protocol === 'https:' || isLoopback(url.hostname)) return url;
	throw badInput(
		`Nothing was signed: a payment over http to ${url.host} could be read and changed on its way`,
		'Use a Base URL that starts with https://',
	);
}
