import { Big } from 'big.js';
import type { INodeParameters, INodeType } from 'n8n-workflow';
import { InferenceAudio } from '../../../nodes/InferenceAudio/InferenceAudio.node';
import { InferenceChat } from '../../../nodes/InferenceChat/InferenceChat.node';
import { InferenceCryptoRpc } from '../../../nodes/InferenceCryptoRpc/InferenceCryptoRpc.node';
import { InferenceEmbeddings } from '../../../nodes/InferenceEmbeddings/InferenceEmbeddings.node';
import { InferenceImage } from '../../../nodes/InferenceImage/InferenceImage.node';
import { InferenceVideo } from '../../../nodes/InferenceVideo/InferenceVideo.node';
import { InferenceWeb } from '../../../nodes/InferenceWeb/InferenceWeb.node';
import { files, itemWith, typed } from '../../coverage/given';
import { letJobsGoOn } from '../jobTime';
import { withService } from '../withService';

const world = withService();
const [audio, chat, image] = [new InferenceAudio(), new InferenceChat(), new InferenceImage()];
const [video, web, rpc] = [new InferenceVideo(), new InferenceWeb(), new InferenceCryptoRpc()];
const embeddings = new InferenceEmbeddings();

interface Case {
	name: string;
	node: INodeType;
	parameters: INodeParameters;
	file?: keyof typeof files;
	reported?: true;
}

const draw = { resource: 'image', operation: 'generate', prompt: 'A lighthouse' };
const edit = { resource: 'image', operation: 'edit', prompt: 'At night' };
const song = { resource: 'music', operation: 'queue', prompt: 'Calm piano over distant rain' };
const film = { resource: 'video', operation: 'queue', prompt: 'A paper boat', duration: '5s' };
const speak = { resource: 'speech', operation: 'generate', text: 'Good morning, all of you' };
const hear = { resource: 'recording', operation: 'transcribe' };
const ask = { prompt: 'What is new?', model: typed('text-basic') };
const network = typed('ethereum-mainnet');

const CASES: Case[] = [
	{ name: 'a chat', node: chat, parameters: ask, reported: true },
	{
		name: 'a chat that searches',
		node: chat,
		parameters: { ...ask, serviceParameters: { enableWebSearch: 'on' } },
		reported: true,
	},
	{ name: 'a chat as it is', node: chat, parameters: { ...ask, simplify: false }, reported: true },
	{
		name: 'a streamed chat',
		node: chat,
		parameters: { ...ask, options: { stream: true } },
		reported: true,
	},
	{ name: 'speech of the default model', node: audio, parameters: speak },
	{
		name: 'speech of another model',
		node: audio,
		parameters: {
			...speak,
			model: typed('tts-expressive'),
			voice: typed('Ember'),
			options: { responseFormat: 'wav' },
		},
	},
	{
		name: 'a long text',
		node: audio,
		parameters: { ...speak, text: 'One sentence of a long text. '.repeat(300) },
	},
	{
		name: 'a recording whose length the service does not tell',
		node: audio,
		parameters: hear,
		file: 'voice',
	},
	{
		name: 'a recording whose length it tells',
		node: audio,
		parameters: { ...hear, model: typed('asr-words') },
		file: 'voice',
	},
	{ name: 'an image', node: image, parameters: { ...draw, model: typed('image-basic') } },
	{
		name: 'variants',
		node: image,
		parameters: { ...draw, model: typed('image-basic'), options: { variants: 3 } },
	},
	{
		name: 'an image of a tier',
		node: image,
		parameters: { ...draw, model: typed('image-tiered'), sizeAndQuality: { resolution: '2K' } },
	},
	{
		name: 'an image of a quality',
		node: image,
		parameters: {
			...draw,
			model: typed('image-quality'),
			sizeAndQuality: { resolution: '2K', quality: 'medium' },
		},
	},
	{
		name: 'an image with a better prompt and a search',
		node: image,
		parameters: {
			...draw,
			model: typed('image-basic'),
			options: { enhancePrompt: true, enableWebSearch: true },
		},
	},
	{ name: 'an edit of the default model', node: image, parameters: edit, file: 'photo' },
	{
		name: 'an edit of a tier',
		node: image,
		parameters: { ...edit, model: typed('edit-layers'), options: { resolution: '2K' } },
		file: 'photo',
	},
	{
		name: 'an edit of several images',
		node: image,
		parameters: {
			...edit,
			operation: 'editMultiple',
			model: typed('edit-basic'),
			images: {
				image: [1, 2, 3].map(() => ({ fileSource: 'binary', inputBinaryField: 'data' })),
			},
		},
		file: 'photo',
	},
	{
		name: 'a larger image',
		node: image,
		parameters: { resource: 'image', operation: 'upscale', scale: 4 },
		file: 'photo',
	},
	{
		name: 'embeddings',
		node: embeddings,
		parameters: { model: typed('embedding-basic'), input: 'list', texts: ['Hello', 'Good night'] },
	},
	...['music-basic', 'lab/music-effects', 'music-narration'].map((id) => ({
		name: `a piece by ${id}`,
		node: audio,
		parameters: { ...song, model: typed(id) },
	})),
	{ name: 'a video', node: video, parameters: { ...film, model: typed('video-basic') } },
	{
		name: 'a silent video in high resolution',
		node: video,
		parameters: {
			...film,
			model: typed('video-basic'),
			options: { resolution: '1080p', audio: false },
		},
	},
	{
		name: 'a search',
		node: web,
		parameters: { resource: 'web', operation: 'search', query: 'library' },
	},
	{
		name: 'a page',
		node: web,
		parameters: { resource: 'page', operation: 'scrape', url: 'https://example.com/' },
	},
	{
		name: 'a document',
		node: web,
		parameters: { resource: 'document', operation: 'parse' },
		file: 'report',
	},
	{
		name: 'a blockchain call',
		node: rpc,
		parameters: { resource: 'rpc', operation: 'call', network, method: 'eth_blockNumber' },
		reported: true,
	},
	{
		name: 'a batch of blockchain calls',
		node: rpc,
		parameters: {
			...{ resource: 'rpc', operation: 'callBatch', network, input: 'json' },
			callsJson: '[{ "method": "eth_blockNumber" }, { "method": "eth_gasPrice" }]',
		},
		reported: true,
	},
];

const round = (amount: number) => Number(amount.toFixed(10));
const charged = () => round(world.service.ledger.reduce((sum, { usd }) => sum + usd, 0));

async function run({ node, parameters, file }: Case) {
	const result = await world.run({
		node,
		parameters,
		items: file && itemWith({ data: files[file] }),
	});
	expect(result.error).toBeUndefined();
	return { ...result, items: result.outputs[0] ?? [] };
}

describe('the cost in the output is that of the ledger', () => {
	it.each(CASES)('for $name', async (one) => {
		const { items, customData } = await run(one);
		expect(charged()).toBeGreaterThan(0);
		const costs = items.map(({ json }) => json.cost as Record<string, unknown>);
		if (one.parameters.simplify === false) expect(costs[0]?.usd).toBe(charged());
		else {
			expect(costs[0]).toEqual({
				amount: charged(),
				currency: 'USD',
				...(one.reported ? {} : { estimated: true }),
			});
			for (const cost of costs.slice(1)) expect(cost).toEqual({ amount: 0, currency: 'USD' });
		}
		expect(customData).toEqual({ inferenceCostUsd: new Big(charged()).toFixed() });
	});

	it('when a video is waited for', async () => {
		letJobsGoOn(world);
		const parameters = { ...film, operation: 'generate', model: typed('video-basic') };
		const { items } = await run({ name: '', node: video, parameters });
		expect(items[0]?.json).toMatchObject({ done: true, cost: { amount: charged() } });
	});
});

describe('a cost that is not known', () => {
	it.each([
		{
			name: 'a background that is removed',
			node: image,
			parameters: { resource: 'image', operation: 'removeBackground' },
			file: 'photo' as const,
		},
		{
			name: 'the transcript of a video',
			node: video,
			parameters: {
				...{ resource: 'recording', operation: 'transcribe' },
				url: 'https://video.example.com/watch?v=1',
			},
		},
	])('is null for $name, as nothing prices it', async (one) => {
		const { items, customData } = await run(one);
		expect(items[0]?.json.cost).toBeNull();
		expect(customData).toEqual({});
	});

	it('is null when the model list cannot be had, and the paid answer is there', async () => {
		world.service.fault({ path: '/models', status: 500, body: {}, times: 99 });
		const { items } = await run({ name: '', node: audio, parameters: speak });
		expect(items[0]?.json).toMatchObject({ cost: null, bytes: expect.any(Number) });
	});

	it('is null, and nothing is looked up, when the user does not track it', async () => {
		const parameters = { ...speak, retriesAndLimits: { trackCost: false } };
		const { items, customData } = await run({ name: '', node: audio, parameters });
		expect(items[0]?.json.cost).toBeNull();
		expect(customData).toEqual({});
		expect(world.service.requests('/models')).toEqual([]);
	});
});

describe('the total of an execution', () => {
	it('adds up all items, with one look at the model list', async () => {
		const items = ['One', 'Two', 'Three'].map((text) => ({ json: { text } }));
		const parameters = { ...speak, text: '={{ $json.text }}' };
		const { customData, error } = await world.run({ node: audio, parameters, items });
		expect(error).toBeUndefined();
		expect(world.service.ledger).toHaveLength(3);
		expect(customData).toEqual({ inferenceCostUsd: new Big(charged()).toFixed() });
		expect(world.service.requests('/models')).toHaveLength(1);
	});

	it('has what was paid for before an item failed', async () => {
		const items = [{ json: { method: 'eth_blockNumber' } }, { json: { method: 'eth_call' } }];
		const parameters = {
			resource: 'rpc',
			operation: 'call',
			network,
			method: '={{ $json.method }}',
		};
		const { customData } = await world.run({ node: rpc, parameters, items });
		expect(customData).toEqual({ inferenceCostUsd: new Big(charged()).toFixed() });
	});
});
