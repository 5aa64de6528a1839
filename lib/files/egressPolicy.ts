import type { IExecuteSingleFunctions } from 'n8n-workflow';

import { badInput, type ServiceFailure } from '../core/failure';
import { credentialTypeOf } from '../wire/credential';
import { safeServiceUrl } from '../wire/serviceUrl';
import { isSignedN8nLink } from './fileAddress';
import { isPrivateHostName, isPublicAddress, ipAddressOf } from './publicAddress';

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
export async function allowedRouteTo(
	policy: EgressPolicy,
	url: URL,
	label: string,
): Promise<EgressRoute> {
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

export function privateAddressFailure(label: string, host: string): ServiceFailure {
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
