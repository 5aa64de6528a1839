import type { Operation } from '../../../../lib/run/operation';
import { CHARACTER, simplifiedCharacter } from '../../../../lib/models/characterRecord';
import { shapedItems } from '../../../../lib/wire/simplify';
import { objectWith, readAs } from '../../../../lib/wire/readAs';
import { character } from '../../../common/fields/character';
import { simplify } from '../../../common/fields/simplify';

const ANSWER = objectWith({ data: CHARACTER });

export const get = {
	option: {
		name: 'Get',
		value: 'get',
		action: 'Get a character',
		description: 'Get one public character with its model, tags and ratings',
		routing: { request: { method: 'GET', url: '/characters/{slug}' } },
	},
	free: true,
	async read(answer) {
		return shapedItems(this, [readAs(answer, ANSWER).data], simplifiedCharacter);
	},
	fields: [character(), simplify()],
} satisfies Operation;
