import type { Operation } from '../../../../lib/operation/operation';
import { readBalance } from '../../readBalance';

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
	read: readBalance,
	fields: [],
} satisfies Operation;
