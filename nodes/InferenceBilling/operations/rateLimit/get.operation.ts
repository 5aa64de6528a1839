import { z } from 'zod';

import type { Operation } from '../../../../lib/run/operation';
import { simplifiedRateLimits } from '../../../../lib/billing/accountRecords';
import { shapedItems } from '../../../../lib/wire/simplify';
import { having, listOf, perhaps, readAs } from '../../../../lib/wire/readAs';
import { simplify } from '../../../common/fields/simplify';

const LIMITS = having({
	data: having({
		accessPermitted: perhaps(z.boolean()),
		apiTier: perhaps(having({ id: perhaps(z.string()), isCharged: perhaps(z.boolean()) })),
		balances: perhaps(having({ USD: perhaps(z.number()), DIEM: perhaps(z.number()) })),
		keyExpiration: perhaps(z.string()),
		nextEpochBegins: perhaps(z.string()),
		rateLimits: listOf(
			having({
				apiModelId: perhaps(z.string()),
				rateLimits: listOf(having({ type: z.string(), amount: z.number() })),
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
