import type { Operation } from '../../../../lib/run/operation';
import { toPath } from '../../../../lib/fields/routing';
import { API_KEY, simplifiedKey } from '../../../../lib/models/apiKeyRecord';
import { shapedItems } from '../../../../lib/wire/simplifiedItems';
import { objectWith, readAs } from '../../../../lib/wire/readAs';
import { apiKeyField } from '../../../common/fields/apiKey';
import { simplifyField } from '../../../common/fields/simplifyField';

const KEY_ANSWER_SCHEMA = objectWith({ data: API_KEY });

export const getKey = {
	option: {
		name: 'Get',
		value: 'get',
		action: 'Get an API key',
		description: 'Get the limits of an API key and what was spent with it, without its secret',
		routing: { request: { method: 'GET', url: '/api_keys/{id}' } },
	},
	free: true,
	async read(answer) {
		return shapedItems(this, [readAs(answer, KEY_ANSWER_SCHEMA).data], simplifiedKey);
	},
	fields: [apiKeyField(toPath('id')), simplifyField()],
} satisfies Operation;
