import type { IDataObject } from 'n8n-workflow';
import { z } from 'zod';

import { objectWith, orNull, readAs } from '../../../../lib/wire/readAs';
import type { Operation } from '../../../../lib/run/operation';

const BALANCE = objectWith({
	data: objectWith({
		walletAddress: orNull(z.string()),
		balanceUsd: z.number(),
		canConsume: orNull(z.boolean()),
		minimumTopUpUsd: orNull(z.number()),
		suggestedTopUpUsd: orNull(z.number()),
		diemBalanceUsd: orNull(z.number()),
	}),
});

export const getBalance = {
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
		return [{ json: readAs(answer, BALANCE).data as IDataObject }];
	},
	fields: [],
} satisfies Operation;
