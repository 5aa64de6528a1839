import type { IExecuteContextData, INodeParameters, INodeType } from 'n8n-workflow';

import type { Embedder } from '../../../lib/chat/agents/embedder';
import { EmbeddingsInference } from '../../../nodes/EmbeddingsInference/EmbeddingsInference.node';
import { InferenceAudio } from '../../../nodes/InferenceAudio/InferenceAudio.node';
import { InferenceChat } from '../../../nodes/InferenceChat/InferenceChat.node';
import { InferenceEmbeddings } from '../../../nodes/InferenceEmbeddings/InferenceEmbeddings.node';
import { InferenceImage } from '../../../nodes/InferenceImage/InferenceImage.node';
import { LmChatInference } from '../../../nodes/LmChatInference/LmChatInference.node';
import { typed } from '../../coverage/given';
import { supply } from '../../engine/supply';
import { until } from '../../engine/until';
import { withService } from '../withService';
import { reportedInstead } from './reportedInstead';

const world = withService();
const ITEMS = 10;

/** Chats name no cost, as those of a deployment that does not bill. */
const nameNoCost = () =>
	world.service.fault({
		path: '/chat/completions',
		times: 99,
		rewriteAnswer: reportedInstead(undefined),
	});

/** Keeps the model list back until it is let go; what waits for it gives up ten times sooner. */
function holdModelList(): () => void {
	const { timeout } = AbortSignal;
	jest.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => timeout(Math.ceil(ms / 10)));
	let letGo = () => undefined as void;
	const isLetGo = new Promise<void>((resolve) => (letGo = resolve));
	world.service.fault({
		path: '/models',
		times: 9,
		rewriteAnswer: async (answer) => {
			await isLetGo;
			return answer;
		},
	});
	return () => letGo();
}

const lists = () => world.service.requests('/models').length;

const PAID: Array<[name: string, node: INodeType, parameters: INodeParameters]> = [
	['a chat', new InferenceChat(), { prompt: 'Hello', model: typed('text-basic') }],
	[
		'a speech',
		new InferenceAudio(),
		{ resource: 'speech', operation: 'generate', text: 'Hello', model: typed('tts-basic') },
	],
	[
		'embeddings',
		new InferenceEmbeddings(),
		{ input: 'text', text: 'Hello', model: typed('embedding-basic') },
	],
];

describe('a list of prices that is silent', () => {
	it('holds back no answer that is paid for, and the cost follows', async () => {
		nameNoCost();
		const letGo = holdModelList();
		// The list is let go only once the output is there.
		const results = await Promise.all(
			PAID.map(async ([, node, parameters]) => await world.run({ node, parameters })),
		);
		expect(world.service.ledger).toHaveLength(PAID.length);
		for (const { item, customData } of results) {
			const costUnknown = 'The price list did not arrive in time';
			expect(item.json).toMatchObject({ cost: null, costUnknown });
			expect(customData).toEqual({});
		}
		letGo();
		await until(() => results.every(({ customData }) => 'inferenceCostUsd' in customData));
		const named = results.map(({ customData }) => Number(customData.inferenceCostUsd));
		expect(named.reduce((sum, usd) => sum + usd)).toBeCloseTo(world.spent, 10);
	});

	it('is asked again when the item ends, for a text whose parts came before it', async () => {
		const letGo = holdModelList();
		world.service.fault({
			path: '/audio/speech',
			times: 9,
			rewriteAnswer: async (answer) => {
				if (world.service.requests('/audio/speech').length > 2) letGo();
				return answer;
			},
		});
		const [, node, parameters] = PAID[1] as (typeof PAID)[number];
		const text = 'One sentence of a long text. '.repeat(300);
		const { item } = await world.run({ node, parameters: { ...parameters, text } });
		expect(world.service.ledger.length).toBeGreaterThan(1);
		const { amount } = item.json.cost as { amount: number };
		expect(amount).toBeCloseTo(world.spent, 10);
	});

	it('names itself where a model is chosen by it, and no setting that does not govern it', async () => {
		const wait = globalThis.setTimeout;
		const sooner = (...[act, ms, ...more]: Parameters<typeof wait>) =>
			wait(act, ms === 10_000 ? 200 : ms, ...more);
		jest.spyOn(globalThis, 'setTimeout').mockImplementation(sooner as typeof wait);
		const letGo = holdModelList();
		const { error } = await world.run({
			node: new InferenceImage(),
			parameters: {
				...{ resource: 'image', operation: 'generate', prompt: 'A mug' },
				options: { retriesAndLimits: { timeout: 60 } },
			},
		});
		letGo();
		expect(error?.message).toContain('the list of models could not be loaded');
		expect(error?.message).toMatch(/tried 2 times in \d/);
		expect(error?.description).toMatch(/^Try again later, or choose a model by its ID/);
		expect(`${error?.message} ${error?.description}`).not.toContain('Timeout');
		expect(world.service.ledger).toEqual([]);
	});

	it('is asked for beside the call where the last answer of the account named no cost', async () => {
		nameNoCost();
		const [, node, parameters] = PAID[0] as (typeof PAID)[number];
		await world.run({ node, parameters });
		world.service.reset();
		// The answer comes only once the list was asked for.
		world.service.fault({
			path: '/chat/completions',
			rewriteAnswer: async (answer, entry) => {
				await until(() => lists() > 0);
				return await reportedInstead(undefined)(answer, entry);
			},
		});
		const { item } = await world.run({ node, parameters });
		expect(item.json.cost).toMatchObject({ estimated: true });
		await world.run({ node, parameters });
		const before = lists();
		await world.run({ node, parameters });
		expect(lists()).toBe(before);
	});

	it('does not hold back a picture whose model is chosen by its ID', async () => {
		const letGo = holdModelList();
		const { item } = await world.run({
			node: new InferenceImage(),
			parameters: {
				...{ resource: 'image', operation: 'generate', prompt: 'A cat' },
				...{ model: typed('image-basic') },
			},
		});
		expect(lists()).toBe(1);
		expect(item.binary).toBeDefined();
		letGo();
	});
});

describe('a sub-node that n8n makes for each item', () => {
	it.each([true, false])(
		'loads the list of prices once an execution at most (answers name their cost: %s)',
		async (namesCost) => {
			if (!namesCost) nameNoCost();
			const contextData: IExecuteContextData = {};
			for (let at = 0; at < ITEMS; at++) {
				const { response } = await supply<{ invoke(question: string): Promise<unknown> }>({
					...world.access,
					node: new LmChatInference(),
					contextData,
				});
				await response.invoke(`Question ${at}`);
			}
			expect(world.service.ledger).toHaveLength(ITEMS);
			expect(lists()).toBe(namesCost ? 0 : 1);
		},
	);

	it('loads it once for the embeddings of a vector store', async () => {
		const contextData: IExecuteContextData = {};
		for (let at = 0; at < ITEMS; at++) {
			const { response } = await supply<Embedder>({
				...world.access,
				node: new EmbeddingsInference(),
				parameters: { model: typed('embedding-basic') },
				contextData,
			});
			await response.embedQuery(`Text ${at}`);
		}
		expect(lists()).toBe(1);
	});
});
