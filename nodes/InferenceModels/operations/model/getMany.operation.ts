import type { IDataObject } from 'n8n-workflow';

import type { Operation } from '../../../../lib/description/operation';
import { isRecord } from '../../../../lib/record';
import { modelType } from '../../../common/fields/modelType';
import { returnAll } from '../../../common/fields/returnAll';
import { checkLimit, wantedCount } from '../../../common/wantedCount';

export const getMany = {
	option: {
		name: 'Get Many',
		value: 'getAll',
		action: 'Get many models',
		description: 'List the models with their abilities, limits and prices',
		routing: { request: { method: 'GET', url: '/models' } },
	},
	free: true,
	compose: [checkLimit],
	async read(answer) {
		const data = isRecord(answer.body) && Array.isArray(answer.body.data) ? answer.body.data : [];
		return data
			.filter(isRecord)
			.slice(0, wantedCount(this))
			.map((record) => ({ json: record as IDataObject }));
	},
	fields: [modelType(), ...returnAll()],
} satisfies Operation;
