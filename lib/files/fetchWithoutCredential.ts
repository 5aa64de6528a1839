import * as ipaddr from 'ipaddr.js';
import type { IExecuteSingleFunctions, IHttpRequestOptions } from 'n8n-workflow';

import { badInput, type ServiceFailure } from '../core/failure';
import { parseFileAddress, isSignedN8nLink } from './fileAddress';
import { cancelBody } from '../core/streams';
import type { CleanResponse } from '../core/answer';
import { sendWithoutCredential } from '../wire/sendWithoutCredential';
import { credentialTypeOf } from '../wire/credential';
import { safeServiceUrl } from '../wire/serviceUrl';

const MAX_REDIRECTS = 5;

/** A request to an address that a user, an agent or an answer of the service named. */
type RequestWithoutCredential = Pick<IHttpRequestOptions, 'method' | 'url' | 'body' | 'timeout'>;

/**
 * Fetches an address without a credential, and returns its answer as a stream, whatever its status. Every address on the way is held
 * to the egress policy; only a GET is redirected. `label` is what the address is of, for the sentences. Throws a ServiceFailure.
 */
export async function fetchWithoutCredential(
	context: IExecuteSingleFunctions,
	request: RequestWithoutCredential,
	label: string,
): Promise<CleanResponse> {
	const policy = await egressPolicy(context);
	let url = parseFileAddress(request.url, label);
	for (let redirects = 0; ; redirects++) {
		const { address, unchecked } = await allowedRouteTo(policy, url, label);
		// Whether the name leads into a private network is known once it has answered: not to what deletes there.
		if (unchecked && request.method === 'DELETE') {
			const { body } = await fetchWithoutCredential(context, { ...request, method: 'HEAD' }, label);
			cancelBody(body);
		}
		const response = await sendWithoutCredential(context, {
			...request,
			url: url.href,
			encoding: 'stream',
			disableFollowRedirect: true,
			...(address === undefined ? {} : { agentOptions: { host: address } }),
		});
		if (unchecked && !isPublicAddress(response.remoteAddress ?? '')) {
			cancelBody(response.body);
			throw privateAddressFailure(label, url.hostname);
		}
		const next = request.method === 'GET' ? redirectTargetOf(response) : undefined;
		if (next === undefined) return response;
		cancelBody(response.body);
		if (redirects === MAX_REDIRECTS)
			throw badInput(`${label} has too many redirects`, 'Enter the address at which they end.');
		url = parseFileAddress(URL.canParse(next, url.href) ? new URL(next, url).href : next, label);
	}
}

function redirectTargetOf({ statusCode, headers }: CleanResponse): string | undefined {
	const { location } = headers;
	// RFC 9110, 15.4: those that name where a GET goes on.
	const redirects = [301, 302, 303, 307, 308].includes(statusCode);
	return redirects && typeof location === 'string' ? location : undefined;
}

/** Where a fetch without a credential may lead, for the credential of the current item. */
interface EgressPolicy {
	context: IExecuteSingleFunctions;
	/** The origin of the Base URL, which the owner of the credential chose. */
	serviceOrigin: string;
	allowsPrivate: boolean;
}

interface EgressRoute {
	/** The IP address to connect to, which is the one that was checked. */
	address?: string;
	/** Whether the address of the connection still has to be looked at, because nothing resolved the name before. */
	unchecked?: true;
}

/** The policy of the current item. Throws a ServiceFailure for a bad Base URL. */
export async function egressPolicy(context: IExecuteSingleFunctions): Promise<EgressPolicy> {
	const credential = await context.getCredentials(credentialTypeOf(context.getNode()));
	return {
		context,
		serviceOrigin: new URL(safeServiceUrl(credential)).origin,
		allowsPrivate: credential.allowPrivateNetworks === true,
	};
}

/**
 * How a URL may be fetched. Throws a ServiceFailure when it leads into a private network and is neither a signed link of this n8n nor
 * at the origin of the Base URL.
 */
async function allowedRouteTo(policy: EgressPolicy, url: URL, label: string): Promise<EgressRoute> {
	const { context, serviceOrigin, allowsPrivate } = policy;
	if (allowsPrivate || url.origin === serviceOrigin || isSignedN8nLink(context, url.href))
		return {};
	const host = url.hostname;
	const literal = ipAddressOf(host);
	if (literal !== undefined) {
		if (isPublicAddress(literal)) return {};
		throw privateAddressFailure(label, host);
	}
	if (isPrivateHostName(host)) throw privateAddressFailure(label, host);
	const resolvedAddresses = await resolveHost(context, host);
	if (resolvedAddresses === undefined) return { unchecked: true };
	if (!resolvedAddresses.every(isPublicAddress)) throw privateAddressFailure(label, host);
	// Over https the certificate proves the host, so that a name which resolves differently the next time reaches no other
	// server; and a proxy must be asked for the name.
	if (url.protocol === 'https:') return {};
	const [address] = resolvedAddresses;
	if (address !== undefined) return { address };
	throw badInput(
		`${label} could not be fetched: the name ${host} could not be resolved`,
		'Check the address. Behind a proxy that resolves names itself, use https.',
	);
}

function privateAddressFailure(label: string, host: string): ServiceFailure {
	return badInput(
		`${label} leads into a private network (${host}), from which nothing is fetched`,
		'Use a public address, or turn on Allow Private Networks in the credential.',
	);
}

/**
 * The IP addresses of a host name: none when it cannot be resolved, undefined when this n8n lets nodes resolve nothing (1.x).
 * Packages for n8n may not import node:dns; n8n 2.x hands out its own lookup, with its own protection where that is turned on.
 */
async function resolveHost(
	{ helpers }: Pick<IExecuteSingleFunctions, 'helpers'>,
	host: string,
): Promise<string[] | undefined> {
	if (!('getSecureEgressFilter' in helpers)) return undefined;
	const lookup = helpers.getSecureEgressFilter().createSecureLookup();
	return await new Promise((resolve) => {
		lookup(host, { all: true }, (error, found) => {
			const addresses = Array.isArray(found) ? found.map(({ address }) => address) : [found];
			resolve(error === null ? addresses : []);
		});
	});
}

/** Public by its number, but served by the virtual machine's own host. */
const AZURE_HOST_ADDRESS = '168.63.129.16';

/** Names that never leave a private network: of this machine, of a local network, and of one without dots. */
const PRIVATE_HOST_NAME =
	/(?:^|\.)(?:localhost|local|localdomain|internal|intranet|lan|home|corp|home\.arpa)$/;

/** Whether an IP address is one of the public internet: not this machine, a private network, link-local (cloud metadata), multicast or reserved. */
export function isPublicAddress(text: string): boolean {
	if (!ipaddr.isValid(text)) return false;
	// An IPv4 address inside IPv6 (RFC 4291, section 2.5.5.2) counts as itself.
	const address = ipaddr.process(text);
	if (address instanceof ipaddr.IPv4) {
		return address.range() === 'unicast' && address.toString() !== AZURE_HOST_ADDRESS;
	}
	return isPublicV6(address);
}

function isPublicV6(address: ipaddr.IPv6): boolean {
	// The well-known prefix of IPv6-only networks (RFC 6052) has the real address at its end; that of RFC 8215 beside it is for local use.
	if (address.range() === 'rfc6052' && address.parts[2] === 0) {
		return isPublicAddress(new ipaddr.IPv4(address.toByteArray().slice(12)).toString());
	}
	// Global unicast is 2000::/3 (RFC 4291, section 2.4).
	return address.range() === 'unicast' && ((address.parts[0] ?? 0) & 0xe000) === 0x2000;
}

/** What the host of a URL is: an IP address without brackets, or undefined for a name. */
export function ipAddressOf(host: string): string | undefined {
	const bare = host.replace(/^\[(.*)\]$/, '$1');
	return ipaddr.isValid(bare) ? bare : undefined;
}

/** Whether a host name is of a private network by its form alone. */
export function isPrivateHostName(host: string): boolean {
	const name = host.toLowerCase().replace(/\.$/, '');
	return !name.includes('.') || PRIVATE_HOST_NAME.test(name);
}
