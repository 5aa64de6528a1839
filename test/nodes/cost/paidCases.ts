import type { INodeParameters, INodeType } from 'n8n-workflow';
import { InferenceAudio } from '../../../nodes/InferenceAudio/InferenceAudio.node';
import { InferenceChat } from '../../../nodes/InferenceChat/InferenceChat.node';
import { InferenceCryptoRpc } from '../../../nodes/InferenceCryptoRpc/InferenceCryptoRpc.node';
import { InferenceDecisions } from '../../../nodes/InferenceDecisions/InferenceDecisions.node';
import { InferenceEmbeddings } from '../../../nodes/InferenceEmbeddings/InferenceEmbeddings.node';
import { InferenceImage } from '../../../nodes/InferenceImage/InferenceImage.node';
import { InferenceVideo } from '../../../nodes/InferenceVideo/InferenceVideo.node';
import { InferenceWeb } from '../../../nodes/InferenceWeb/InferenceWeb.node';
import { type files, typed } from '../../coverage/given';

export const [audio, chat, image] = [
	new InferenceAudio(),
	new InferenceChat(),
	new InferenceImage(),
];
export const [video, web, rpc] = [
	new InferenceVideo(),
	new InferenceWeb(),
	new InferenceCryptoRpc(),
];
const [embeddings, decisions] = [new InferenceEmbeddings(), new InferenceDecisions()];

/** A call that is charged, and the file that its item has. */
export interface PaidCase {
	name: string;
	node: INodeType;
	parameters: INodeParameters;
	file?: keyof typeof files;
	reported?: true;
}

const draw = { resource: 'image', operation: 'generate', prompt: 'A lighthouse' };
const edit = { resource: 'image', operation: 'edit', prompt: 'At night' };
const song = { resource: 'music', operation: 'queue', prompt: 'Calm piano over distant rain' };
export const film = {
	resource: 'video',
	operation: 'queue',
	prompt: 'A paper boat',
	duration: '5s',
};
export const speak = {
	resource: 'speech',
	operation: 'generate',
	text: 'Good morning, all of you',
};
const hear = { resource: 'recording', operation: 'transcribe' };
const SUBTITLES = JSON.stringify([
	{ start: 1, end: 4, text: 'Good morning' },
	{ start: 6, end: 9, text: 'All of you' },
]);
const change = { resource: 'voice', operation: 'convert' };
const ask = { prompt: 'What is new?', model: typed('text-basic') };
export const network = typed('ethereum-mainnet');

/** One call of each kind whose price is known after it. */
export const PAID_CASES: PaidCase[] = [
	{ name: 'a chat', node: chat, parameters: ask, reported: true },
	{
		name: 'a chat that searches',
		node: chat,
		parameters: { ...ask, options: { webSearch: { enableWebSearch: 'on' } } },
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
		name: 'speech from subtitles',
		node: audio,
		parameters: { ...speak, operation: 'generateFromSubtitles', subtitles: SUBTITLES },
	},
	{
		name: 'a voice conversion',
		node: audio,
		parameters: { ...change, options: { maxWaitForCompletion: 1, onTimeout: 'item' } },
		file: 'voice',
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
		parameters: {
			...draw,
			model: typed('image-tiered'),
			options: { sizeAndQuality: { resolution: '2K' } },
		},
	},
	{
		name: 'an image of a quality',
		node: image,
		parameters: {
			...draw,
			model: typed('image-quality'),
			options: { sizeAndQuality: { resolution: '2K', quality: 'medium' } },
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
		parameters: { resource: 'image', operation: 'upscale', upscaleFactor: 4 },
		file: 'photo',
	},
	{
		name: 'embeddings',
		node: embeddings,
		parameters: { model: typed('embedding-basic'), input: 'list', texts: ['Hello', 'Good night'] },
	},
	{
		name: 'decisions',
		node: decisions,
		parameters: {
			about: 'text',
			text: 'Please pay me back',
			questions: { question: [{ id: 'a', type: 'yesOrNo', instructions: 'A refund?' }] },
		},
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
