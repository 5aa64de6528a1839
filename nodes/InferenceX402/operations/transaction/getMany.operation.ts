import type { Operation } from '../../../../lib/run/operation';
import { optionsField } from '../../../common/fields/optionGroup';
import { returnAllFields } from '../../../common/fields/returnAll';
import { checkLimit } from '../../../common/wantedCount';
import { walkTransactions } from '../../transactions';

export const getManyTransactions = {
	option: {
		name: 'Get Many',
		value: 'getAll',
		action: 'Get many transactions of the wallet',
		description: 'List top-ups, charges and refunds of the wallet, newest first',
		routing: { request: { method: 'GET', url: '/x402/transactions/{wallet}' } },
	},
	free: true,
	prepare: [checkLimit],
	make: walkTransactions,
	fields: [
		...returnAllFields(),
		optionsField([
			{
				displayName: 'Offset',
				name: 'offset',
				type: 'number',
				typeOptions: { minValue: 0, numberPrecision: 0 },
				default: 0,
				description: 'Number of transactions to skip, starting with the newest',
				routing: { send: { type: 'query', property: 'offset' } },
			},
		]),
	],
} satisfies Operation;
