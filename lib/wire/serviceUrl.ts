import type { IHttpRequestOptions } from 'n8n-workflow';
import { badInput } from '../core/failure';

const BASE_URL_CURE = 'Open the credential and correct its Base URL.';

/**
 * The base URL a credential holds, checked and without its trailing slashes (docs/maintainers/service.md#addresses-and-names).
 * Throws a ServiceFailure with a sentence for the user when it is empty, has no scheme or uses another one than http(s).
 */
export function checkedServiceUrl(value: unknown): string {
	const address = typeof value === 'string' ? value.trim() : '';
	if (address === '') {
		throw badInput(
			'The credential has no Base URL. Enter the address of the service, e.g. https://api.example.com/api/v1',
			'Open the credential, and fill in Base URL.',
		);
	}
	if (!/^https?:\/\//i.test(address) || !URL.canParse(address)) {
		throw badInput(
			`The Base URL must start with https:// (or http://, with Allow Plain HTTP on) and be a whole address, but "${withoutLogin(address)}" was given`,
			BASE_URL_CURE,
		);
	}
	const url = new URL(address);
	if (url.username !== '' || url.password !== '') {
		throw badInput(
			'The Base URL must not contain a user name or password. Put the key into the field API Key',
			BASE_URL_CURE,
		);
	}
	if (/[?#]/.test(address)) {
		throw badInput('The Base URL must end with the path, without "?" or "#"', BASE_URL_CURE);
	}
	const base = address.replace(/(?<!\/)\/+$/, '');
	const [endpoint] = ENDPOINT_PATH.exec(base) ?? [];
	if (endpoint === undefined) return base;
	throw badInput(
		`The Base URL must end with the version path, such as /api/v1, but it ends with "${endpoint}"`,
		`Open the credential and remove "${endpoint}" from its Base URL.`,
	);
}

/** Addresses of operations, as they are copied from examples. */
const ENDPOINT_PATH =
	/\/(?:(?:chat\/)?completions|responses|embeddings|models|images?\/\w+|audio\/\w+|video\/\w+)$/i;

function withoutLogin(address: string): string {
	return address.replace(/^([a-z][a-z\d+.-]*:\/+(?!\/))?.*@/is, '$1***@');
}

/** What a credential says of where the service is. */
interface CredentialAddress {
	baseUrl?: unknown;
	allowPlainHttp?: unknown;
}

/**
 * The checked base URL of a credential. Throws a ServiceFailure, also for plain http unless the user allows it: others on the network
 * path could read the key, or a proxy of n8n's environment, which no node sees and which may stand before this machine too.
 */
export function safeServiceUrl({ baseUrl, allowPlainHttp }: CredentialAddress): string {
	const address = checkedServiceUrl(baseUrl);
	const { protocol, hostname } = new URL(address);
	if (protocol === 'https:' || allowPlainHttp === true) return address;
	throw badInput(
		`The Base URL uses plain http to ${hostname}, so anyone on the network path, such as a proxy, could read the key`,
		'Use a Base URL that starts with https://. For a service on this machine or in a network that you trust, turn on Allow Plain HTTP in the credential.',
	);
}

/** Whether a host name is this machine. */
export function isLoopback(host: string): boolean {
	return host === 'localhost' || host === '[::1]' || /^127(?:\.\d{1,3}){3}$/.test(host);
}

/** The names that n8n's older request helpers use beside those of the newer ones. */
type LegacyRequestOptions = IHttpRequestOptions & { uri?: unknown; rejectUnauthorized?: unknown };

/**
 * Lets a credential sign a request to the origin of its Base URL only, over a connection that no one else can read, and keeps it
 * from being redirected: n8n's HTTP Request node may send any request with any credential. Throws a ServiceFailure otherwise.
 */
export function requireOwnOrigin(
	credential: CredentialAddress,
	options: IHttpRequestOptions,
): void {
	const serviceOrigin = new URL(safeServiceUrl(credential));
	for (const address of requestAddresses(options)) {
		const origin = URL.canParse(address) ? new URL(address).origin : 'an unreadable address';
		if (origin !== serviceOrigin.origin) throw otherOriginFailure(serviceOrigin.origin, origin);
	}
	const host = hostHeaderOf(options);
	if (host !== undefined && host !== serviceOrigin.host)
		throw otherOriginFailure(serviceOrigin.origin, `the host "${host}"`);
	rejectUnsafeProxy(options, serviceOrigin.protocol);
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
		options as LegacyRequestOptions;
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
export const NO_PATH_MESSAGE =
	'The Base URL has no path. It must include the version path, e.g. https://api.example.com/api/v1';

function otherOriginFailure(own: string, place: string) {
	return badInput(
		`Nothing was sent: this credential is for ${own}, but the request goes to ${place}`,
		'Use the nodes of this package, or an address of the service.',
	);
}

function hostHeaderOf({ headers = {} }: IHttpRequestOptions): string | undefined {
	const hosts = Object.entries(headers).filter(([name]) => name.trim().toLowerCase() === 'host');
	return hosts.length === 0 ? undefined : hosts.map(([, host]) => String(host)).join(', ');
}

/** Where a request goes, under either name. */
function requestAddresses({ uri, url, baseURL }: LegacyRequestOptions): string[] {
	const given = [uri, url].filter((part) => part !== undefined && part !== '');
	return (given.length === 0 ? [''] : given).map((part) => absoluteAddress(baseURL, String(part)));
}

/** The two parts put together as the HTTP client does: a whole address leaves the base out. */
function absoluteAddress(base: string | undefined, address: string): string {
	if (!base || /^([a-z][a-z\d+.-]*:)?\/\//i.test(address)) return address;
	return `${base.replace(/\/?\/$/, '')}/${address.replace(/^\/+/, '')}`;
}
