import type { ICredentialDataDecryptedObject, IHttpRequestOptions } from 'n8n-workflow';

import { badInput } from '../base/failure';
import { isRecord } from '../base/record';
import { safeServiceUrl, type Address } from './baseUrl';

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
	requireUnseen(options, own.protocol);
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
export function requireUnseen(options: IHttpRequestOptions, protocol: string): void {
	const { proxy, agentOptions, skipSslCertificateValidation, rejectUnauthorized } =
		options as Request;
	if (isRecord(agentOptions) && Object.keys(agentOptions).length > 0) {
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

/** The API key of a credential. Throws a ServiceFailure that shows nothing of it when it is none. */
export function apiKeyOf({ apiKey }: ICredentialDataDecryptedObject): string {
	const key = typeof apiKey === 'string' ? apiKey.trim() : '';
	if (key === '') {
		throw badInput(
			'The credential has no API Key',
			'Open the credential and enter a key from the API settings of your account at the service.',
		);
	}
	if (/^[\x21-\x7E]+$/.test(key)) return key;
	throw badInput(
		'The API Key of the credential contains a space, a line break or a character that no key has',
		'Open the credential and copy the key again.',
	);
}

/** Adds a header to the very headers of a request, so that whoever sends it can see what must not be shown. */
export function setHeader(options: IHttpRequestOptions, name: string, value: string): void {
	const headers = options.headers ?? {};
	headers[name] = value;
	options.headers = headers;
}

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
