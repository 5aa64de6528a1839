import type { IDataObject } from 'n8n-workflow';

import type { Operation } from '../../../../lib/description/operation';
import { isRecord } from '../../../../lib/record';

export const getRateLimitLog = {
	option: {
		name: 'Get Log',
		value: 'getLog',
		action: 'Get the rate limit log',
		description: 'Get the last 50 times that the account ran into a rate limit, one item each',
		routing: { request: { method: 'GET', url: '/api_keys/rate_limits/log' } },
	},
	free: true,
	async read({ body }) {
		const data = isRecord(body) && Array.isArray(body.data) ? body.data : [];
		return data.filter(isRecord).map((json) => ({ json: json as IDataObject }));
	},
	fields: [],
} satisfies Operation;
