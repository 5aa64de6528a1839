import type { INodeExecutionData, INodeParameters, INodeType } from 'n8n-workflow';
import { InferenceAudio } from '../../../nodes/InferenceAudio/InferenceAudio.node';
import { InferenceBilling } from '../../../nodes/InferenceBilling/InferenceBilling.node';
import { InferenceChat } from '../../../nodes/InferenceChat/InferenceChat.node';
import { InferenceCryptoRpc } from '../../../nodes/InferenceCryptoRpc/InferenceCryptoRpc.node';
import { InferenceEmbeddings } from '../../../nodes/InferenceEmbeddings/InferenceEmbeddings.node';
import { InferenceImage } from '../../../nodes/InferenceImage/InferenceImage.node';
import { InferenceModels } from '../../../nodes/InferenceModels/InferenceModels.node';

export type LoadName =
	'chat' | 'image' | 'speech' | 'embeddings' | 'rpc' | 'queue' | 'retrieve' | 'models' | 'history';

/** One kind of work: a node, its parameters, and how often an item of it is billed. */
export interface Load {
	node: INodeType;
	parameters: INodeParameters;
	/** Billed once when it is answered; a free one is never billed. */
	paid: boolean;
	/** Whether an item that came out of it is the answer that was asked for. */
	isAnswer(item: INodeExecutionData): boolean;
	/** Whether it is read in pages: those before a page that fails come out, and the error after them. */
	paged?: boolean;
}

const model = (value: string) => ({ mode: 'id', value });
const mark = '={{ $json.mark }}';
const hasFile = ({ binary, json }: INodeExecutionData) =>
	binary?.data !== undefined && Number(json.bytes) > 0;

/** Every paid request carries the mark of its item, so that the service's journal tells which item was billed. */
export const LOADS: Record<LoadName, Load> = {
	chat: {
		node: new InferenceChat(),
		parameters: { model: model('text-mini'), prompt: mark },
		paid: true,
		isAnswer: ({ json }) => typeof json.text === 'string' && json.text !== '',
	},
	image: {
		node: new InferenceImage(),
		parameters: {
			model: model('image-basic'),
			prompt: mark,
			options: { sizeAndQuality: { width: 64, height: 64 } },
		},
		paid: true,
		isAnswer: hasFile,
	},
	speech: {
		node: new InferenceAudio(),
		parameters: { resource: 'speech', operation: 'generate', text: mark },
		paid: true,
		isAnswer: hasFile,
	},
	embeddings: {
		node: new InferenceEmbeddings(),
		parameters: {
			model: model('embedding-basic'),
			text: mark,
			options: { combineItems: false },
		},
		paid: true,
		isAnswer: ({ json }) => Array.isArray(json.embedding) && json.embedding.length > 0,
	},
	rpc: {
		node: new InferenceCryptoRpc(),
		parameters: {
			network: { mode: 'id', value: 'ethereum-mainnet' },
			method: 'eth_getBalance',
			params: '["0x00000000219ab540356cBB839Cbe05303d7705Fa", "latest"]',
			options: { id: mark },
		},
		paid: true,
		isAnswer: ({ json }) => typeof json.result === 'string',
	},
	queue: {
		node: new InferenceAudio(),
		parameters: {
			resource: 'music',
			operation: 'queue',
			model: model('music-narration'),
			prompt: mark,
		},
		paid: true,
		isAnswer: ({ json }) => typeof json.queueId === 'string',
	},
	retrieve: {
		node: new InferenceAudio(),
		parameters: {
			resource: 'job',
			operation: 'retrieve',
			model: model('music-narration'),
			queueId: '={{ $json.queueId }}',
			waitForCompletion: true,
		},
		paid: false,
		isAnswer: (item) => item.json.done === true && hasFile(item),
	},
	models: {
		node: new InferenceModels(),
		parameters: { resource: 'model', operation: 'get', model: model('text-basic') },
		paid: false,
		isAnswer: ({ json }) => json.id === 'text-basic',
	},
	history: {
		node: new InferenceBilling(),
		parameters: { resource: 'usage', operation: 'getAll', limit: 25, options: { pageSize: 10 } },
		paid: false,
		paged: true,
		isAnswer: ({ json }) => typeof json.sku === 'string',
	},
};
