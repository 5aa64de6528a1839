import { randomBytes } from 'node:crypto';

import { AIMessage, HumanMessage, ToolMessage } from '@langchain/core/messages';

import type { Embedder } from '../../../lib/chat/agents/embedder';
import { EmbeddingsInference } from '../../../nodes/EmbeddingsInference/EmbeddingsInference.node';
import { InferenceChat } from '../../../nodes/InferenceChat/InferenceChat.node';
import { InferenceEmbeddings } from '../../../nodes/InferenceEmbeddings/InferenceEmbeddings.node';
import { InferenceWeb } from '../../../nodes/InferenceWeb/InferenceWeb.node';
import { typed } from '../../coverage/given';
import { supply } from '../../engine/supply';
import { whole } from '../../fixtures/field/wire';
import { byId, chatModel, tool } from '../LmChatInference/chatModel';
import { withService } from '../withService';
import { Player } from './player';

const world = withService();
const player = new Player(() => world.service.url);
beforeEach(() => {
	player.asked.length = 0;
});

const access = () => world.accessWith({ baseUrl: player.url });
const answers = (body: string) => {
	player.reply = () => ({ pieces: [body] });
};
const sent = () => player.asked.at(-1)?.body ?? {};

it('cuts no character in two in what the tool of an agent returns', async () => {
	const results = Array.from({ length: 9 }, (_, index) => ({
		...{ title: `Tree ${index}`, url: `https://example.com/${index}`, date: null },
		content: `${'t'.repeat(280 + index)}${'🌲'.repeat(500)}`,
	}));
	answers(JSON.stringify({ query: 'trees', results }));
	const { outputs } = await world.run({
		...access(),
		...{ node: new InferenceWeb(), asTool: true, parameters: { query: 'trees' } },
	});
	const texts = (outputs[0] ?? []).map(({ json }) => String(json.content));
	expect(texts.length).toBeGreaterThan(1);
	for (const text of texts) {
		expect(text).toContain('more characters');
		expect(text).not.toMatch(/\p{Surrogate}/u);
	}
});

describe('half a character in a text', () => {
	const half = 'tree \ud83c';
	const fixed = 'tree \ufffd';
	const vectors = JSON.stringify({
		data: [0, 1].map((index) => ({ index, embedding: [1, index] })),
	});

	it('does not go out in a prompt', async () => {
		answers(whole({ content: 'Yes' }));
		const parameters = { model: typed('text-basic'), prompt: half };
		await world.run({ ...access(), node: new InferenceChat(), parameters });
		expect(sent().messages).toEqual([{ role: 'user', content: fixed }]);
	});

	it('does not go out in the messages of an agent', async () => {
		answers(whole({ content: 'Yes' }));
		const { response } = await chatModel(access());
		await response.bindTools([tool('get_tree')]).invoke([
			new HumanMessage(half),
			new AIMessage({
				content: half,
				tool_calls: [{ id: 'q', name: 'get_tree', args: { kind: half } }],
			}),
			new ToolMessage({ tool_call_id: 'q', content: half }),
		]);
		expect(JSON.stringify(sent()).match(/\\\\?ud83c/)).toBeNull();
		expect(sent().messages).toMatchObject([
			{ content: fixed },
			{ content: fixed },
			{ content: fixed },
		]);
	});

	it('does not go out in documents to embed', async () => {
		answers(vectors);
		const { response } = await supply<Embedder>({
			...access(),
			...{ node: new EmbeddingsInference(), parameters: { model: byId('embedding-basic') } },
		});
		await response.embedDocuments([half, 'bush']);
		expect(sent().input).toEqual([fixed, 'bush']);
		const parameters = { model: typed('embedding-basic'), text: '={{ $json.text }}' };
		const items = [half, 'bush'].map((text) => ({ json: { text } }));
		await world.run({ ...access(), node: new InferenceEmbeddings(), items, parameters });
		expect(sent().input).toEqual([fixed, 'bush']);
	});
});

describe('a picture as the result of a tool', () => {
	// n8n counts the tokens of a message, which takes minutes where it is one long word.
	const data = randomBytes(90_000).toString('base64');
	const picture = { type: 'image', data, mimeType: 'image/png' };
	const text = { type: 'text', text: 'A plan of the garden' };
	const NOTE = /a file of about 90000 bytes.* was left out here/;

	it.each<[string, unknown]>([
		['alone', [picture]],
		['alone, as text', JSON.stringify([picture])],
		['by a data URL', [{ type: 'image_url', image_url: { url: `data:image/png;base64,${data}` } }]],
	])('%s is a note, as the service takes text only there', async (_how, content) => {
		expect(await resultOf(content)).toMatch(NOTE);
	});

	it.each<[string, string]>([
		['a data URL', `data:image/png;base64,${data}`],
		['Markdown', `Here it is: ![plan](data:image/png;base64,${data}) of 2026`],
		['JSON', `{"plan":"${data}"}`],
		['base64 in lines', data.replace(/.{76}/g, '$&\r\n')],
	])('is a note where it stands in a text as %s', async (_form, said) => {
		expect(await resultOf([{ type: 'text', text: said }])).toMatch(NOTE);
		expect(await resultOf(said)).toMatch(NOTE);
	});

	it('leaves the digits beside it', async () => {
		const said = `{"plan":"${data}","id":90071992547409931}`;
		expect(await resultOf(said)).toContain('90071992547409931');
	});

	it('leaves the text beside it', async () => {
		const result = await resultOf([text, picture]);
		expect(result).toMatch(NOTE);
		expect(result.split('\n')[0]).toBe('A plan of the garden');
		expect(await resultOf([picture, text])).toMatch(/left out here.*\nA plan of the garden$/s);
	});

	async function resultOf(content: unknown): Promise<string> {
		answers(whole({ content: 'Yes' }));
		const { response } = await chatModel(access());
		await response
			.bindTools([tool('get_plan')])
			.invoke([
				new HumanMessage('Show it'),
				new AIMessage({ content: '', tool_calls: [{ id: 'q', name: 'get_plan', args: {} }] }),
				new ToolMessage({ tool_call_id: 'q', content: content as string }),
			]);
		const [, , result] = sent().messages as Array<{ content: string }>;
		const { content: said = '' } = result ?? {};
		expect(said.length).toBeLessThan(400);
		return said;
	}
});
