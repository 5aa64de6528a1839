import type { IDataObject, INodeExecutionData, INodeParameters, INodeType } from 'n8n-workflow';

import { InferenceApiKeys } from '../../../nodes/InferenceApiKeys/InferenceApiKeys.node';
import { InferenceAudio } from '../../../nodes/InferenceAudio/InferenceAudio.node';
import { InferenceBilling } from '../../../nodes/InferenceBilling/InferenceBilling.node';
import { InferenceCharacters } from '../../../nodes/InferenceCharacters/InferenceCharacters.node';
import { InferenceChat } from '../../../nodes/InferenceChat/InferenceChat.node';
import { InferenceCryptoRpc } from '../../../nodes/InferenceCryptoRpc/InferenceCryptoRpc.node';
import { InferenceDecisions } from '../../../nodes/InferenceDecisions/InferenceDecisions.node';
import { InferenceEmbeddings } from '../../../nodes/InferenceEmbeddings/InferenceEmbeddings.node';
import { InferenceImage } from '../../../nodes/InferenceImage/InferenceImage.node';
import { InferenceModels } from '../../../nodes/InferenceModels/InferenceModels.node';
import { InferenceVideo } from '../../../nodes/InferenceVideo/InferenceVideo.node';
import { InferenceWeb } from '../../../nodes/InferenceWeb/InferenceWeb.node';

/** What earlier steps left for later ones. */
export interface Found {
	/** The cheapest model of a type by the list, or none. */
	cheapest(type: string): string | undefined;
	/** The items of a step by its name. */
	items(name: string): INodeExecutionData[];
}

export interface Step {
	name: string;
	node: INodeType;
	paid: boolean;
	/** The service lists no price, so that a cap would send nothing: it is one call. */
	unpriced?: boolean;
	/** The parameters, or why the step cannot be made. */
	parameters(found: Found): INodeParameters | string;
	/** The step whose items go in. */
	input?: string;
}

const id = (value: string) => ({ mode: 'id', value });

const withModel =
	(type: string, parameters: INodeParameters) =>
	(found: Found): INodeParameters | string => {
		const model = found.cheapest(type);
		return model === undefined
			? `the list has no model of type ${type} `
			: { ...parameters, model: id(model) };
	};

const free = (name: string, node: INodeType, parameters: INodeParameters): Step => ({
	...{ name, node, paid: false },
	parameters: () => parameters,
});

const first = (items: INodeExecutionData[], field: string): string | undefined => {
	const value = (items[0]?.json as IDataObject | undefined)?.[field];
	return typeof value === 'string' ? value : undefined;
};

const models = new InferenceModels();
const billing = new InferenceBilling();
const audio = new InferenceAudio();
const image = new InferenceImage();
const video = new InferenceVideo();
const web = new InferenceWeb();
const rpc = new InferenceCryptoRpc();

/** The types of models that are listed, since later steps choose from them. */
export const MODEL_TYPES = [
	'text',
	'image',
	'tts',
	'asr',
	'embedding',
	'video',
	'music',
	'decision',
];

/** One run of each group of operations that a key can use, with the smallest input, those that are free first. */
export const STEPS: Step[] = [
	...MODEL_TYPES.map((type) =>
		free(`Models: list ${type}`, models, {
			...{ resource: 'model', operation: 'getAll', type, returnAll: true },
		}),
	),
	{
		...{ name: 'Models: one model', node: models, paid: false },
		parameters: withModel('text', { resource: 'model', operation: 'get' }),
	},
	free('Characters: list', new InferenceCharacters(), {
		...{ resource: 'character', operation: 'getAll', returnAll: false, limit: 1 },
	}),
	free('Billing: balance', billing, { resource: 'balance', operation: 'get' }),
	free('Billing: rate limits', billing, { resource: 'rateLimit', operation: 'get' }),
	free('Billing: usage history', billing, {
		...{ resource: 'usage', operation: 'getAll', returnAll: false, limit: 10 },
	}),
	free('Billing: analytics', billing, { resource: 'usage', operation: 'getAnalytics' }),
	free('API Keys: list', new InferenceApiKeys(), {
		...{ resource: 'apiKey', operation: 'getAll', returnAll: false, limit: 1 },
	}),
	free('Crypto RPC: networks', rpc, {
		...{ resource: 'network', operation: 'getAll', returnAll: false, limit: 1 },
	}),
	{
		...{ name: 'Video: quote', node: video, paid: false },
		parameters: withModel('video', { resource: 'video', operation: 'quote' }),
	},
	{
		...{ name: 'Audio: quote for music', node: audio, paid: false },
		parameters: withModel('music', { resource: 'music', operation: 'quote' }),
	},
	{
		...{ name: 'Chat', node: new InferenceChat(), paid: true },
		parameters: withModel('text', {
			prompt: 'Hi',
			options: { maxCompletionTokens: 16, includeServiceSystemPrompt: false },
		}),
	},
	{
		...{ name: 'Decisions', node: new InferenceDecisions(), paid: true },
		parameters: withModel('decision', {
			...{ about: 'text', text: 'Where is my refund?' },
			questions: {
				question: [
					{ answerName: 'refund', type: 'yesOrNo', instructions: 'Is it about a refund?' },
				],
			},
		}),
	},
	{
		...{ name: 'Embeddings', node: new InferenceEmbeddings(), paid: true },
		parameters: withModel('embedding', { text: 'Hi' }),
	},
	{
		...{ name: 'Crypto RPC: call', node: rpc, paid: true, unpriced: true },
		parameters: (found) => {
			const network = first(found.items('Crypto RPC: networks'), 'network');
			return network === undefined
				? 'the service lists no network'
				: { network: id(network), resource: 'rpc', operation: 'call', method: 'eth_blockNumber' };
		},
	},
	{
		...{ name: 'Audio: speech', node: audio, paid: true },
		parameters: withModel('tts', { resource: 'speech', operation: 'generate', text: 'Hi' }),
	},
	{
		...{ name: 'Audio: transcription', node: audio, paid: true, input: 'Audio: speech' },
		parameters: withModel('asr', { resource: 'recording', operation: 'transcribe' }),
	},
	{
		...{ name: 'Image: generate', node: image, paid: true },
		parameters: withModel('image', { resource: 'image', operation: 'generate', prompt: 'A dot' }),
	},
	{
		...{ name: 'Web: search', node: web, paid: true },
		parameters: () => ({ resource: 'web', operation: 'search', query: 'n8n' }),
	},
	{
		...{ name: 'Image: upscale', node: image, paid: true, input: 'Image: generate' },
		parameters: () => ({ resource: 'image', operation: 'upscale', upscaleFactor: 2 }),
	},
	{
		...{ name: 'Audio: music', node: audio, paid: true },
		parameters: withModel('music', {
			...{ resource: 'music', operation: 'generate', prompt: 'One calm note' },
		}),
	},
	{
		...{ name: 'Video: generate', node: video, paid: true },
		parameters: withModel('video', {
			...{ resource: 'video', operation: 'generate', prompt: 'A dot' },
		}),
	},
];
