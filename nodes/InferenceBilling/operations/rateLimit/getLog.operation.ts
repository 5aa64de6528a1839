import type { IDataObject } from 'n8n-workflow';
import { z } from 'zod';

import type { Operation } from '../../../../lib/run/operation';
import { having, listOf, perhaps, readAs } from '../../../../lib/wire/readAs';

const LOG = having({
	data: listOf(
		having({
			apiKeyId: perhaps(z.string()),
			modelId: perhaps(z.string()),
			rateLimitTier: perhaps(z.string()),
			rateLimitType: perhaps(z.string()),
			timestamp: z.string(),
		}),
	),
});

export const getRateLimitLog = {
	option: {
		name: 'Get Log',
		value: 'getLog',
		action: 'Get the rate limit log',
		description: 'Get the last 50 times that the account reached a rate limit',
		routing: { request: { method: 'GET', url: '/api_keys/rate_limits/log' } },
	},
	free: true,
	async read(answer) {
		return readAs(answer, LOG).data.map((json) => ({ json: json as IDataObject }));
	},
	fields: [],
} satisfies Operation;
