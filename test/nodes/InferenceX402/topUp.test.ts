import { InferenceX402 } from '../../../nodes/InferenceX402/InferenceX402.node';
import { withService, WALLETS } from '../withService';
import { paymentHeaders, topUpRuns } from './topUpRuns';

const world = withService();
const node = new InferenceX402();
const solana = WALLETS.solana.address;
const rpc = () => ({ rpcUrl: `${world.service.url}/crypto/rpc/solana-mainnet` });
const payments = () => paymentHeaders(world);
const topUp = topUpRuns(world);

describe('Inference X402: Top Up', () => {
	it('pays the advertised amount once on Base and says what came of it', async () => {
		const { item } = await topUp();
		expect(item.json).toEqual({
			walletAddress: WALLETS.evm.address,
			network: 'eip155:8453',
			amountUsd: 5,
			receiver: expect.stringMatching(/^0x/),
			amountCredited: 5,
			balanceUsd: 5,
			paymentId: expect.any(String),
			transaction: expect.any(String),
			confirmedBy: 'answer',
		});
		expect(world.service.payments).toHaveLength(1);
		const [asked, paid] = world.service.requests('/x402/top-up');
		for (const name of ['authorization', 'sign-in-with-x']) {
			expect(asked?.headers[name]).toBeUndefined();
			expect(paid?.headers[name]).toBeUndefined();
		}
	});

	it('pays on Solana with a block hash from the RPC of the service', async () => {
		world.service.credit(solana, 1);
		const access = { network: 'solana', privateKey: WALLETS.solana.privateKey };
		const { item } = await topUp({}, access);
		expect(item.json).toMatchObject({ walletAddress: solana, amountCredited: 5 });
		expect(world.service.payments).toEqual([expect.objectContaining({ payer: solana })]);
	});

	it('says that an empty wallet needs another RPC for its first top-up', async () => {
		const access = { network: 'solana', privateKey: '05'.repeat(32) };
		const { error } = await topUp({}, access);
		expect(error?.message).toMatch(/^Nothing was signed: the RPC of the service refused/);
		expect(error?.description).toContain('Set the option Solana RPC URL');
		const other = await topUp({ options: { rpcUrl: 'rpc.example.com' } }, access);
		expect(other.error?.message).toMatch(
			/^Solana RPC URL must be a whole address that starts with https/,
		);
		const unpaid = await topUp({ options: rpc() }, access);
		expect(unpaid.error).toBeDefined();
		expect(payments()).toEqual([]);
	});

	it('a dry run only shows what would be signed', async () => {
		const { item } = await topUp({ dryRun: true, amount: 7.5 });
		expect(item.json).toMatchObject({ dryRun: true, amountUsd: 7.5 });
		expect(payments()).toEqual([]);
		expect(world.service.payments).toEqual([]);
	});

	it('pays a chosen amount within the maximum', async () => {
		const { item } = await topUp({ maxAmount: 20, amount: 12.25 });
		expect(item.json).toMatchObject({ amountUsd: 12.25, amountCredited: 12.25 });
	});

	it.each([
		[{ amount: 11 }, /^Amount to Pay \(USD\) is 11, more than the 10 of Never Pay More Than/],
		[
			{ maxAmount: 0 },
			/^Never Pay More Than \(USD\) must be a number of at least 5, but 0 was given/,
		],
		[
			{ amount: 7, maxAmount: 6 },
			/^Amount to Pay \(USD\) is 7, more than the 6 of Never Pay More Than/,
		],
		[{ amount: 2 }, /^Amount to Pay \(USD\) must be a number of at least 5, but 2 was given/],
		[
			{ options: { receiver: '0x000000000000000000000000000000000000dEaD' } },
			/^Nothing was signed: .*receiver/i,
		],
	])('refuses %j and signs nothing', async (parameters, sentence) => {
		const { error } = await topUp(parameters);
		expect(error?.message).toMatch(sentence);
		expect(payments()).toEqual([]);
	});

	it.each([
		['another status', { status: 200, body: {} }],
		['a redirect', { status: 302, body: {}, headers: { location: 'https://elsewhere.example' } }],
		['another version', { status: 402, body: { x402Version: 1, accepts: [] } }],
		['no options', { status: 402, body: { x402Version: 2, accepts: [] } }],
	])('signs nothing after %s', async (_name, fault) => {
		world.service.fault({ path: '/x402/top-up', ...fault });
		const { error } = await topUp();
		expect(error?.message).toMatch(/^Nothing was signed/);
		expect(payments()).toEqual([]);
	});

	it('sends the very same payment again after a time-out behind the service, and pays once', async () => {
		world.service.fault({
			path: '/x402/top-up',
			header: 'payment-signature',
			status: 504,
			body: { error: 'Too slow' },
			processed: true,
		});
		const { item } = await topUp();
		expect(new Set(payments()).size).toBe(1);
		expect(payments().length).toBeGreaterThan(1);
		expect(world.service.payments).toHaveLength(1);
		expect(item.json).toMatchObject({ balanceUsd: 5 });
	});

	it('cannot pay twice when the same execution runs the node again', async () => {
		const { keptData } = await topUp({}, {}, { executionId: 'repeated' });
		const again = await topUp({}, {}, { executionId: 'repeated', keptData });
		expect(again.error).toBeUndefined();
		expect(new Set(payments()).size).toBe(1);
		expect(world.service.payments).toHaveLength(1);
	});

	it('says what to do when nothing confirmed the payment', async () => {
		world.service.fault({
			path: '/x402/top-up',
			header: 'payment-signature',
			status: 504,
			times: 9,
		});
		const { error } = await topUp();
		expect(error?.message).toMatch(
			/^The top-up was not confirmed: .*Unknown whether it was settled: the transaction list shows no/,
		);
		expect(error?.description).toMatch(/^Wait until \d{4}-.* the Retry button of this execution/);
		expect(new Set(payments()).size).toBe(1);
	});
});

describe('a top-up that is not filled in', () => {
	const suggest = (suggestedTopUpUsd: unknown, times = 2) =>
		world.service.fault({
			...{ path: /balance/, status: 200, times },
			body: { data: { balanceUsd: 0, minimumTopUpUsd: 5, suggestedTopUpUsd } },
		});

	it.each([true, false])('pays what the service suggests, with Dry Run %s', async (dryRun) => {
		const { item } = await topUp({ amount: '', dryRun });
		expect(item.json).toMatchObject({ amountUsd: 10 });
		expect(item.json?.amountFrom).toBe(dryRun ? 'suggestion' : undefined);
		expect(item.json?.neverMoreThanUsd).toBe(dryRun ? 10 : undefined);
		expect(world.service.payments).toMatchObject(dryRun ? [] : [{ amountUsd: 10 }]);
	});

	it.each([
		[3, 5],
		[null, 5],
		[0, 5],
		[7.25, 7.25],
	])('takes a suggestion of %j as %d USD', async (suggested, amountUsd) => {
		suggest(suggested);
		const { item } = await topUp({ amount: '', dryRun: true });
		expect(item.json).toMatchObject({ amountUsd });
	});

	it('signs nothing where the suggestion is more than the maximum', async () => {
		suggest(12);
		const { error } = await topUp({ amount: '' });
		expect(error?.message).toBe(
			'Nothing was signed: the service suggests to pay 12 USD, more than the 10 of Never Pay More Than (USD)',
		);
		expect(payments()).toEqual([]);
	});

	it('signs nothing where all items together would pay more than the maximum', async () => {
		const { error } = await topUp({ amount: '' }, {}, { items: [{ json: {} }, { json: {} }] });
		expect(error?.message).toMatch(/^Nothing was signed: 2 top-ups cost at least 15 USD/);
		expect(payments()).toEqual([]);
	});

	it('asks for the amount before anything is sent', async () => {
		const { error } = await topUp({ maxAmount: '' });
		expect(error?.message).toBe('Never Pay More Than (USD) must not be empty');
		expect(world.service.journal).toEqual([]);
	});

	it('pays nothing until Dry Run is turned off', () => {
		const field = (name: string) => node.description.properties.find((one) => one.name === name);
		expect(field('dryRun')?.default).toBe(true);
		expect(field('maxAmount')?.default).toBe(10);
	});
});
