import type { IDataObject } from 'n8n-workflow';
import { z } from 'zod';

import type { Operation } from '../../../../lib/run/operation';
import {
	isUnread,
	readAs,
	objectWith,
	listWithUnread,
	withoutUnread,
} from '../../../../lib/wire/readAs';
import { returnAllFields } from '../../../common/fields/returnAll';
import { checkLimit, readWantedCount } from '../../../common/wantedCount';
import {
	fetchForPicker,
	matchingEntries,
	entryNamed,
	type ListSearch,
} from '../../../common/listSearch/fetchForPicker';

export const getManyNetworks = {
	option: {
		name: 'Get Many',
		value: 'getAll',
		action: 'Get many networks',
		description: 'List the blockchain networks that can be called',
		routing: { request: { method: 'GET', url: '/crypto/rpc/networks' } },
	},
	free: true,
	prepare: [checkLimit],
	async read(answer) {
		return readAs(answer, NETWORKS_SCHEMA)
			.networks.slice(0, readWantedCount(this))
			.map((network) => ({ json: (isUnread(network) ? network : { network }) as IDataObject }));
	},
	fields: returnAllFields(),
} satisfies Operation;

const NETWORKS_SCHEMA = objectWith({ networks: listWithUnread(z.string()) });

export const searchNetworks: ListSearch = async function (filter) {
	const request = { url: '/crypto/rpc/networks' } as const;
	const { networks } = await fetchForPicker(this, 'networks', NETWORKS_SCHEMA, request, 'By Name');
	return matchingEntries(withoutUnread(networks).map(entryNamed), filter);
};
