import { InferenceCryptoRpc } from '../../../nodes/InferenceCryptoRpc/InferenceCryptoRpc.node';
import { withService } from '../withService';

const world = withService();
const node = new InferenceCryptoRpc();
const operation = 'callBatch';
const network = { mode: 'id', value: 'ethereum-mainnet' };
const path = '/crypto/rpc/ethereum-mainnet';
const mixed = [
	{ jsonrpc: '2.0', id: 2, error: { code: -32602, message: 'invalid params' } },
	{ jsonrpc: '2.0', id: 1, result: '0x1' },
];
const answer = (body: unknown) =>
	world.service.fault({
		path,
		status: 200,
		body,
		headers: {
			'x-service-rpc-credits': '25',
			'x-service-rpc-cost-usd': '0.00001750',
			'x-request-id': 'request-1',
		},
	});
const call = [{ method: 'eth_chainId' }, { method: 'eth_getBalance', params: '["0x0"]' }];

describe('Inference Crypto RPC: Call Batch', () => {
	it('sends the calls in one request, each with an ID, and matches the answers by it', async () => {
		answer(mixed);
		const { outputs, error } = await world.run({
			node,
			parameters: { operation, network, calls: { call } },
		});
		expect(error).toBeUndefined();
		expect(world.service.journal).toHaveLength(1);
		expect(world.service.journal[0]).toMatchObject({ method: 'POST', path });
		expect(world.service.journal[0]?.body).toEqual([
			{ jsonrpc: '2.0', id: 1, method: 'eth_chainId', params: [] },
			{ jsonrpc: '2.0', id: 2, method: 'eth_getBalance', params: ['0x0'] },
		]);
		const idempotencyKey = world.service.journal[0]?.headers['idempotency-key'];
		expect(idempotencyKey).toMatch(/^[A-Za-z0-9_-]{1,255}$/);
		const batch = {
			calls: 2,
			credits: 25,
			costUsd: 0.0000175,
			requestId: 'request-1',
			replayed: false,
			idempotencyKey,
		};
		expect(outputs[0]?.map(({ json }) => json)).toEqual([
			{ network: 'ethereum-mainnet', method: 'eth_chainId', id: 1, result: '0x1', batch },
			{
				network: 'ethereum-mainnet',
				method: 'eth_getBalance',
				id: 2,
				rpcError: { code: -32602, message: 'invalid params' },
				batch,
			},
		]);
		expect(outputs[0]?.map(({ pairedItem }) => pairedItem)).toEqual([{ item: 0 }, { item: 0 }]);
	});

	it('takes the calls as JSON, with IDs of the user', async () => {
		answer([{ jsonrpc: '2.0', id: 'b', result: 5 }]);
		const { outputs } = await world.run({
			node,
			items: [{ json: { calls: [{ id: 'b', method: 'net_version', params: [] }] } }],
			parameters: {
				operation,
				network,
				input: 'json',
				callsJson: '={{ $json.calls }}',
				options: { idempotencyKey: 'my-key' },
			},
		});
		expect(world.service.journal[0]?.body).toEqual([
			{ jsonrpc: '2.0', id: 'b', method: 'net_version', params: [] },
		]);
		expect(world.service.journal[0]?.headers['idempotency-key']).toBe('my-key');
		expect(outputs[0]?.[0]?.json).toMatchObject({ id: 'b', result: 5 });
	});

	it('fails with the first call that failed when the user chose so', async () => {
		answer(mixed);
		const { error, outputs } = await world.run({
			node,
			parameters: { operation, network, calls: { call }, options: { onFailedCall: 'error' } },
		});
		expect(error?.message).toBe(
			'The network answered eth_getBalance (call 2) with an error: invalid params (code -32602) [item 0]',
		);
		expect(error?.description).toContain('Check Params');
		expect(error).toMatchObject({ context: { code: '-32602', credits: 25, id: 2 } });
		expect(outputs.flat()).toEqual([]);
	});

	it('gives the failed calls to the error output, and the others to the first', async () => {
		answer(mixed);
		const { outputs } = await world.run({
			node,
			continueOnFail: 'continueErrorOutput',
			parameters: { operation, network, calls: { call }, options: { onFailedCall: 'error' } },
		});
		expect(outputs.map((items) => items.length)).toEqual([1, 1]);
		expect(outputs[0]?.[0]?.json.result).toBe('0x1');
		expect(outputs[1]?.[0]).toMatchObject({
			json: { error: expect.stringContaining('eth_getBalance (call 2)') },
			pairedItem: { item: 0 },
		});
	});

	it('says what the service refuses', async () => {
		world.service.fault({
			path,
			status: 400,
			body: { error: 'Methods not allowed: eth_sign, eth_accounts' },
		});
		const { error } = await world.run({
			node,
			parameters: { operation, network, calls: { call: [{ method: 'eth_sign' }] } },
		});
		expect(error?.message).toBe(
			'The service does not accept these values: Methods not allowed: eth_sign, eth_accounts [item 0]',
		);
		expect(error).toMatchObject({ httpCode: '400' });
		expect(error?.description).toMatch(/^Correct the fields named in the message\. · Status 400/);
	});
});
