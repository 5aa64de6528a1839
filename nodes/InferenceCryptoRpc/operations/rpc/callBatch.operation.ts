import type { Operation } from '../../../../lib/run/operation';
import { priceOfRpc } from '../../../../lib/cost/operationPrices';
import { optionsField } from '../../../common/fields/optionGroup';
import { idempotencyKeyField, networkField, callFields } from '../../fields/rpcFields';
import { makeBatch } from '../../rpcAnswers';
import { addBatch, addIdempotencyKey } from '../../rpcRequest';

export const callBatchOperation = {
	option: {
		name: 'Call Batch',
		value: 'callBatch',
		action: 'Call a blockchain network many times at once',
		description: 'Make up to 100 JSON-RPC calls in one request, with one item per call',
		routing: { request: { method: 'POST', url: '/crypto/rpc/{network}' } },
	},
	bucket: 'rpc',
	repeatable: true,
	hasFixedBody: true,
	price: priceOfRpc,
	prepare: [addBatch, addIdempotencyKey],
	make: makeBatch,
	fields: [
		networkField(),
		...callFields(),
		optionsField([
			idempotencyKeyField(),
			{
				displayName: 'On Failed Call',
				name: 'onFailedCall',
				type: 'options',
				default: 'item',
				description: 'What to do when the network returns an error',
				options: [
					{
						name: 'Return an Item With rpcError',
						value: 'item',
						description: 'With the code and message of the error instead of the result',
					},
					{
						name: 'Throw an Error',
						value: 'error',
						description: 'As the setting On Error of the node says',
					},
				],
			},
		]),
	],
} satisfies Operation;
