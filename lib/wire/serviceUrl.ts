import type { IHttpRequestOptions } from 'n8n-workflow';
import { badInput } from '../core/failure';

const CURE = 'Open the credential and correct its Base URL.';

/**
 * The base URL a credential holds, checked and without its trailing slashes (docs/maintainers/service.md#addresses-and-names).
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
interface Address {
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

/** The names that n8n's older request helpers use beside those of the newer ones. */
type Request = IHttpRequestOptions & { uri?: unknown; rejectUnauthorized?: unknown };

/**
 * Lets a credential sign a request to the origin of its Base URL only, over a connection that no one else can read, and keeps it
 * from being redirected: n8n's HTTP Request node may send any request with any credential. Throws a ServiceFailure otherwise.
 */
export function requireOwnOrigin(credential: Address, options: IHttpRequestOptions): void {
	const own = new URL(safeServiceUrl(credential));
	for (const address of addressesOf(options)) {
		const origin = URL.canParse(address) ? new URL(address).origin : 'an unreadable address';
		if (origin !== own.origin) throw foreign(own.origin, origin);
	}
	const host = hostHeader(options);
	if (host !== undefined && host !== own.host) throw foreign(own.origin, `the host "${host}"`);
	rejectUnsafeProxy(options, own.protocol);
	Object.assign(options, {
		disableFollowRedirect: true,
		sendCredentialsOnCrossOriginRedirect: false,
		...{ followRedirect: false, followAllRedirects: false, maxRedirects: 0 },
	});
}

/**
 * Refuses a proxy that could read the key, and a connection that the workflow directs: whoever edits a workflow may choose both, and is
 * not to see the credential that the workflow uses. Throws a ServiceFailure.
 */
export function rejectUnsafeProxy(options: IHttpRequestOptions, protocol: string): void {
	const { proxy, agentOptions, skipSslCertificateValidation, rejectUnauthorized } =
		options as Request;
	if (Object.keys(agentOptions ?? {}).length > 0) {
		throw badInput(
			'Nothing was sent: with certificates of its own, this node could send the key of the credential to another server',
			'Turn SSL Certificates off in the settings of the node.',
		);
	}
	if (!proxy) return;
	const verifies = skipSslCertificateValidation !== true && rejectUnauthorized !== false;
	if (verifies && protocol === 'https:') return;
	throw badInput(
		'Nothing was sent: the proxy of this node could read the key of the credential',
		'Turn Ignore SSL Issues off and use a Base URL that starts with https://, or remove the Proxy of the node.',
	);
}

/** What is said of a Base URL that ends with its host. */
export const WITHOUT_PATH =
	'The Base URL has no path. It must include the version path, e.g. https://api.example.com/api/v1';

function foreign(own: string, place: string) {
	return badInput(
		`Nothing was sent: this credential is for ${own}, but the request goes to ${place}`,
		'Use the nodes of this package, or an address of the service.',
	);
}

function hostHeader({ headers = {} }: IHttpRequestOptions): string | undefined {
	const hosts = Object.entries(headers).filter(([name]) => name.trim().toLowerCase() === 'host');
	return hosts.length === 0 ? undefined : hosts.map(([, host]) => String(host)).join(', ');
}

/** Where a request goes, under either name. */
function addressesOf({ uri, url, baseURL }: Request): string[] {
	const given = [uri, url].filter((part) => part !== undefined && part !== '');
	return (given.length === 0 ? [''] : given).map((part) => whole(baseURL, String(part)));
}

/** The two parts put together as the HTTP client does: a whole address leaves the base out. */
function whole(base: string | undefined, address: string): string {
	if (!base || /^([a-z][a-z\d+.-]*:)?\/\//i.test(address)) return address;
	return `${base.replace(/\/?\/$/, '')}/${address.replace(/^\/+/, '')}`;
}
