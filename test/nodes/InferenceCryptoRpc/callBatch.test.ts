import { InferenceCryptoRpc } from '../../../nodes/InferenceCryptoRpc/InferenceCryptoRpc.node';
import { typed } from '../../coverage/given';
import { withService } from '../withService';

const world = withService();
const run = world.runner(new InferenceCryptoRpc(), { resource: 'rpc', operation: 'callBatch' });
const network = typed('ethereum-mainnet');
const path = '/crypto/rpc/ethereum-mainnet';
const call = [{ method: 'eth_chainId' }, { method: 'eth_getBalance', params: '[5]' }];

describe('Inference Crypto RPC: Call Batch', () => {
	it('sends the calls in one request, each with an ID, and matches the answers by it', async () => {
		const { items } = await run({ network, calls: { call } });
		expect(world.service.journal).toHaveLength(1);
		expect(world.service.journal[0]).toMatchObject({ method: 'POST', path });
		expect(world.service.journal[0]?.body).toEqual([
			{ jsonrpc: '2.0', id: 1, method: 'eth_chainId', params: [] },
			{ jsonrpc: '2.0', id: 2, method: 'eth_getBalance', params: [5] },
		]);
		const idempotencyKey = world.service.journal[0]?.headers['idempotency-key'];
		expect(idempotencyKey).toMatch(/^[A-Za-z0-9_-]{1,255}$/);
		const batch = {
			calls: 2,
			credits: 25,
			requestId: expect.stringMatching(/^[0-9a-f]{32}$/),
			replayed: false,
			idempotencyKey,
		};
		expect(items.map(({ json }) => json)).toEqual([
			{
				network: 'ethereum-mainnet',
				method: 'eth_chainId',
				id: 1,
				result: '0x1',
				batch,
				cost: { amount: 0.0000175, currency: 'USD' },
			},
			{
				network: 'ethereum-mainnet',
				method: 'eth_getBalance',
				id: 2,
				rpcError: { code: -32602, message: 'invalid parameters' },
				batch,
				cost: { amount: 0, currency: 'USD' },
			},
		]);
		expect(items.map(({ pairedItem }) => pairedItem)).toEqual([{ item: 0 }, { item: 0 }]);
	});

	it('takes the calls as JSON, with IDs of the user', async () => {
		const { item } = await run(
			{
				network,
				input: 'json',
				callsJson: '={{ $json.calls }}',
				options: { idempotencyKey: 'my-key' },
			},
			{ items: [{ json: { calls: [{ id: 'b', method: 'net_version', params: [] }] } }] },
		);
		expect(world.service.journal[0]?.body).toEqual([
			{ jsonrpc: '2.0', id: 'b', method: 'net_version', params: [] },
		]);
		expect(world.service.journal[0]?.headers['idempotency-key']).toBe('my-key');
		expect(item.json).toMatchObject({ id: 'b', result: '1' });
	});

	it('fails with the first call that failed when the user chose so', async () => {
		const { error, outputs } = await run({
			network,
			calls: { call },
			options: { onFailedCall: 'error' },
		});
		expect(error?.message).toBe(
			'The network answered eth_getBalance (call 2) with an error: invalid parameters (code -32602)',
		);
		expect(error?.description).toContain('Check Method Parameters');
		expect(error).toMatchObject({ context: { code: '-32602', credits: 25, id: 2 } });
		expect(outputs.flat()).toEqual([]);
	});

	it('sends the failed calls to the error output, and the others to the first', async () => {
		const { item, outputs } = await run(
			{ network, calls: { call }, options: { onFailedCall: 'error' } },
			{ continueOnFail: 'continueErrorOutput' },
		);
		expect(outputs.map((items) => items.length)).toEqual([1, 1]);
		expect(item.json.result).toBe('0x1');
		expect(outputs[1]?.[0]).toMatchObject({
			json: { error: expect.stringContaining('eth_getBalance (call 2)') },
			pairedItem: { item: 0 },
		});
	});
});
