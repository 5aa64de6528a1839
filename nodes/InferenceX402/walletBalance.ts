import { z } from 'zod';

import { nullIfUnreadable, objectWith } from '../../lib/wire/readAs';

export const WALLET_BALANCE_URL = '/x402/balance/{wallet}';

export const WALLET_BALANCE_SCHEMA = objectWith({
	data: objectWith({
		walletAddress: nullIfUnreadable(z.string()),
		balanceUsd: z.number(),
		canConsume: nullIfUnreadable(z.boolean()),
		minimumTopUpUsd: nullIfUnreadable(z.number()),
		suggestedTopUpUsd: nullIfUnreadable(z.number()),
		diemBalanceUsd: nullIfUnreadable(z.number()),
	}),
});
