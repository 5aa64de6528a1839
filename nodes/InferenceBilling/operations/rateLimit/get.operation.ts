import type { Operation } from '../../../../lib/description/operation';
import { simplifiedRateLimits } from '../../../../lib/output/accountRecords';
import { shapedItems } from '../../../../lib/output/simplify';
import { isRecord } from '../../../../lib/record';
import { simplify } from '../../../common/fields/simplify';

export const getRateLimits = {
	option: {
		name: 'Get',
		value: 'get',
		action: 'Get the rate limits',
		description: 'Get what the API key may use: limits per model, balances, expiry, next reset',
		routing: { request: { method: 'GET', url: '/api_keys/rate_limits' } },
	},
	free: true,
	async read({ body }) {
		const data = isRecord(body) && isRecord(body.data) ? body.data : body;
		return shapedItems(this, isRecord(data) ? [data] : [], simplifiedRateLimits);
	},
	fields: [simplify()],
} satisfies Operation;
