import type { IExecuteContextData, INodeType } from 'n8n-workflow';

import type { Embedder } from '../../../lib/chat/agents/embedder';
import { chargesSeen } from '../../../lib/cost/seenCharges';
import { EmbeddingsInference } from '../../../nodes/EmbeddingsInference/EmbeddingsInference.node';
import { LmChatInference } from '../../../nodes/LmChatInference/LmChatInference.node';
import { files, itemWith, typed } from '../../coverage/given';
import { supply } from '../../engine/supply';
import { inGroups, withOptions } from '../../engine/withOptions';
import { sample } from '../../rounds';
import { withService } from '../withService';
import { canDiffer, chat, PAID_CASES, rpc } from './paidCases';

const ask = {
	prompt: '=Good or bad? Review {{ $json.at }}: it works.',
	model: typed('text-basic'),
	options: { maxCompletionTokens: 5 },
};
const items = (count: number) => Array.from({ length: count }, (_, at) => ({ json: { at } }));
const CAPS = [1, 2, 3, 7, 20];
const IN_FLIGHT = [1, 2, 5, 19];

const OWN_TOKENS = [0, 900, 1_700, 2_400];

describe.each(OWN_TOKENS)('a service that bills %i tokens of its own', (own) => {
	const world = withService({ ownInstructionTokens: own });
	const run = async (count: number, settings: Record<string, number | boolean> = {}) =>
		await world.run({
			...{ node: chat, items: items(count), continueOnFail: 'continueRegularOutput' },
			parameters: withOptions(ask, inGroups(settings)),
		});

	const rows = CAPS.flatMap((calls) => IN_FLIGHT.map((inFlight) => ({ calls, inFlight })));
	it.each(sample(rows, 5, OWN_TOKENS.indexOf(own)))(
		'a cap of $calls calls holds with $inFlight in flight',
		async ({ calls, inFlight }) => {
			await run(1);
			const one = world.spent;
			world.service.reset();
			chargesSeen.clear();
			const cap = Number((one * calls * 1.001).toFixed(10));
			const { outputs } = await run(calls + 21, {
				maxCostPerRun: cap,
				maxConcurrentRequests: inFlight,
			});
			expect(world.spent).toBeLessThanOrEqual(cap);
			const errors = outputs[0]?.flatMap(({ json }) => json.error ?? []) ?? [];
			expect(errors.length).toBe(calls + 21 - world.service.ledger.length);
			if (own >= 1_700 && calls > 2) {
				expect(world.service.ledger.length).toBeGreaterThanOrEqual(calls - 1);
				const [, usual] = /usually costs ([\d.e-]+) USD/.exec(String(errors[0])) ?? [];
				expect(Number(usual)).toBeCloseTo(one, 5);
			}
		},
	);

	it('an estimate is right once a call was answered, and says before what it assumes', async () => {
		const dry = async () =>
			(await run(1, { dryRun: true })).item.json as {
				estimate: { amount: number };
				estimateNote: string;
			};
		expect((await dry()).estimateNote).toMatch(
			/^Assumes about 1,750 tokens that the service adds, such as its own instructions, an answer of 5 tokens$/,
		);
		await run(1);
		const { estimate } = await dry();
		expect(estimate.amount).toBeGreaterThan(world.spent / 2);
		expect(estimate.amount).toBeLessThan(world.spent * 2);
	});
});

describe('a cap for every paid operation', () => {
	const world = withService();
	it.each(PAID_CASES.filter(canDiffer))(
		'is not passed, and all go but one at most: $name',
		async (one) => {
			const { node, parameters, file } = one;
			const item = file ? itemWith({ data: files[file] }) : undefined;
			const many = (count: number) => (item ?? items(1)).flatMap((it) => Array(count).fill(it));
			const asked = { node, continueOnFail: 'continueRegularOutput' as const };
			await world.run({ ...asked, parameters, items: many(1) });
			const { spent } = world;
			world.service.reset();
			chargesSeen.clear();
			const cap = Number((spent * 2.5).toFixed(10));
			const limits = { maxCostPerRun: cap, maxConcurrentRequests: 4 };
			await world.run({
				...asked,
				parameters: withOptions(parameters, inGroups(limits)),
				items: many(6),
			});
			expect(world.spent).toBeLessThanOrEqual(cap);
			if (node === rpc) expect(world.spent).toBe(0);
			else expect(world.service.ledger.length).toBeGreaterThanOrEqual(1);
		},
	);

	it.each(PAID_CASES)('is not passed by the calls of an agent: $name', async (one) => {
		const { node, parameters, file } = one;
		const items = file && itemWith({ data: files[file] });
		await world.run({ node, parameters, items, asTool: true });
		const { spent } = world;
		world.service.reset();
		chargesSeen.clear();
		const cap = Number((spent * 2.5).toFixed(10));
		const contextData: IExecuteContextData = {};
		const call = async () =>
			await world.run({
				...{ node, items, asTool: true, contextData },
				parameters: withOptions(parameters, inGroups({ maxCostPerRun: cap })),
			});
		await Promise.all(Array.from({ length: 6 }, call));
		expect(world.spent).toBeLessThanOrEqual(cap);
		if (node === rpc) expect(world.spent).toBe(0);
		else expect(world.service.ledger.length).toBeGreaterThanOrEqual(1);
	});

	it('lets those of combined items go that it pays for', async () => {
		const { node = chat } = PAID_CASES.find(({ name }) => name === 'embeddings') ?? {};
		const asked = { node, continueOnFail: 'continueRegularOutput' as const, items: items(64) };
		const text = { model: typed('embedding-basic'), text: '={{ "Text " + $json.at }}' };
		await world.run({ ...asked, parameters: text });
		const cap = world.spent / 2;
		world.service.reset();
		chargesSeen.clear();
		await world.run({
			...{ ...asked, parameters: withOptions(text, inGroups({ maxCostPerRun: cap })) },
		});
		expect(world.spent).toBeLessThanOrEqual(cap);
		expect(world.spent).toBeGreaterThan(cap * 0.9);
	});
});

describe('a cap for the sub-nodes', () => {
	const world = withService();
	interface ChatModel {
		invoke(question: string): Promise<unknown>;
		stream(question: string): Promise<AsyncIterable<unknown>>;
	}
	const supplied = async <T>(node: INodeType, model: string, settings: object) =>
		await supply<T>({
			...{ ...world.access, node },
			parameters: { model: typed(model), options: inGroups({ ...settings }) },
		});
	const chatModel = async (settings: object) =>
		(await supplied<ChatModel>(new LmChatInference(), 'text-basic', settings)).response;
	const SUB_NODES = {
		'a chat model, whole': async (settings: object) => {
			const model = await chatModel(settings);
			return async (at: number) => void (await model.invoke(`Review ${at}`));
		},
		'a chat model, streamed': async (settings: object) => {
			const model = await chatModel(settings);
			return async (at: number) => {
				for await (const piece of await model.stream(`Review ${at}`)) void piece;
			};
		},
		embeddings: async (settings: object) => {
			const node = new EmbeddingsInference();
			const { response } = await supplied<Embedder>(node, 'embedding-basic', settings);
			return async (at: number) => void (await response.embedQuery(`Review ${at}: it works`));
		},
	};
	const rows = Object.entries(SUB_NODES).flatMap(([name, open]) =>
		CAPS.flatMap((calls) => [1, 19].map((inFlight) => ({ name, open, calls, inFlight }))),
	);

	it.each(sample(rows, 3))(
		'a cap of $calls calls holds with $inFlight in flight: $name',
		async ({ open, calls, inFlight }) => {
			const ask = await open({});
			await ask(0);
			const one = world.spent;
			world.service.reset();
			chargesSeen.clear();
			const cap = Number((one * calls * 1.1).toFixed(10));
			const askWithin = await open({ maxCostPerRun: cap });
			const next = Array.from({ length: calls + 20 }, (_, at) => at).values();
			const caller = async () => {
				for (const at of next) await askWithin(at).catch(() => undefined);
			};
			await Promise.all(Array.from({ length: inFlight }, caller));
			expect(world.spent).toBeLessThanOrEqual(cap);
			expect(world.service.ledger.length).toBeGreaterThanOrEqual(calls - 1);
		},
	);
});

describe('Max Cost per Run of the credential', () => {
	const world = withService();
	it.each([
		['holds for a node without one', 1e-9, 0, false],
		['holds where the node allows more', 1e-9, 5, false],
		['yields to a smaller one of the node', 5, 1e-9, false],
		['leaves the node alone where it is 0', 0, 0, true],
	])('the cap: %s', async (_name, ofCredential, ofNode, isSent) => {
		const { error } = await world.run({
			...world.accessWith({ maxCostPerRun: ofCredential }),
			node: chat,
			parameters: withOptions(ask, { cost: { maxCostPerRun: ofNode } }),
			items: items(1),
		});
		expect(world.service.ledger).toHaveLength(isSent ? 1 : 0);
		if (!isSent) expect(error?.message).toMatch(/0 USD of 1e-9 USD is left under Max Cost/);
	});

	it('closes where it cannot be read', async () => {
		const access = world.accessWith({ maxCostPerRun: 'five' });
		const { error } = await world.run({
			...access,
			node: chat,
			parameters: ask,
			items: items(1),
		});
		expect(error?.message).toContain('Max Cost per Run (USD)');
		expect(world.service.ledger).toEqual([]);
	});
});
