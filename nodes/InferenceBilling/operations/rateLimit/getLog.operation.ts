import type { IDataObject } from 'n8n-workflow';
import { z } from 'zod';

import type { Operation } from '../../../../lib/run/operation';
import { objectWith, listWithUnread, nullIfUnreadable, readAs } from '../../../../lib/wire/readAs';

const RATE_LIMIT_LOG_SCHEMA = objectWith({
	data: listWithUnread(
		objectWith({
			apiKeyId: nullIfUnreadable(z.string()),
			modelId: nullIfUnreadable(z.string()),
			rateLimitTier: nullIfUnreadable(z.string()),
			rateLimitType: nullIfUnreadable(z.string()),
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
		return readAs(answer, RATE_LIMIT_LOG_SCHEMA).data.map((json) => ({
			json: json as IDataObject,
		}));
	},
	fields: [],
} satisfies Operation;
