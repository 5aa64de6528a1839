import type { Operation } from '../../../../lib/description/operation';
import { returnAll } from '../../../common/fields/returnAll';
import { networkNames } from '../../../common/listSearch/searchNetworks';
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
	async read({ body }) {
		return networkNames(body)
			.slice(0, wantedCount(this))
			.map((network) => ({ json: { network } }));
	},
	fields: returnAll(),
} satisfies Operation;
