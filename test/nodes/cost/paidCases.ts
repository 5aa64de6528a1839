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
	/** How many calls its item is; left out for one. */
	calls?: number;
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

const paid = (node: INodeType, name: string, parameters: INodeParameters): PaidCase => ({
	node,
	name,
	parameters,
});

/** Whether two equal items each get an answer of their own. */
export const canDiffer = ({ node, parameters: { operation } }: PaidCase): boolean =>
	node !== embeddings && !['transcribe', 'scrape', 'parse'].includes(String(operation));

/** One call of each kind whose price is known after it. */
export const PAID_CASES: PaidCase[] = [
	{ ...paid(chat, 'a chat', ask), reported: true },
	{
		...paid(chat, 'a chat that searches', {
			...ask,
			options: { webSearch: { enableWebSearch: 'on' } },
		}),
		reported: true,
	},
	{ ...paid(chat, 'a chat as it is', { ...ask, simplify: false }), reported: true },
	{
		...paid(chat, 'a chat that comes whole', { ...ask, options: { stream: false } }),
		reported: true,
	},
	paid(audio, 'speech of the default model', speak),
	paid(audio, 'speech of another model', {
		...speak,
		model: typed('tts-expressive'),
		voice: typed('Ember'),
		options: { outputFormat: 'wav' },
	}),
	{
		...paid(audio, 'speech from subtitles', {
			...speak,
			operation: 'generateFromSubtitles',
			subtitles: SUBTITLES,
		}),
		calls: 2,
	},
	{
		...paid(audio, 'a voice conversion', {
			...change,
			options: { maxWaitForCompletion: 1, onTimeout: 'item' },
		}),
		file: 'voice',
	},
	paid(audio, 'a long text', { ...speak, text: 'One sentence of a long text. '.repeat(300) }),
	{ ...paid(audio, 'a recording whose length the service does not tell', hear), file: 'voice' },
	{
		...paid(audio, 'a recording whose length it tells', { ...hear, model: typed('asr-words') }),
		file: 'voice',
	},
	paid(image, 'an image', { ...draw, model: typed('image-basic') }),
	paid(image, 'variants', { ...draw, model: typed('image-basic'), options: { variants: 3 } }),
	paid(image, 'an image of a tier', {
		...draw,
		model: typed('image-tiered'),
		options: { sizeAndQuality: { resolution: '2K' } },
	}),
	paid(image, 'an image of a quality', {
		...draw,
		model: typed('image-quality'),
		options: { sizeAndQuality: { resolution: '2K', quality: 'medium' } },
	}),
	paid(image, 'an image with a better prompt and a search', {
		...draw,
		model: typed('image-basic'),
		options: { enhancePrompt: true, enableWebSearch: true },
	}),
	{ ...paid(image, 'an edit of the default model', edit), file: 'photo' },
	{
		...paid(image, 'an edit of a tier', {
			...edit,
			model: typed('edit-layers'),
			options: { resolution: '2K' },
		}),
		file: 'photo',
	},
	{
		...paid(image, 'an edit of several images', {
			...edit,
			operation: 'editMultiple',
			model: typed('edit-basic'),
			images: {
				image: [1, 2, 3].map(() => ({ fileSource: 'binary', inputBinaryField: 'data' })),
			},
		}),
		file: 'photo',
	},
	{
		...paid(image, 'a larger image', { resource: 'image', operation: 'upscale', upscaleFactor: 4 }),
		file: 'photo',
	},
	paid(embeddings, 'embeddings', {
		model: typed('embedding-basic'),
		input: 'list',
		texts: ['Hello', 'Good night'],
	}),
	paid(decisions, 'decisions', {
		about: 'text',
		text: 'Please pay me back',
		questions: { question: [{ answerName: 'a', type: 'yesOrNo', instructions: 'A refund?' }] },
	}),
	...['music-basic', 'lab/music-effects', 'music-narration'].map((id) =>
		paid(audio, `a piece by ${id}`, { ...song, model: typed(id) }),
	),
	paid(video, 'a video', { ...film, model: typed('video-basic') }),
	paid(video, 'a silent video in high resolution', {
		...film,
		model: typed('video-basic'),
		options: { resolution: '1080p', audio: false },
	}),
	paid(web, 'a search', { resource: 'web', operation: 'search', query: 'library' }),
	paid(web, 'a page', { resource: 'page', operation: 'scrape', url: 'https://example.com/' }),
	{ ...paid(web, 'a document', { resource: 'document', operation: 'parse' }), file: 'report' },
	{
		...paid(rpc, 'a blockchain call', {
			resource: 'rpc',
			operation: 'call',
			network,
			method: 'eth_blockNumber',
		}),
		reported: true,
	},
	{
		...paid(rpc, 'a batch of blockchain calls', {
			...{ resource: 'rpc', operation: 'callBatch', network, input: 'json' },
			callsJson: '[{ "method": "eth_blockNumber" }, { "method": "eth_gasPrice" }]',
		}),
		reported: true,
	},
];
