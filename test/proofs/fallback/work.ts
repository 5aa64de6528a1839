import type { INodeParameters, INodeType } from 'n8n-workflow';
import { InferenceAudio } from '../../../nodes/InferenceAudio/InferenceAudio.node';
import { InferenceChat } from '../../../nodes/InferenceChat/InferenceChat.node';
import { InferenceImage } from '../../../nodes/InferenceImage/InferenceImage.node';

/** What a node does with each item. */
export interface Work {
	node: INodeType;
	parameters: INodeParameters;
}

const id = (value: string) => ({ mode: 'id', value });
const models = (...ids: string[]) => ({ model: ids.map((one) => ({ model: id(one) })) });
const settings = { retriesAndLimits: { maxWait: 60 } };

/** A chat, by the node or the chat model of an agent. */
export const CHAT: INodeParameters = {
	model: id('text-reasoning'),
	options: {
		...settings,
		fallback: {
			models: models('text-code', 'elsewhere-small', 'text-offline', 'text-basic', 'text-mini'),
			...{ maxInputPrice: 1, maxOutputPrice: 5 },
		},
	},
};

/** Among the fallback models of each are one that is too dear and one whose price is not known. */
export const WORK: Work[] = [
	{ node: new InferenceChat(), parameters: { ...CHAT, prompt: '={{ $json.mark }}' } },
	{
		node: new InferenceImage(),
		parameters: {
			...{ resource: 'image', operation: 'generate', prompt: '={{ $json.mark }}' },
			model: id('image-tiered'),
			options: {
				...settings,
				fallback: {
					models: models('image-quality', 'elsewhere-draw', 'image-ratio', 'image-basic'),
					maxImagePrice: 0.03,
				},
			},
		},
	},
	{
		node: new InferenceAudio(),
		parameters: {
			...{ resource: 'speech', operation: 'generate', text: '={{ $json.mark }}' },
			model: id('tts-cloning'),
			voice: id('hazel'),
			options: {
				...settings,
				fallback: {
					models: models('tts-persistent', 'tts-none', 'tts-expressive', 'tts-basic'),
					maxCharacterPrice: 15,
				},
			},
		},
	},
];
