import type { Operation } from '../../../../lib/run/operation';
import { CHARACTER_ANSWER, simplifiedCharacter } from '../../../../lib/models/characterRecord';
import { shapedItems } from '../../../../lib/wire/simplifiedItems';
import { readAs } from '../../../../lib/wire/readAs';
import { characterField } from '../../../common/fields/picker';
import { simplifyField } from '../../../common/fields/simplifyField';

export const getCharacter = {
	option: {
		name: 'Get',
		value: 'get',
		action: 'Get a character',
		description: 'Get one public character with its model, tags and ratings',
		routing: { request: { method: 'GET', url: '/characters/{slug}' } },
	},
	free: true,
	async read(answer) {
		return shapedItems(this, [readAs(answer, CHARACTER_ANSWER).data], simplifiedCharacter);
	},
	fields: [characterField(), simplifyField()],
} satisfies Operation;
