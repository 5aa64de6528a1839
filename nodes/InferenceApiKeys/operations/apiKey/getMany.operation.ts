import type { Operation } from '../../../../lib/run/operation';
import { API_KEY_LIST_ANSWER, simplifiedKey } from '../../../../lib/models/apiKeyRecord';
import { shapedItems } from '../../../../lib/wire/simplifiedItems';
import { readAs } from '../../../../lib/wire/readAs';
import { returnAllFields } from '../../../common/fields/returnAll';
import { simplifyField } from '../../../common/fields/simplifyField';
import { checkLimit, readWantedCount } from '../../../common/wantedCount';

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
		const { data } = readAs(answer, API_KEY_LIST_ANSWER);
		return shapedItems(this, data.slice(0, readWantedCount(this)), simplifiedKey);
	},
	fields: [...returnAllFields(), simplifyField()],
} satisfies Operation;
