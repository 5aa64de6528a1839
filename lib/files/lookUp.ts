import type { IExecuteSingleFunctions } from 'n8n-workflow';

/**
 * The IP addresses of a host name: none when it cannot be resolved, undefined when this n8n lets nodes resolve nothing (1.x).
 * Packages for n8n may not import node:dns; n8n 2.x hands out its own lookup, with its own protection where that is turned on.
 */
export async function lookUp(
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
