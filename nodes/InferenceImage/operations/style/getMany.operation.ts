import type { Operation } from '../../../../lib/description/operation';
import { returnAll } from '../../../common/fields/returnAll';
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
	async read({ body }) {
		const names = styleNames(body);
		const all = this.getNodeParameter('returnAll', false) === true;
		const limit = all ? names.length : Number(this.getNodeParameter('limit', 50));
		return names.slice(0, limit).map((name) => ({ json: { name } }));
	},
	fields: returnAll(),
} satisfies Operation;
