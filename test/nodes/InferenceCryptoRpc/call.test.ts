import { setTimeout as pause } from 'node:timers/promises';

import { clock } from '../../../lib/core/clock';
import { pacerByAccount } from '../../../lib/wire/pacing/pacer';
import { InferenceCryptoRpc } from '../../../nodes/InferenceCryptoRpc/InferenceCryptoRpc.node';
import { typed } from '../../coverage/given';
import { withService } from '../withService';

const world = withService();
const node = new InferenceCryptoRpc();
const runCryptoRpc = world.runner(node);
const network = typed('ethereum-mainnet');
const path = '/crypto/rpc/ethereum-mainnet';
const keys = () => world.service.journal.map((entry) => entry.headers['idempotency-key']);

describe('Inference Crypto RPC: Call', () => {
	it('sends one whole call with a key, and returns result, credits, cost and request ID', async () => {
		const { items } = await runCryptoRpc({
			network,
			method: 'eth_getBalance',
			params: '["0x00000000219ab540356cBB839Cbe05303d7705Fa", "latest"]',
		});
		expect(world.service.journal[0]).toMatchObject({ method: 'POST', path, query: {} });
		expect(world.service.journal[0]?.body).toEqual({
			jsonrpc: '2.0',
			id: 1,
			method: 'eth_getBalance',
			params: ['0x00000000219ab540356cBB839Cbe05303d7705Fa', 'latest'],
		});
		const [key] = keys();
		expect(key).toMatch(/^n8n-execution-under-test-0-0-[0-9a-f]{24}$/);
		expect(items).toEqual([
			{
				json: {
					network: 'ethereum-mainnet',
					method: 'eth_getBalance',
					id: 1,
					result: '0xde0b6b3a7640000',
					credits: 20,
					cost: { amount: 0.000014, currency: 'USD' },
					requestId: expect.stringMatching(/^[0-9a-f]{32}$/),
					replayed: false,
					idempotencyKey: key,
				},
				pairedItem: { item: 0 },
			},
		]);
	});

	it('sends empty params, and an ID and a key of the user', async () => {
		const run = {
			node,
			parameters: {
				network,
				method: 'eth_getTransactionReceipt',
				options: { id: 'a', idempotencyKey: 'payout-42' },
			},
		};
		await world.run({ ...run, executionId: '231' });
		const { item } = await world.run({ ...run, executionId: '232' });
		expect(world.service.journal[0]?.body).toEqual({
			jsonrpc: '2.0',
			id: 'a',
			method: 'eth_getTransactionReceipt',
			params: [],
		});
		expect(keys()).toEqual(['payout-42', 'payout-42']);
		expect(item.json).toMatchObject({ id: 'a', result: null, replayed: true });
		expect(item.json.cost).toEqual({ amount: 0, currency: 'USD' });
		expect(world.service.ledger).toHaveLength(1);
	});

	it.each([
		['its own next try', {}],
		['Retry On Fail', { options: { retriesAndLimits: { maxWait: 0 } } }],
	])('reports what the first send was charged when %s gets the kept answer', async (_who, more) => {
		world.service.fault({ path, cut: 'midway' });
		const { item } = await runCryptoRpc(
			{ network, method: 'eth_chainId', ...more },
			{ retryOnFail: { maxTries: 2 } },
		);
		expect(world.service.requests(path)).toHaveLength(2);
		expect(world.service.ledger).toHaveLength(1);
		expect(item.json).toMatchObject({
			replayed: true,
			cost: { amount: 0.000014, currency: 'USD' },
		});
	});

	it('uses one key per item and execution, one call at a time', async () => {
		const run = {
			node,
			items: [{ json: {} }, { json: {} }, { json: {} }],
			parameters: { network, method: 'eth_chainId' },
		};
		await world.run(run);
		expect(world.service.maxInFlight).toBe(1);
		await world.run(run);
		await world.run({ ...run, executionId: '232' });
		const [first, second, third] = [keys().slice(0, 3), keys().slice(3, 6), keys().slice(6)];
		expect(new Set(first).size).toBe(3);
		expect(second).toEqual(first);
		expect(third.filter((key) => first.includes(key))).toEqual([]);
	});

	it('makes an error of a JSON-RPC error inside HTTP 200, with what was paid for it', async () => {
		const { error, outputs } = await runCryptoRpc({ network, method: 'eth_getBalance' });
		expect(error?.message).toBe(
			'The network answered eth_getBalance with an error: invalid parameters (code -32602)',
		);
		expect(error?.description).toMatch(
			/^Check Method Parameters: their number, order and form depend on the method\. · Status 200 · Request ID [0-9a-f]{32}$/,
		);
		expect(error).toMatchObject({
			httpCode: '200',
			context: {
				code: '-32602',
				credits: 5,
				rpcError: { code: -32602, message: 'invalid parameters' },
			},
		});
		expect(outputs.flat()).toEqual([]);
		expect(world.service.journal).toHaveLength(1);
	});

	it('goes on with the other items when the user chose so', async () => {
		const { item, items, outputs } = await runCryptoRpc(
			{ network, method: 'eth_call', params: '={{ [{ data: $json.data }] }}' },
			{
				continueOnFail: 'continueErrorOutput',
				items: [{ json: { data: '0xdead' } }, { json: { data: '0x' } }],
			},
		);
		expect(items.map(({ json }) => json.result)).toEqual([`0x${'0'.repeat(63)}1`]);
		expect(item.json).not.toHaveProperty('error');
		expect(outputs[1]?.[0]?.json.error).toBe(
			'The network answered eth_call with an error: execution reverted (code 3) [item 1 of 2]',
		);
	});

	it.each([
		['a broken connection', { cut: 'before' as const }],
		['an answer that got lost', { cut: 'before' as const, processed: true }],
		['502', { status: 502, body: { error: 'Bad gateway' } }],
		['504', { status: 504, body: { error: 'Too slow' } }],
		['500', { status: 500, body: { error: 'Upstream failed' } }],
	])('repeats the call under the same key after %s', async (_name, fault) => {
		world.service.fault({ path, ...fault });
		const { error } = await runCryptoRpc({ network, method: 'eth_chainId' });
		expect(error).toBeUndefined();
		expect(world.service.journal).toHaveLength(2);
		expect(new Set(keys()).size).toBe(1);
		expect(world.service.ledger).toHaveLength(1);
	});

	it('waits for a call of the same user in another process of n8n', async () => {
		jest.spyOn(clock, 'sleep').mockImplementation(async () => await pause(50));
		jest.spyOn(clock, 'now').mockImplementation(() => Date.now() * 25);
		const options = { retriesAndLimits: { maxWait: 600 } };
		const run = { node, parameters: { network, method: 'eth_chainId', options } };
		world.service.fault({ path, delayMs: 400 });
		const first = world.run({ ...run, executionId: '1' });
		while (world.service.journal.length === 0) await pause(5);
		pacerByAccount.clear();
		const results = await Promise.all([first, world.run({ ...run, executionId: '2' })]);
		expect(results.map(({ error }) => error)).toEqual([undefined, undefined]);
		expect(results.map(({ outputs }) => outputs[0]?.[0]?.json.result)).toEqual(['0x1', '0x1']);
		expect(world.service.journal.map(({ status }) => status)).toContain(429);
		expect(world.service.ledger).toHaveLength(2);
	});

	it.each([
		['until the reset that a 429 names', '0', 60_000, 150_000],
		['only briefly for another call of the same user', '80', 400, 30_000],
	])('waits %s', async (_name, remaining, least, most) => {
		world.service.fault({
			path,
			status: 429,
			body: { error: 'Busy', customMessage: 'One at a time' },
			headers: {
				'x-ratelimit-remaining': remaining,
				'x-ratelimit-reset': String(Math.ceil(Date.now() / 1000) + 100),
			},
		});
		const { error } = await runCryptoRpc({ network, method: 'eth_chainId' });
		expect(error).toBeUndefined();
		expect(new Set(keys()).size).toBe(1);
		expect(world.waited).toBeGreaterThan(least);
		expect(world.waited).toBeLessThan(most);
	});

	it('says which cap tripped when it gives up', async () => {
		world.service.fault({
			path,
			status: 429,
			times: 9,
			body: { error: 'Rate limit exceeded', customMessage: 'Daily credits used up' },
			headers: {
				'x-ratelimit-remaining': '0',
				'x-ratelimit-reset': String(Math.ceil(Date.now() / 1000) + 9000),
			},
		});
		const { error } = await runCryptoRpc({ network, method: 'eth_chainId' });
		expect(error?.message).toMatch(
			/^The rate limit is reached: Rate limit exceeded · Daily credits used up \(tried 2 times in 6\d(\.\d)? s; the next try would have to wait about 3 hours/,
		);
		expect(error).toMatchObject({ httpCode: '429' });
	});

	it('makes an error of an answer that is neither result nor error', async () => {
		world.service.fault({ path, status: 200, body: { jsonrpc: '2.0', id: 1 } });
		const { error } = await runCryptoRpc({ network, method: 'eth_chainId' });
		expect(error?.message).toBe(
			'The service answered with neither a result nor an error; the call may have been charged',
		);
	});
});
