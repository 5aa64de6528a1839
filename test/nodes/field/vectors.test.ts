import type { IDataObject } from 'n8n-workflow';

import type { Embedder } from '../../../lib/chat/agents/embedder';
import { EmbeddingsInference } from '../../../nodes/EmbeddingsInference/EmbeddingsInference.node';
import { InferenceEmbeddings } from '../../../nodes/InferenceEmbeddings/InferenceEmbeddings.node';
import { typed } from '../../coverage/given';
import { supply } from '../../engine/supply';
import { byId } from '../LmChatInference/chatModel';
import { withService } from '../withService';
import { Player } from './player';

const world = withService();
const player = new Player(() => world.service.url);
beforeAll(async () => await player.start());
afterAll(async () => await player.stop());

const TEXTS = ['ant', 'bee', 'cow'];
const access = () => world.accessWith({ baseUrl: player.url });
const parameters = { model: typed('embedding-basic') };
/** The vectors of the texts, each way: by item, of one item with a list, for a vector store. */
const WAYS: Record<string, () => Promise<unknown>> = {
	async items() {
		const run = await world.run({
			...{ ...access(), node: new InferenceEmbeddings() },
			parameters: { ...parameters, text: '={{ $json.text }}' },
			items: TEXTS.map((text) => ({ json: { text } })),
			continueOnFail: 'continueRegularOutput',
		});
		const made = run.outputs[0] ?? [];
		if (made.every(({ json }) => json.error)) throw new Error(String(made[0]?.json.error));
		return made.map(({ json }) => (json.error ? null : vectorIn(json)));
	},
	async list() {
		const run = await world.run({
			...{ ...access(), node: new InferenceEmbeddings() },
			parameters: { ...parameters, input: 'list', texts: TEXTS },
		});
		if (run.error) throw new Error(run.error.message);
		return run.outputs[0]?.map(({ json }) => vectorIn(json));
	},
	async store() {
		const { response } = await supply<Embedder>({
			...access(),
			...{ node: new EmbeddingsInference(), parameters: { model: byId('embedding-basic') } },
		});
		return await response.embedDocuments(TEXTS);
	},
};
const vectorIn = ({ embedding, vector, problem }: IDataObject) =>
	problem === undefined ? (embedding ?? vector) : embedding;
const answer = (...entries: Array<[index: unknown, embedding: unknown]>) => {
	const data = entries.map(([index, embedding]) => ({ object: 'embedding', index, embedding }));
	player.reply = () => ({ pieces: [JSON.stringify({ object: 'list', model: 'm', data })] });
	player.asked.length = 0;
};
const [A, B, C] = [
	[1, 1],
	[2, 2],
	[3, 3],
];

describe.each(Object.keys(WAYS))('vectors for %s', (way) => {
	it.each<[string, Parameters<typeof answer>]>([
		[
			'every number is 0',
			[
				[0, A],
				[0, B],
				[0, C],
			],
		],
		[
			'the numbers begin at 1',
			[
				[1, A],
				[2, B],
				[3, C],
			],
		],
		[
			'a number is missing',
			[
				[0, A],
				[undefined, B],
				[2, C],
			],
		],
		[
			'a number is null',
			[
				[0, A],
				[null, B],
				[2, C],
			],
		],
		[
			'a number comes twice',
			[
				[0, A],
				[1, B],
				[1, C],
			],
		],
		[
			'a number is negative',
			[
				[-1, A],
				[0, B],
				[1, C],
			],
		],
		[
			'a number has a fraction',
			[
				[0, A],
				[0.5, B],
				[1, C],
			],
		],
		[
			'there is one too many',
			[
				[0, A],
				[1, B],
				[2, C],
				[3, C],
			],
		],
	])('are refused where %s', async (_what, entries) => {
		answer(...entries);
		await expect(WAYS[way]?.()).rejects.toThrow(/embedding/i);
		expect(player.asked).toHaveLength(1);
	});

	it.each<[string, Parameters<typeof answer>]>([
		[
			'there is one too few',
			[
				[0, A],
				[2, C],
			],
		],
		[
			'one has no numbers',
			[
				[0, A],
				[1, []],
				[2, C],
			],
		],
		[
			'one is all zeros',
			[
				[0, A],
				[1, [0, 0]],
				[2, C],
			],
		],
		[
			'one is shorter',
			[
				[0, A],
				[1, [2]],
				[2, C],
			],
		],
	])('are kept from each other where %s', async (_what, entries) => {
		answer(...entries);
		const kept = [A, null, C];
		if (way !== 'store') expect(await WAYS[way]?.()).toEqual(kept);
		else {
			const error: unknown = await WAYS.store?.().catch((reason: unknown) => reason);
			expect(error).toMatchObject({ message: expect.stringContaining('embedding of text 2 of 3') });
			expect(JSON.stringify(error)).toContain(JSON.stringify(kept));
		}
		expect(player.asked).toHaveLength(1);
	});

	it.each<[string, Parameters<typeof answer>]>([
		[
			'in their order',
			[
				[0, A],
				[1, B],
				[2, C],
			],
		],
		[
			'in another order',
			[
				[2, C],
				[0, A],
				[1, B],
			],
		],
		[
			'with numbers that are text',
			[
				['1', B],
				['0', A],
				['2', C],
			],
		],
		[
			'without numbers',
			[
				[undefined, A],
				[undefined, B],
				[undefined, C],
			],
		],
	])('belong to their texts %s', async (_how, entries) => {
		answer(...entries);
		expect(await WAYS[way]?.()).toEqual([A, B, C]);
	});
});
