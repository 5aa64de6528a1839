import type { Operation } from '../../../../lib/run/operation';
import { toPath } from '../../../../lib/fields/routing';
import { API_KEY_ANSWER, simplifiedKey } from '../../../../lib/models/apiKeyRecord';
import { shapedItems } from '../../../../lib/wire/simplifiedItems';
import { readAs } from '../../../../lib/wire/readAs';
import { apiKeyField } from '../../../common/fields/picker';
import { simplifyField } from '../../../common/fields/simplifyField';

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
		return shapedItems(this, [readAs(answer, API_KEY_ANSWER).data], simplifiedKey);
	},
	fields: [apiKeyField(toPath('id')), simplifyField()],
} satisfies Operation;
