import { badInput } from '../base/failure';

const CURE = 'Open the credential and correct its Base URL.';

/**
 * The base URL a credential holds, checked and without its trailing slashes (docs/service.md#addresses-and-names).
 * Throws a ServiceFailure with a sentence for the user when it is empty, has no scheme or uses another one than http(s).
 */
export function serviceUrl(value: unknown): string {
	const given = typeof value === 'string' ? value.trim() : '';
	if (given === '') {
		throw badInput(
			'The credential has no Base URL. Enter the address of the service, e.g. https://api.example.com/api/v1',
		);
	}
	if (!/^https?:\/\//i.test(given) || !URL.canParse(given)) {
		throw badInput(
			`The Base URL must start with https:// (or http:// on this machine) and be a whole address, but "${withoutLogin(given)}" was given`,
			CURE,
		);
	}
	const url = new URL(given);
	if (url.username !== '' || url.password !== '') {
		throw badInput(
			'The Base URL must not contain a user name or password. Put the key into the field API Key',
			CURE,
		);
	}
	if (/[?#]/.test(given)) {
		throw badInput('The Base URL must end with the path, without "?" or "#"', CURE);
	}
	const base = given.replace(/\/+$/, '');
	const [endpoint] = ENDPOINT.exec(base) ?? [];
	if (endpoint === undefined) return base;
	throw badInput(
		`The Base URL must end with the version path, such as /api/v1, but it ends with "${endpoint}"`,
		`Open the credential and remove "${endpoint}" from its Base URL.`,
	);
}

/** Addresses of operations, as they are copied from examples. */
const ENDPOINT =
	/\/(?:(?:chat\/)?completions|responses|embeddings|models|images?\/\w+|audio\/\w+|video\/\w+)$/i;

function withoutLogin(address: string): string {
	return address.replace(/^([a-z][a-z\d+.-]*:\/+)?.*@/is, '$1***@');
}

/** What a credential says of where the service is. */
export interface Address {
	baseUrl?: unknown;
	allowPlainHttp?: unknown;
}

/**
 * The checked base URL of a credential. Throws a ServiceFailure, also for plain http to another machine unless the user allows it:
 * everyone on the way could read the key.
 */
export function safeServiceUrl({ baseUrl, allowPlainHttp }: Address): string {
	const address = serviceUrl(baseUrl);
	const { protocol, hostname } = new URL(address);
	if (protocol === 'https:' || allowPlainHttp === true || isLoopback(hostname)) return address;
	throw badInput(
		`The Base URL uses plain http to ${hostname}, so anyone on the network path could read the key`,
		'Use a Base URL that starts with https://, or turn on Allow Plain HTTP in the credential.',
	);
}

/** Whether a host name is this machine. */
export function isLoopback(host: string): boolean {
	return host === 'localhost' || host === '[::1]' || /^127(?:\.\d{1,3}){3}$/.test(host);
}
