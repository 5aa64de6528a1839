import { z } from 'zod';

import { objectWith, listOf, readable } from '../../../lib/wire/readAs';
import { fetchForPicker, matching, named, type ListSearch } from './fetchForPicker';

/** The blockchain networks. */
export const NETWORKS = objectWith({ networks: listOf(z.string()) });

/** The list search for the blockchain networks that the service can call. */
export const searchNetworks: ListSearch = async function (filter) {
	const request = { url: '/crypto/rpc/networks' } as const;
	const { networks } = await fetchForPicker(this, 'networks', NETWORKS, request, 'By Name');
	return matching(readable(networks).map(named), filter);
};
