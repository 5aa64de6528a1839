import type { IDataObject } from 'n8n-workflow';

import type { Operation } from '../../../../lib/run/operation';
import { readAs } from '../../../../lib/wire/readAs';
import { BALANCE_SCHEMA } from '../../compareBudget';

export const getBalance = {
	option: {
		name: 'Get',
		value: 'get',
		action: 'Get the balance',
		description: 'Get the account balance and the currency that will be charged next',
		routing: { request: { method: 'GET', url: '/billing/balance' } },
	},
	free: true,
	async read(answer) {
		return [{ json: readAs(answer, BALANCE_SCHEMA) as IDataObject }];
	},
	fields: [],
} satisfies Operation;
