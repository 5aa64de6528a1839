import { InferenceCryptoRpc } from '../../../nodes/InferenceCryptoRpc/InferenceCryptoRpc.node';
import { typed } from '../../coverage/given';
import { tableRows } from './row';

const method = 'eth_chainId';
const tooMany = Array.from({ length: 101 }, () => ({ method }));
const json = (callsJson: string) => ({
	resource: 'rpc',
	operation: 'callBatch',
	input: 'json',
	callsJson,
});

export const rpcRows = tableRows(
	'rpc',
	new InferenceCryptoRpc(),
	{ network: typed('ethereum-mainnet') },
	[
		[{ method, network: typed('={{ "" }}') }, 'Network must not be empty'],
		[{ method, network: typed('..') }, '".." is not a valid ID'],
		[{ method: '={{ "" }}' }, 'Method must not be empty'],
		[{ method: ' ' }, 'Method must not be empty'],
		[
			{ method, params: '{"to": "0x0"}' },
			'Method Parameters must be a JSON array, but {"to":"0x0"} was given',
		],
		[{ method, params: '5' }, 'Method Parameters must be a JSON array, but 5 was given'],
		[
			{ method, options: { idempotencyKey: 'two words' } },
			'Idempotency Key may have 1 to 255 letters, digits, "_" and "-", but "two words" was given',
		],
		[
			{ method, options: { idempotencyKey: 'x'.repeat(256) } },
			`Idempotency Key may have 1 to 255 letters, digits, "_" and "-", but "${'x'.repeat(77)}..." was given`,
		],
		[{ resource: 'rpc', operation: 'callBatch', calls: {} }, 'Add at least one call'],
		[
			{
				resource: 'rpc',
				operation: 'callBatch',
				calls: { call: [{ method }, { method: '={{ "" }}' }] },
			},
			'Call 2: Method must not be empty',
		],
		[
			{ resource: 'rpc', operation: 'callBatch', calls: { call: [{ method, params: '"x"' }] } },
			'Call 1: Method Parameters must be a JSON array, but "x" was given',
		],
		[
			{
				resource: 'rpc',
				operation: 'callBatch',
				calls: {
					call: [
						{ method, id: '1' },
						{ method, id: '1' },
					],
				},
			},
			'Two calls have the ID 1, but each needs its own: answers are matched by it',
		],
		[json('[]'), 'Add at least one call'],
		[json('{"method": "a"}'), 'Calls (JSON) must be a JSON array, but {"method":"a"} was given'],
		[json('={{ $json.tooMany }}'), 'Calls may have at most 100 calls, but 101 were given'],
		[json('["eth_chainId"]'), 'Call 1 must be a JSON object with a method'],
		[json('[{"params": []}]'), 'Call 1: Method must not be empty'],
		[
			json('[{"method": "a", "parameters": []}]'),
			'Call 1 has the unknown field "parameters"; it may have jsonrpc, id, method, params',
		],
		[
			json('[{"method": "a", "id": {}}]'),
			'Call 1: ID must be a whole number or text, but {} was given',
		],
		[
			json('[{"method": "a", "jsonrpc": "1.0"}]'),
			'Call 1: jsonrpc must be "2.0", but "1.0" was given',
		],
		[
			{ method, params: '[1' },
			/^Method Parameters must be a JSON array, but it is not valid JSON: /,
		],
		[json('[{'), /^Calls \(JSON\) must be a JSON array, but it is not valid JSON: /],
		[
			{ resource: 'rpc', operation: 'callBatch', calls: { call: [{ method, params: '[' }] } },
			/^Call 1: Method Parameters must be a JSON array, but it is not valid JSON: /,
		],
	],
	[{ json: { tooMany } }],
);
