import type { Operation } from '../../../../lib/description/operation';
import { returnAll } from '../../../common/fields/returnAll';
import { checkLimit, wantedCount } from '../../../common/wantedCount';
import { styleNames } from '../../../common/listSearch/searchStyles';

export const getManyStyles = {
	option: {
		name: 'Get Many',
		value: 'getAll',
		action: 'Get many image styles',
		description: 'List the names of the styles an image can be generated in',
		routing: { request: { method: 'GET', url: '/image/styles' } },
	},
	free: true,
	prepare: [checkLimit],
	async read({ body }) {
		const names = styleNames(body);
		return names.slice(0, wantedCount(this)).map((name) => ({ json: { name } }));
	},
	fields: returnAll(),
} satisfies Operation;
