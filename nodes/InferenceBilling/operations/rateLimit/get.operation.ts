import { z } from 'zod';

import type { Operation } from '../../../../lib/run/operation';
import { simplifiedRateLimits } from '../../../../lib/billing/accountRecords';
import { shapedItems } from '../../../../lib/wire/simplifiedItems';
import { objectWith, listWithUnread, nullIfUnreadable, readAs } from '../../../../lib/wire/readAs';
import { simplifyField } from '../../../common/fields/simplifyField';

const RATE_LIMITS_SCHEMA = objectWith({
	data: objectWith({
		accessPermitted: nullIfUnreadable(z.boolean()),
		apiTier: nullIfUnreadable(
			objectWith({ id: nullIfUnreadable(z.string()), isCharged: nullIfUnreadable(z.boolean()) }),
		),
		balances: nullIfUnreadable(
			objectWith({ USD: nullIfUnreadable(z.number()), DIEM: nullIfUnreadable(z.number()) }),
		),
		keyExpiration: nullIfUnreadable(z.string()),
		nextEpochBegins: nullIfUnreadable(z.string()),
		rateLimits: listWithUnread(
			objectWith({
				apiModelId: nullIfUnreadable(z.string()),
				rateLimits: listWithUnread(objectWith({ type: z.string(), amount: z.number() })),
			}),
		),
	}),
});

export const getRateLimits = {
	option: {
		name: 'Get',
		value: 'get',
		action: 'Get the rate limits',
		description:
			'Get the expiry, next reset and rate limits per model of the API key, and its balances, capped by its own limit',
		routing: { request: { method: 'GET', url: '/api_keys/rate_limits' } },
	},
	free: true,
	async read(answer) {
		return shapedItems(this, [readAs(answer, RATE_LIMITS_SCHEMA).data], simplifiedRateLimits);
	},
	fields: [simplifyField()],
} satisfies Operation;
