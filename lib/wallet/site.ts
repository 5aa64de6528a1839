import { badInput } from '../transport/errors/failure';
import { serviceUrl } from '../transport/http/baseUrl';
import type { SignInChallenge } from './challenge';

/** Whom a wallet signs in to: host (and port), address, and the sentence that stands in the text. */
export interface SignInSite {
	domain: string;
	uri: string;
	statement: string;
}

const STATEMENT = 'Sign in to use inference credits';

/**
 * Whom to sign in to: host and origin of the base URL, and the credential's statement or a default one; a challenge
 * of the service itself has the last word (docs/service.md#wallets). Throws a ServiceFailure for a statement that EIP-4361 does
 * not allow, and for a challenge that names a foreign site: the signature would open an account there.
 */
export function signInSite(
	baseUrl: unknown,
	statement?: unknown,
	challenge: SignInChallenge = {},
): SignInSite {
	const base = new URL(serviceUrl(baseUrl));
	const own = typeof statement === 'string' ? statement.trim() : '';
	if (!/^[\w :/?#[\]@!$&'()*+,;=.~-]*$/.test(own)) {
		throw badInput(
			'The Statement of the credential may hold letters a to z, digits, spaces and common punctuation only',
			'Leave out quotes, percent signs, accents and line breaks: sign-in texts do not allow them.',
		);
	}
	const { domain = base.host, uri = base.origin } = challenge;
	const hosts = [`${base.protocol}//${domain}`, uri].map((address) =>
		URL.canParse(address) ? new URL(address).host : '',
	);
	const stranger = hosts.some((host) => host === '' || !belongsTogether(host, base.host));
	if (stranger || hosts[0] !== domain.toLowerCase()) {
		throw badInput(
			`Nothing was signed: the service asks to sign in to another site than ${base.host}, the one of the Base URL`,
		);
	}
	return { domain, uri, statement: challenge.statement ?? (own || STATEMENT) };
}

/** The same host, or one a part of the other by whole labels ("example.com" and "api.example.com"). */
function belongsTogether(one: string, other: string): boolean {
	if (one === other) return true;
	const [short, long] = one.length < other.length ? [one, other] : [other, one];
	return long.endsWith(`.${short}`) && /\.[a-z][^.:]*$/.test(short);
}
