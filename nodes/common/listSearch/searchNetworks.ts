import { z } from 'zod';

import { objectWith, listWithUnread, withoutUnread } from '../../../lib/wire/readAs';
import { fetchForPicker, matchingEntries, entryNamed, type ListSearch } from './fetchForPicker';

export const NETWORKS_SCHEMA = objectWith({ networks: listWithUnread(z.string()) });

export const searchNetworks: ListSearch = async function (filter) {
	const request = { url: '/crypto/rpc/networks' } as const;
	const { networks } = await fetchForPicker(this, 'networks', NETWORKS_SCHEMA, request, 'By Name');
	return matchingEntries(withoutUnread(networks).map(entryNamed), filter);
};
