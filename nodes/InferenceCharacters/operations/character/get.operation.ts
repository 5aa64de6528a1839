import type { Operation } from '../../../../lib/description/operation';
import { simplifiedCharacter } from '../../../../lib/output/characterRecord';
import { shapedItems } from '../../../../lib/output/simplify';
import { isRecord } from '../../../../lib/record';
import { character } from '../../../common/fields/character';
import { simplify } from '../../../common/fields/simplify';

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
		return shapedItems(this, isRecord(record) ? [record] : [], simplifiedCharacter);
	},
	fields: [character(), simplify()],
} satisfies Operation;
