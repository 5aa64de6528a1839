import type { IDataObject } from 'n8n-workflow';

import type { Operation } from '../../../../lib/description/operation';
import { toPath } from '../../../../lib/description/routing';
import { isRecord } from '../../../../lib/record';
import { model } from '../../../common/fields/model';

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
		return [{ json: record as IDataObject }];
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
	],
} satisfies Operation;
