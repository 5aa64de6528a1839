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
const [A, B, C] = [1, 2, 3].map((one) => [one, one]);
const answer = (indexes: unknown[], vectors: unknown[]) => {
	const data = indexes.map((index, at) => ({ object: 'embedding', index, embedding: vectors[at] }));
	player.reply = () => ({ pieces: [JSON.stringify({ object: 'list', model: 'm', data })] });
	player.asked.length = 0;
};

describe.each(Object.keys(WAYS))('vectors for %s', (way) => {
	it.each<[string, unknown[], unknown[]?]>([
		['every number is 0', [0, 0, 0]],
		['the numbers begin at 1', [1, 2, 3]],
		['a number is missing', [0, undefined, 2]],
		['a number is null', [0, null, 2]],
		['a number comes twice', [0, 1, 1]],
		['a number is negative', [-1, 0, 1]],
		['a number has a fraction', [0, 0.5, 1]],
		['there is one too many', [0, 1, 2, 3], [A, B, C, C]],
	])('are refused where %s', async (_what, indexes, vectors = [A, B, C]) => {
		answer(indexes, vectors);
		await expect(WAYS[way]?.()).rejects.toThrow(/embedding/i);
		expect(player.asked).toHaveLength(1);
	});

	it.each<[string, unknown[], unknown[]?]>([
		['there is one too few', [0, 2], [A, C]],
		['one has no numbers', [0, 1, 2], [A, [], C]],
		['one is all zeros', [0, 1, 2], [A, [0, 0], C]],
		['one is shorter', [0, 1, 2], [A, [2], C]],
	])('are kept from each other where %s', async (_what, indexes, vectors = [A, B, C]) => {
		answer(indexes, vectors);
		const kept = [A, null, C];
		if (way !== 'store') expect(await WAYS[way]?.()).toEqual(kept);
		else {
			const error: unknown = await WAYS.store?.().catch((reason: unknown) => reason);
			expect(error).toMatchObject({ message: expect.stringContaining('embedding of text 2 of 3') });
			expect(JSON.stringify(error)).toContain(JSON.stringify(kept));
		}
		expect(player.asked).toHaveLength(1);
	});

	it.each<[string, unknown[], unknown[]?]>([
		['in their order', [0, 1, 2]],
		['in another order', [2, 0, 1], [C, A, B]],
		['with numbers that are text', ['1', '0', '2'], [B, A, C]],
		['without numbers', [undefined, undefined, undefined]],
	])('belong to their texts %s', async (_how, indexes, vectors = [A, B, C]) => {
		answer(indexes, vectors);
		expect(await WAYS[way]?.()).toEqual([A, B, C]);
	});
});
