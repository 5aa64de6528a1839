import { z } from 'zod';

import type { Operation } from '../../../../lib/run/operation';
import { simplifiedRateLimits } from '../../../../lib/billing/accountRecords';
import { shapedItems } from '../../../../lib/wire/simplify';
import { objectWith, listOf, orNull, readAs } from '../../../../lib/wire/readAs';
import { simplify } from '../../../common/fields/simplify';

const LIMITS = objectWith({
	data: objectWith({
		accessPermitted: orNull(z.boolean()),
		apiTier: orNull(objectWith({ id: orNull(z.string()), isCharged: orNull(z.boolean()) })),
		balances: orNull(objectWith({ USD: orNull(z.number()), DIEM: orNull(z.number()) })),
		keyExpiration: orNull(z.string()),
		nextEpochBegins: orNull(z.string()),
		rateLimits: listOf(
			objectWith({
				apiModelId: orNull(z.string()),
				rateLimits: listOf(objectWith({ type: z.string(), amount: z.number() })),
			}),
		),
	}),
});

export const getRateLimits = {
	option: {
		name: 'Get',
		value: 'get',
		action: 'Get the rate limits',
		description: 'Get the limits per model, balances, expiry and next reset of the API key',
		routing: { request: { method: 'GET', url: '/api_keys/rate_limits' } },
	},
	free: true,
	async read(answer) {
		return shapedItems(this, [readAs(answer, LIMITS).data], simplifiedRateLimits);
	},
	fields: [simplify()],
} satisfies Operation;
