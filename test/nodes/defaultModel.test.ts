import type { INodeParameters, INodeType } from 'n8n-workflow';

import { EmbeddingsInference } from '../../nodes/EmbeddingsInference/EmbeddingsInference.node';
import { InferenceAudio } from '../../nodes/InferenceAudio/InferenceAudio.node';
import { InferenceChat } from '../../nodes/InferenceChat/InferenceChat.node';
import { InferenceEmbeddings } from '../../nodes/InferenceEmbeddings/InferenceEmbeddings.node';
import { InferenceDecisions } from '../../nodes/InferenceDecisions/InferenceDecisions.node';
import { InferenceImage } from '../../nodes/InferenceImage/InferenceImage.node';
import { InferenceVideo } from '../../nodes/InferenceVideo/InferenceVideo.node';
import { LmChatInference } from '../../nodes/LmChatInference/LmChatInference.node';
import { typed } from '../coverage/given';
import { picture } from '../service/media/picture';
import { withService } from './withService';

const world = withService();
const generate = world.runner(new InferenceImage(), {
	prompt: 'A pear',
	resource: 'image',
	operation: 'generate',
});
/** As n8n leaves it when the credential is changed. */
const empty = { __rl: true, mode: 'list', value: '' };
const url = `data:image/png;base64,${picture('png', { width: 300, height: 300 }, 'a').toString('base64')}`;

type Row = [
	name: string,
	node: INodeType,
	parameters: INodeParameters,
	path: string,
	model: string,
];

const rows: Row[] = [
	['chat', new InferenceChat(), { prompt: 'Hi' }, '/chat/completions', 'default'],
	[
		'image',
		new InferenceImage(),
		{ resource: 'image', operation: 'generate', prompt: 'A pear' },
		'/image/generate',
		'image-basic',
	],
	[
		'an edit',
		new InferenceImage(),
		{
			resource: 'image',
			operation: 'edit',
			prompt: 'Make it blue',
			fileSource: 'url',
			fileUrl: url,
		},
		'/image/edit',
		'edit-basic',
	],
	[
		'embeddings',
		new InferenceEmbeddings(),
		{ text: '=Hi {{ $itemIndex }}', options: { combineItems: false } },
		'/embeddings',
		'embedding-basic',
	],
	[
		'music',
		new InferenceAudio(),
		{ resource: 'music', operation: 'queue', prompt: 'A song' },
		'/audio/queue',
		'music-basic',
	],
	[
		'a quote for music',
		new InferenceAudio(),
		{ resource: 'music', operation: 'quote' },
		'/audio/quote',
		'music-basic',
	],
	[
		'video',
		new InferenceVideo(),
		{ resource: 'video', operation: 'queue', prompt: 'A boat', duration: typed('5s') },
		'/video/queue',
		'video-basic',
	],
	[
		'video from an image',
		new InferenceVideo(),
		{
			resource: 'video',
			operation: 'queue',
			prompt: 'A boat',
			duration: typed('5s'),
			options: { media: { medium: [{ usedAs: 'image_url', fileSource: 'url', fileUrl: url }] } },
		},
		'/video/queue',
		'video-image',
	],
	[
		'a quote for a video',
		new InferenceVideo(),
		{ resource: 'video', operation: 'quote', duration: typed('5s') },
		'/video/quote',
		'video-basic',
	],
];

it.each(rows)('%s without a model takes the default', async (...[, node, parameters, path, id]) => {
	const items = [{ json: {} }, { json: {} }];
	const { error } = await world.run({ node, items, parameters: { ...parameters, model: empty } });
	expect(error).toBeUndefined();
	expect(world.service.requests(path).map(({ body }) => body)).toEqual([
		expect.objectContaining({ model: id }),
		expect.objectContaining({ model: id }),
	]);
	expect(world.service.requests('/models').length).toBeLessThanOrEqual(1);
});

it('several images are combined by the cheapest model that can', async () => {
	const { error } = await world.run({
		node: new InferenceImage(),
		parameters: {
			resource: 'image',
			operation: 'editMultiple',
			prompt: 'Combine',
			images: { image: [{ fileSource: 'url', fileUrl: url }] },
			model: empty,
		},
	});
	expect(error).toBeUndefined();
	expect(world.service.requests('/image/multi-edit')[0]?.body).toMatchObject({
		modelId: 'edit-basic',
	});
});

it('nothing is sent when the default cannot be looked up, and the sentence says what to do', async () => {
	world.service.fault({ path: '/models', status: 500, times: 4 });
	const { error } = await generate({ model: empty });
	expect(error?.message).toMatch(
		/^Model is empty, and the default could not be determined: the list of models could not be loaded \(.*\)/,
	);
	expect(error?.description).toMatch(/^Try again later/);
	expect(world.service.requests('/image/generate')).toEqual([]);
});

it('an ID that is empty is refused, and nothing is looked up', async () => {
	const model = { __rl: true, mode: 'id', value: '={{ $json.modle }}' };
	const { error } = await generate({ model });
	expect(error?.message).toMatch(/^Model must not be empty/);
	expect(world.service.journal).toEqual([]);
});

describe('the first entry of a list', () => {
	const first = async (node: INodeType, method: string) => {
		const { results } = await world.search(node, method, { parameters: {} });
		return results[0];
	};

	it.each<[node: INodeType, method: string, name: string]>([
		[new InferenceImage(), 'searchImageModels', 'Default: Image Basic · $0.01 per image'],
		[new InferenceImage(), 'searchCombiningModels', 'Default: Edit Basic · $0.04 per edit'],
		[new InferenceImage(), 'searchEditModels', 'Default: Edit Basic · $0.04 per edit'],
		[new InferenceAudio(), 'searchMusicModels', 'Default: Music Basic · $0.10 to $0.20 per piece'],
		[new InferenceAudio(), 'searchSpeechModels', 'Default of the service'],
		[
			new InferenceAudio(),
			'searchTranscriptionModels',
			'Default of the service · not for subtitles',
		],
		[
			new InferenceVideo(),
			'searchVideoModels',
			'Default: Video Basic · text-to-video · price from Quote',
		],
		[
			new InferenceEmbeddings(),
			'searchEmbeddingModels',
			'Default: Embedding Basic · $0.10 per 1M tokens',
		],
		[
			new EmbeddingsInference(),
			'searchEmbeddingModels',
			'Default: Embedding Basic · $0.10 per 1M tokens',
		],
		[
			new InferenceChat(),
			'searchTextModels',
			'Default: Text Basic · $0.50 in / $2 out per 1M tokens · calls tools · 128k context',
		],
		[
			new LmChatInference(),
			'searchChatModels',
			'Default: Text Basic · $0.50 in / $2 out per 1M tokens · calls tools · 128k context',
		],
	])('%# is the default', async (node, method, name) => {
		expect(await first(node, method)).toEqual({ name, value: '' });
	});

	it.each<[list: string, node: INodeType, method: string, value: string]>([
		['for jobs, which have one', new InferenceAudio(), 'searchMusicJobModels', 'music-basic'],
		['of fallbacks', new InferenceChat(), 'searchFallbackModels', 'text-basic'],
		['of fallbacks', new LmChatInference(), 'searchFallbackModels', 'text-basic'],
		['of fallbacks', new InferenceImage(), 'searchFallbackModels', 'image-basic'],
		['of fallbacks', new InferenceAudio(), 'searchFallbackModels', 'tts-basic'],
		['of fallbacks', new InferenceDecisions(), 'searchFallbackModels', 'decision-basic'],
	])('is a model in the list %s (%#)', async (_list, node, method, value) => {
		expect(await first(node, method)).toMatchObject({ value });
	});
});
