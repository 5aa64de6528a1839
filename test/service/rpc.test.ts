import { call } from './client';
import { startService } from './service';
import { localService } from './underTest';

const local = localService();

const PATH = '/crypto/rpc/ethereum-mainnet';
const send = (body: unknown, headers: Record<string, string> = {}, path = PATH) =>
	local.call(path, { body, headers });
const BLOCK = { jsonrpc: '2.0', method: 'eth_blockNumber', params: [], id: 1 };

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
