import type { IDataObject } from 'n8n-workflow';
import { z } from 'zod';

import type { Operation } from '../../../../lib/run/operation';
import { objectWith, listOf, orNull, readAs } from '../../../../lib/wire/readAs';

const LOG = objectWith({
	data: listOf(
		objectWith({
			apiKeyId: orNull(z.string()),
			modelId: orNull(z.string()),
			rateLimitTier: orNull(z.string()),
			rateLimitType: orNull(z.string()),
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
