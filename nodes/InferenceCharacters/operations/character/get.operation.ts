import type { IDataObject } from 'n8n-workflow';

import type { Operation } from '../../../../lib/description/operation';
import { isRecord } from '../../../../lib/record';
import { character } from '../../../common/fields/character';

export const get = {
	option: {
		name: 'Get',
		value: 'get',
		action: 'Get a character',
		description: 'Get one public character with its model, tags and ratings',
		routing: { request: { method: 'GET', url: '/characters/{slug}' } },
	},
	free: true,
	async read({ body }) {
		const record = isRecord(body) && isRecord(body.data) ? body.data : body;
		return [{ json: record as IDataObject }];
	},
	fields: [character()],
} satisfies Operation;
