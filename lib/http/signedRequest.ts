import type { IHttpRequestOptions } from 'n8n-workflow';

import { badInput } from '../base/failure';
import { safeServiceUrl, type Address } from './baseUrl';

/**
 * Lets a credential sign a request to the origin of its Base URL only, and keeps it from being redirected: n8n's HTTP Request node
 * may send any request with any credential. Throws a ServiceFailure otherwise.
 */
export function requireOwnOrigin(credential: Address, options: IHttpRequestOptions): void {
	const own = new URL(safeServiceUrl(credential)).origin;
	for (const address of addressesOf(options)) {
		const origin = URL.canParse(address) ? new URL(address).origin : 'an unreadable address';
		if (origin === own) continue;
		throw badInput(
			`Nothing was sent: this credential is for ${own}, but the request goes to ${origin}`,
			'Use the nodes of this package, or an address of the service.',
		);
	}
	// The second name is that of n8n's older request helpers.
	Object.assign(options, { disableFollowRedirect: true, followRedirect: false });
}

/** Adds a header to the very headers of a request, so that whoever sends it can see what must not be shown. */
export function setHeader(options: IHttpRequestOptions, name: string, value: string): void {
	const headers = options.headers ?? {};
	headers[name] = value;
	options.headers = headers;
}

/** Where a request goes; n8n's older request helpers call the address `uri`. */
function addressesOf(options: IHttpRequestOptions): string[] {
	const uri: unknown = 'uri' in options ? options.uri : undefined;
	const given = [uri, options.url].filter((part) => typeof part === 'string' && part !== '');
	const addresses = given.length === 0 ? [''] : given.map(String);
	return addresses.map((address) => whole(options.baseURL, address));
}

/** The two parts put together as the HTTP client does: a whole address leaves the base out. */
function whole(base: string | undefined, address: string): string {
	if (!base || /^([a-z][a-z\d+.-]*:)?\/\//i.test(address)) return address;
	return `${base.replace(/\/?\/$/, '')}/${address.replace(/^\/+/, '')}`;
}
