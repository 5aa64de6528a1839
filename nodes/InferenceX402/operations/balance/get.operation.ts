import type { IDataObject } from 'n8n-workflow';
import { z } from 'zod';

import { objectWith, nullIfUnreadable, readAs } from '../../../../lib/wire/readAs';
import type { Operation } from '../../../../lib/run/operation';

const WALLET_BALANCE_SCHEMA = objectWith({
	data: objectWith({
		walletAddress: nullIfUnreadable(z.string()),
		balanceUsd: z.number(),
		canConsume: nullIfUnreadable(z.boolean()),
		minimumTopUpUsd: nullIfUnreadable(z.number()),
		suggestedTopUpUsd: nullIfUnreadable(z.number()),
		diemBalanceUsd: nullIfUnreadable(z.number()),
	}),
});

export const getWalletBalance = {
	option: {
		name: 'Get',
		value: 'get',
		action: 'Get the balance of the wallet',
		description:
			'Get the credit of the wallet in USD, its address, and whether it can pay for a call',
		routing: { request: { method: 'GET', url: '/x402/balance/{wallet}' } },
	},
	free: true,
	async read(answer) {
		return [{ json: readAs(answer, WALLET_BALANCE_SCHEMA).data as IDataObject }];
	},
	fields: [],
} satisfies Operation;
