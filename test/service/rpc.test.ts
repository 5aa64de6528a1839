import { call } from './client';
import { startService } from './service';
import { localService } from './underTest';

const local = localService();

const PATH = '/crypto/rpc/ethereum-mainnet';
const send = (body: unknown, headers: Record<string, string> = {}, path = PATH) =>
	local.call(path, { body, headers });
const BLOCK = { jsonrpc: '2.0', method: 'eth_blockNumber', params: [], id: 1 };
const REVERT = { jsonrpc: '2.0', method: 'eth_call', params: [{ data: '0xdead' }], id: 2 };

it('networks are listed for anybody, in order', async () => {
	const { json } = await local.call('/crypto/rpc/networks', { key: null });
	const { networks } = json as { networks: string[] };
	expect(networks).toHaveLength(25);
	expect(networks).toEqual([...networks].sort());
	expect(networks).toContain('ethereum-mainnet');
});

describe('a call is refused', () => {
	it.each<[words: string, body: unknown]>([
		['', {}],
		['', []],
		['', { ...BLOCK, jsonrpc: '1.0' }],
		['', { ...BLOCK, params: { a: 1 } }],
		['', { ...BLOCK, id: null }],
		['', Array.from({ length: 101 }, () => BLOCK)],
		['eth_mine', { ...BLOCK, method: 'eth_mine' }],
		['eth_getLogs', { ...BLOCK, method: 'eth_newFilter' }],
		['subscriptions', { ...BLOCK, method: 'eth_subscribe' }],
		['keys', { ...BLOCK, method: 'eth_sign' }],
		['keys', { ...BLOCK, method: 'eth_accounts' }],
		['family', { ...BLOCK, method: 'getSlot' }],
	])('a call that is wrong is refused with 400 %s', async (words, body) => {
		const reply = await send(body);
		expect(reply.status).toBe(400);
		expect(reply.json).toMatchObject({ error: expect.stringContaining(words) });
		expect(local.service.ledger).toEqual([]);
	});

	it('a batch is refused as a whole, naming each bad method', async () => {
		const bad = [BLOCK, { method: 'eth_mine', id: 2 }, { method: 'eth_sign', id: 3 }];
		const { status, json } = await send(bad);
		expect(status).toBe(400);
		expect(json).toMatchObject({ error: expect.stringMatching(/eth_mine.*eth_sign/) });
	});

	it('a call is refused for its network, its key and its caller', async () => {
		expect((await send(BLOCK, {}, '/crypto/rpc/nowhere-mainnet')).status).toBe(400);
		expect((await send(BLOCK, { 'idempotency-key': 'with space' })).status).toBe(400);
		expect((await local.call(PATH, { body: BLOCK, key: null })).status).toBe(402);
		expect((await local.call(PATH, { body: BLOCK, key: local.service.keys.poor })).status).toBe(
			402,
		);
	});
});

describe('a call', () => {
	it('reports its credits and its cost, and is charged', async () => {
		const { json, headers } = await send(BLOCK);
		expect(json).toEqual({ jsonrpc: '2.0', id: 1, result: expect.stringMatching(/^0x/) });
		expect(headers).toMatchObject({
			'x-service-rpc-credits': '20',
			'x-service-rpc-cost-usd': '0.00001400',
			'x-request-id': expect.stringMatching(/^[0-9a-f]{32}$/),
		});
		expect(headers).not.toHaveProperty('x-ratelimit-limit');
		expect(local.service.ledger).toMatchObject([{ usd: 0.000014 }]);
	});

	it.each([
		['eth_gasPrice', 'ethereum-mainnet', '20'],
		['trace_block', 'ethereum-mainnet', '40'],
		['txpool_content', 'ethereum-mainnet', '80'],
		['eth_gasPrice', 'nimbus-mainnet', '30'],
		['getSlot', 'solana-mainnet', '30'],
		['getSupply', 'solana-mainnet', '120'],
	])('%s on %s is %s credits', async (method, network, credits) => {
		const { headers } = await send({ method, id: 1 }, {}, `/crypto/rpc/${network}`);
		expect(headers['x-service-rpc-credits']).toBe(credits);
	});

	it('may fail inside of a 200, for five credits', async () => {
		const { status, json, headers } = await send(REVERT);
		expect(status).toBe(200);
		expect(json).toMatchObject({ id: 2, error: { code: 3, message: 'execution reverted' } });
		expect(headers['x-service-rpc-credits']).toBe('5');
		const invalid = await send({ method: 'eth_getBalance', id: 1 });
		expect(invalid.json).toMatchObject({ error: { code: -32_602 } });
		const relay = await send({ method: 'eth_sendRawTransaction', params: ['zz'], id: 1 });
		expect(relay.json).toMatchObject({ error: { code: -32_000 } });
	});

	it('a call in a batch is known by its id alone', async () => {
		const { json, headers } = await send([BLOCK, REVERT, { ...BLOCK, id: 'c' }]);
		expect((json as Array<{ id: unknown }>).map(({ id }) => id)).toEqual(['c', 2, 1]);
		expect(headers['x-service-rpc-credits']).toBe('45');
		expect(local.service.ledger).toHaveLength(1);
	});
});

describe('an idempotency key', () => {
	const key = { 'idempotency-key': 'run-1_item-0' };

	it('returns the stored answer for the same body, without a charge', async () => {
		const first = await send(BLOCK, key);
		local.service.advance(60_000);
		const again = await send(BLOCK, key);
		expect(again.json).toEqual(first.json);
		expect(again.headers['idempotent-replayed']).toBe('true');
		expect(again.headers['x-request-id']).toBe(first.headers['x-request-id']);
		expect(first.headers).not.toHaveProperty('idempotent-replayed');
		expect(local.service.ledger).toHaveLength(1);
	});

	it('refuses another body, until a day has passed', async () => {
		await send(BLOCK, key);
		expect((await send(REVERT, key)).status).toBe(400);
		local.service.advance(86_400_000);
		expect((await send(REVERT, key)).status).toBe(200);
	});
});

describe('limits', () => {
	it('let a user make one call at a time', async () => {
		local.service.fault({ path: PATH, delayMs: 40 });
		const answers = await Promise.all([send(BLOCK), send(BLOCK)]);
		const refused = answers.find(({ status }) => status === 429);
		expect(answers.map(({ status }) => status).sort()).toEqual([200, 429]);
		expect(refused?.json).toMatchObject({
			customMessage: expect.stringContaining('still running'),
		});
		expect((await send(BLOCK)).status).toBe(200);
	});

	it('allow so many calls a minute, and say when the next may come', async () => {
		const other = await startService({ limits: { rpc: 2 } });
		const ask = () => call(other, PATH, { body: BLOCK });
		expect([(await ask()).status, (await ask()).status]).toEqual([200, 200]);
		const refused = await ask();
		expect(refused.status).toBe(429);
		expect(refused.json).toMatchObject({ customMessage: expect.stringContaining('minute') });
		expect(refused.headers).toMatchObject({
			'x-ratelimit-limit': '2',
			'x-ratelimit-remaining': '0',
			'x-ratelimit-reset': expect.stringMatching(/^\d{10}$/),
		});
		other.advance(60_000);
		expect((await ask()).status).toBe(200);
		await other.close();
	});
});
