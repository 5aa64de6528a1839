import type { IDataObject } from 'n8n-workflow';

import type { Operation } from '../../../../lib/description/operation';
import { isRecord } from '../../../../lib/record';

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
		return [{ json: data as IDataObject }];
	},
	fields: [],
} satisfies Operation;
