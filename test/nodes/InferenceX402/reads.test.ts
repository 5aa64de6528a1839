import { InferenceX402 } from '../../../nodes/InferenceX402/InferenceX402.node';
import { withService, WALLETS } from '../withService';

const world = withService();
const node = new InferenceX402();
const address = WALLETS.evm.address;
const run = async (parameters: object, data = {}) =>
	await world.run({ ...world.walletAccess(data), node, parameters: { ...parameters } });

describe('Inference X402: reads', () => {
	it('shows the balance and the address, signed in by the wallet', async () => {
		world.service.credit(address, 12.5);
		const { item } = await run({ resource: 'balance', operation: 'get' });
		expect(item.json).toMatchObject({ balanceUsd: 12.5, canConsume: true });
		expect(String(item.json.walletAddress).toLowerCase()).toBe(address.toLowerCase());
		const [request] = world.service.journal;
		expect(request?.path).toBe(`/x402/balance/${address}`);
		expect(request?.headers['sign-in-with-x']).toBeDefined();
		expect(request?.headers.authorization).toBeUndefined();
	});

	it('sends the sign-in under its older name when asked', async () => {
		const { error } = await run({ resource: 'balance', operation: 'get' }, { legacyHeader: true });
		expect(error).toBeUndefined();
		expect(world.service.journal[0]?.headers['x-sign-in-with-x']).toBeDefined();
	});

	it('walks the transactions by offset, newest first', async () => {
		for (let count = 1; count <= 230; count++) world.service.credit(address, 1);
		const { item, items } = await run({
			resource: 'transaction',
			operation: 'getAll',
			returnAll: true,
		});
		expect(items).toHaveLength(230);
		expect(item.json).toMatchObject({ type: 'TOP_UP', balanceAfter: 230 });
		expect(world.service.journal.map(({ query }) => query.offset)).toEqual(['0', '100', '200']);
		const some = await run({
			resource: 'transaction',
			operation: 'getAll',
			limit: 3,
			options: { offset: 229 },
		});
		expect(some.outputs[0]).toHaveLength(1);
	});

	it('lists the payment options to read', async () => {
		const { items } = await run({ resource: 'paymentOption', operation: 'getAll' });
		expect(items.map(({ json }) => [json.rail, json.amountUsd])).toEqual([
			['evm', 5],
			['solana', 5],
		]);
		expect(world.service.payments).toEqual([]);
	});

	it.each([
		[
			{ privateKey: 'my secret words' },
			/Private Key of the credential is not a valid EVM private key/,
		],
		[{ privateKey: '' }, /no Private Key/],
		[{ network: 'solana', privateKey: 'zzz' }, /is not a valid Solana private key/],
	])('refuses %j without repeating it', async (data, sentence) => {
		const { error } = await run({ resource: 'balance', operation: 'get' }, data);
		expect(error?.message).toMatch(sentence);
		if (data.privateKey !== '') expect(JSON.stringify(error)).not.toContain(data.privateKey);
		expect(world.service.journal).toEqual([]);
	});
});
