import type { IDataObject } from 'n8n-workflow';

import type { Operation } from '../../../../lib/run/operation';
import { paymentOptions } from '../../../../lib/wallet/paymentOptions';
import { fetchPaymentRequired } from '../../fetchPaymentRequired';

export const getManyPaymentOptions = {
	option: {
		name: 'Get Many',
		value: 'getAll',
		action: 'Get many payment options',
		description: 'List top-up options (network, amount, receiver). No payment is made.',
		routing: { request: { method: 'POST', url: '/x402/top-up' } },
	},
	free: true,
	hasFixedBody: true,
	async make({ context, request }) {
		const required = await fetchPaymentRequired(context, request);
		return paymentOptions(required).map((option) => ({ json: { ...option } as IDataObject }));
	},
	fields: [],
} satisfies Operation;
