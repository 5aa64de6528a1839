import type { IDataObject } from 'n8n-workflow';

import type { Operation } from '../../../../lib/run/operation';
import { isUnread, readAs } from '../../../../lib/wire/readAs';
import { returnAll } from '../../../common/fields/returnAll';
import { NETWORKS } from '../../../common/listSearch/searchNetworks';
import { checkLimit, wantedCount } from '../../../common/wantedCount';

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
		return readAs(answer, NETWORKS)
			.networks.slice(0, wantedCount(this))
			.map((network) => ({ json: (isUnread(network) ? network : { network }) as IDataObject }));
	},
	fields: returnAll(),
} satisfies Operation;
