import type { IDataObject } from 'n8n-workflow';

import type { Operation } from '../../../../lib/run/operation';
import { isUnread, readAs } from '../../../../lib/wire/readAs';
import { returnAllFields } from '../../../common/fields/returnAll';
import { NETWORKS_SCHEMA } from '../../../common/listSearch/searchNetworks';
import { checkLimit, readWantedCount } from '../../../common/wantedCount';

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
