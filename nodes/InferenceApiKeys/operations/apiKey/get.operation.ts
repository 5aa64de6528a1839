import type { Operation } from '../../../../lib/operation/operation';
import { toPath } from '../../../../lib/fields/routing';
import { API_KEY, simplifiedKey } from '../../../../lib/output/apiKeyRecord';
import { shapedItems } from '../../../../lib/output/simplify';
import { having, readAs } from '../../../../lib/http/readAs';
import { apiKey } from '../../../common/fields/apiKey';
import { simplify } from '../../../common/fields/simplify';

const ANSWER = having({ data: API_KEY });

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
		return shapedItems(this, [readAs(answer, ANSWER).data], simplifiedKey);
	},
	fields: [apiKey(toPath('id')), simplify()],
} satisfies Operation;
