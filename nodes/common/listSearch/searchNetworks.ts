import type { ILoadOptionsFunctions, INodeListSearchResult } from 'n8n-workflow';

import { z } from 'zod';

import { having, listOf, readable } from '../../../lib/http/readAs';
import { fetchForPicker } from './fetchForPicker';

/** The blockchain networks. */
export const NETWORKS = having({ networks: listOf(z.string()) });

/** The list search for the blockchain networks that the service can call. */
export async function searchNetworks(
	this: ILoadOptionsFunctions,
	filter?: string,
): Promise<INodeListSearchResult> {
	const request = { url: '/crypto/rpc/networks' } as const;
	const { networks } = await fetchForPicker(this, 'networks', NETWORKS, request, 'By Name');
	const wanted = filter?.trim().toLowerCase() ?? '';
	return {
		results: readable(networks)
			.filter((name) => name.toLowerCase().includes(wanted))
			.map((name) => ({ name, value: name })),
	};
}
