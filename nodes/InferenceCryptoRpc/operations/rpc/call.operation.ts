import { toBody } from '../../../../lib/fields/routing';
import type { Operation } from '../../../../lib/run/operation';
import { priceOfRpc } from '../../../../lib/cost/operationPrices';
import { optionsField } from '../../../common/fields/optionGroup';
import { idempotencyKeyField, networkField } from '../../fields/rpcFields';
import { makeCall } from '../../rpcAnswers';
import { addCall, addIdempotencyKey } from '../../rpcRequest';

export const callOperation = {
	option: {
		name: 'Call',
		value: 'call',
		action: 'Call a blockchain network',
		description: 'Make one JSON-RPC call, e.g. read a balance or send a signed transaction',
		routing: { request: { method: 'POST', url: '/crypto/rpc/{network}' } },
	},
	bucket: 'rpc',
	repeatable: true,
	hasFixedBody: true,
	price: priceOfRpc,
	prepare: [addCall, addIdempotencyKey],
	make: makeCall,
	fields: [
		networkField(),
		{
			displayName: 'Method',
			name: 'method',
			type: 'string',
			required: true,
			default: '',
			placeholder: 'e.g. eth_blockNumber',
			description:
				'JSON-RPC method. Filters, subscriptions and methods that need a key on the server are refused. To read logs, use eth_getLogs.',
			routing: toBody('method'),
		},
		{
			displayName: 'Method Parameters',
			name: 'params',
			type: 'json',
			typeOptions: { shape: 'array', rows: 3 },
			default: '[]',
			placeholder: 'e.g. ["0x0000000000000000000000000000000000000000", "latest"]',
			description: 'JSON array of the parameters of the method, in order',
			routing: toBody('params'),
		},
		optionsField([
			{
				displayName: 'ID',
				name: 'id',
				type: 'string',
				default: '',
				placeholder: 'e.g. 1',
				description: 'ID of the call, a whole number or text. Leave empty to use 1.',
				routing: toBody('id'),
			},
			idempotencyKeyField(),
		]),
	],
} satisfies Operation;
