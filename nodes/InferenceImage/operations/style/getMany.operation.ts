import type { IDataObject } from 'n8n-workflow';

import type { Operation } from '../../../../lib/run/operation';
import { isUnread, readAs } from '../../../../lib/wire/readAs';
import { returnAllFields } from '../../../common/fields/returnAll';
import { checkLimit, readWantedCount } from '../../../common/wantedCount';
import { STYLES_SCHEMA } from '../../../common/listSearch/searchStyles';

export const getManyStyles = {
	option: {
		name: 'Get Many',
		value: 'getAll',
		action: 'Get many image styles',
		description: 'List the styles for generating images',
		routing: { request: { method: 'GET', url: '/image/styles' } },
	},
	free: true,
	prepare: [checkLimit],
	async read(answer) {
		const names = readAs(answer, STYLES_SCHEMA);
		return names
			.slice(0, readWantedCount(this))
			.map((name) => ({ json: (isUnread(name) ? name : { name }) as IDataObject }));
	},
	fields: returnAllFields(),
} satisfies Operation;
