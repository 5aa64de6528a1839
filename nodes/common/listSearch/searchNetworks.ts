import type { ILoadOptionsFunctions, INodeListSearchResult } from 'n8n-workflow';

import { isRecord } from '../../../lib/record';
import { fetchForPicker } from './fetchForPicker';

/** The list search for the blockchain networks that the service can call. */
export async function searchNetworks(
	this: ILoadOptionsFunctions,
	filter?: string,
): Promise<INodeListSearchResult> {
	const body = await fetchForPicker(this, 'networks', { url: '/crypto/rpc/networks' }, 'By Name');
	const wanted = filter?.trim().toLowerCase() ?? '';
	return {
		results: networkNames(body)
			.filter((name) => name.toLowerCase().includes(wanted))
			.map((name) => ({ name, value: name })),
	};
}

/** The names in a list of networks. */
export function networkNames(body: unknown): string[] {
	const networks = isRecord(body) && Array.isArray(body.networks) ? body.networks : [];
	return networks.filter((name): name is string => typeof name === 'string');
}
