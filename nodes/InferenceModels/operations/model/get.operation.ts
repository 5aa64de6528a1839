import type { Operation } from '../../../../lib/description/operation';
import { toPath } from '../../../../lib/description/routing';
import { simplifiedModel } from '../../../../lib/output/modelRecord';
import { shapedItems } from '../../../../lib/output/simplify';
import { isRecord } from '../../../../lib/record';
import { model } from '../../../common/fields/model';
import { simplify } from '../../../common/fields/simplify';

export const get = {
	option: {
		name: 'Get',
		value: 'get',
		action: 'Get a model',
		description: 'Get one model with its abilities, limits, voices and prices',
		routing: { request: { method: 'GET', url: '/models/{model}' } },
	},
	free: true,
	async read({ body }) {
		const record = isRecord(body) && isRecord(body.data) ? body.data : body;
		return shapedItems(this, isRecord(record) ? [record] : [], simplifiedModel);
	},
	fields: [
		{
			...model({
				search: 'searchAllModels',
				required: true,
				description: 'Model to describe',
			}),
			routing: toPath('model'),
		},
		simplify(),
	],
} satisfies Operation;
