import type { Operation } from '../../../../lib/run/operation';
import { API_KEY, simplifiedKey } from '../../../../lib/models/apiKeyRecord';
import { shapedItems } from '../../../../lib/wire/simplify';
import { objectWith, listOf, readAs } from '../../../../lib/wire/readAs';
import { returnAll } from '../../../common/fields/returnAll';
import { simplify } from '../../../common/fields/simplify';
import { checkLimit, wantedCount } from '../../../common/wantedCount';

const KEYS = objectWith({ data: listOf(API_KEY) });

export const getManyKeys = {
	option: {
		name: 'Get Many',
		value: 'getAll',
		action: 'Get many API keys',
		description: 'List the API keys of the account with their limits and what was spent with them',
		routing: { request: { method: 'GET', url: '/api_keys' } },
	},
	free: true,
	prepare: [checkLimit],
	async read(answer) {
		const { data } = readAs(answer, KEYS);
		return shapedItems(this, data.slice(0, wantedCount(this)), simplifiedKey);
	},
	fields: [...returnAll(), simplify()],
} satisfies Operation;
