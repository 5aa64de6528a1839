import type { Operation } from '../../../../lib/description/operation';

export const getBalance = {
	option: {
		name: 'Get',
		value: 'get',
		action: 'Get the balance',
		description: 'Get the credit of the account and the currency that is charged next',
		routing: { request: { method: 'GET', url: '/billing/balance' } },
	},
	free: true,
	fields: [],
} satisfies Operation;
