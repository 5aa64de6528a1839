import { InferenceAudio } from '../../../nodes/InferenceAudio/InferenceAudio.node';
import { InferenceChat } from '../../../nodes/InferenceChat/InferenceChat.node';
import { InferenceCryptoRpc } from '../../../nodes/InferenceCryptoRpc/InferenceCryptoRpc.node';
import { InferenceEmbeddings } from '../../../nodes/InferenceEmbeddings/InferenceEmbeddings.node';
import { InferenceImage } from '../../../nodes/InferenceImage/InferenceImage.node';
import { InferenceVideo } from '../../../nodes/InferenceVideo/InferenceVideo.node';
import { InferenceWeb } from '../../../nodes/InferenceWeb/InferenceWeb.node';
import { letJobsGoOn } from '../jobTime';
import { typed } from '../../coverage/given';
import { withService, WALLETS } from '../withService';

const world = withService();
const run = world.runner(new InferenceChat());
const wallet = { authentication: 'wallet' };
const solana = WALLETS.solana.address;

const VIDEO = { model: typed('video-basic'), prompt: 'A boat', duration: typed('5s') };

const operations = [
	['chat', new InferenceChat(), { prompt: 'Hi' }],
	['chat that comes whole', new InferenceChat(), { prompt: 'Hi', options: { stream: false } }],
	['speech', new InferenceAudio(), { text: 'Hi' }],
	['image', new InferenceImage(), { model: typed('image-basic'), prompt: 'A boat' }],
	['video', new InferenceVideo(), { ...VIDEO, resource: 'video', operation: 'queue' }],
	[
		'embeddings',
		new InferenceEmbeddings(),
		{
			...{ model: typed('embedding-basic'), text: '={{ "Boat " + $itemIndex }}' },
			options: { combineItems: false },
		},
	],
	['web search', new InferenceWeb(), { resource: 'web', operation: 'search', query: 'boats' }],
	[
		'RPC',
		new InferenceCryptoRpc(),
		{ network: typed('ethereum-mainnet'), method: 'eth_blockNumber', params: '[]' },
	],
] as const;

describe.each([
	['Base', { network: 'evm' }, WALLETS.evm.address],
	['Solana', { network: 'solana', privateKey: WALLETS.solana.privateKey }, solana],
])('a wallet on %s', (_rail, data, address) => {
	it.each(operations)(
		'pays for %s, each request signed afresh',
		async (_name, node, parameters) => {
			world.service.credit(address, 50);
			const { error } = await world.run({
				...world.walletAccess(data),
				node,
				items: [{ json: {} }, { json: {} }],
				parameters: { ...wallet, ...parameters },
			});
			expect(error).toBeUndefined();
			const signed = world.service.journal.map(({ headers }) => headers['sign-in-with-x']);
			const sent = signed.filter((value) => value !== undefined);
			expect(new Set(sent).size).toBe(sent.length);
			expect(
				world.service.journal.every(({ headers }) => headers.authorization === undefined),
			).toBe(true);
			expect(world.service.ledger).toHaveLength(2);
		},
	);

	it.each(operations)(
		'reads what to do when %s cannot be paid',
		async (_name, node, parameters) => {
			const { error } = await world.run({
				...world.walletAccess(data),
				node,
				parameters: { ...wallet, ...parameters },
			});
			expect(error).toMatchObject({ httpCode: '402' });
			expect(error?.message).toMatch(/^The wallet does not have enough credit for this call/);
			expect(error?.description).toMatch(
				/Inference X402 > Top Up.*The balance is 0 USD\. A call needs at least 0\.1 USD/,
			);
			expect(error?.context).toMatchObject({
				currentBalanceUsd: 0,
				minimumBalanceUsd: 0.1,
				siwxChallenge: { info: { statement: expect.any(String) } },
			});
			expect(world.service.ledger).toEqual([]);
		},
	);
});

describe('a wallet', () => {
	it('signs each poll of its jobs again, and has at most five requests open', async () => {
		letJobsGoOn(world);
		world.service.credit(WALLETS.evm.address, 50);
		world.service.fault({ path: /^\/video/, delayMs: 30, times: 200 });
		const { items } = await world.run({
			...world.walletAccess(),
			node: new InferenceVideo(),
			items: Array.from({ length: 12 }, () => ({ json: {} })),
			parameters: {
				...wallet,
				...VIDEO,
				resource: 'video',
				operation: 'generate',
				options: { retriesAndLimits: { maxConcurrentRequests: 19 } },
			},
		});
		expect(items.map(({ json }) => json.done)).toEqual(Array(12).fill(true));
		const polls = world.service.requests('/video/retrieve');
		expect(polls.length).toBeGreaterThan(12);
		const signed = [...polls, ...world.service.requests('/video/queue')].map(
			({ headers }) => headers['sign-in-with-x'],
		);
		expect(signed).not.toContain(undefined);
		expect(new Set(signed).size).toBe(signed.length);
		expect(world.service.maxInFlight).toBeLessThanOrEqual(5);
		expect(world.service.ledger).toHaveLength(12);
	});

	it('never has more than five requests open', async () => {
		// The end of an answer comes in real time, and so must what waits for it.
		jest.restoreAllMocks();
		world.service.credit(WALLETS.evm.address, 50);
		world.service.fault({ path: '/chat/completions', delayMs: 100, times: 20 });
		const { error } = await run(
			{ ...wallet, prompt: 'Hi', options: { retriesAndLimits: { maxConcurrentRequests: 19 } } },
			{ ...world.walletAccess(), items: Array.from({ length: 20 }, () => ({ json: {} })) },
		);
		expect(error).toBeUndefined();
		expect(world.service.maxInFlight).toBeLessThanOrEqual(5);
	});

	it('has five open at the most also where answers are long in coming to their end', async () => {
		// The bodies come in real time, and so must what waits for them.
		jest.restoreAllMocks();
		world.service.credit(WALLETS.evm.address, 50);
		world.service.fault({ path: '/audio/speech', slow: { pieces: 6, everyMs: 40 }, times: 40 });
		const speak = async () =>
			await world.run({
				...world.walletAccess(),
				node: new InferenceAudio(),
				items: Array.from({ length: 12 }, () => ({ json: {} })),
				parameters: {
					...wallet,
					text: 'Hi',
					options: { retriesAndLimits: { maxConcurrentRequests: 19 } },
				},
			});
		const runs = await Promise.all([speak(), speak()]);
		expect(runs.map(({ error }) => error)).toEqual([undefined, undefined]);
		expect(world.service.maxInFlight).toBeLessThanOrEqual(5);
	});

	it('shows what is left after the call', async () => {
		world.service.credit(WALLETS.evm.address, 50);
		const { item } = await run(
			{ ...wallet, prompt: 'Hi', options: { otherFields: { includeResponseMetadata: true } } },
			world.walletAccess(),
		);
		const { walletBalanceAfter } = item.json.responseMetadata as { walletBalanceAfter: number };
		expect(Math.floor(walletBalanceAfter)).toBe(49);
	});
});
