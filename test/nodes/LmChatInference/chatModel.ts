import type { BaseChatModel } from '@langchain/core/language_models/chat_models';
import type { AIMessageChunk, BaseMessage } from '@langchain/core/messages';
import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { LmChatInference } from '../../../nodes/LmChatInference/LmChatInference.node';
import { supply, type SupplyOptions } from '../../engine/supply';

type Model = BaseChatModel & Required<Pick<BaseChatModel, 'bindTools'>>;

export const byId = (value: string) => ({ __rl: true, mode: 'id', value });

/** The model that the node hands to an agent. */
export async function chatModel(
	access: Pick<SupplyOptions, 'credentials' | 'credentialTypes'>,
	parameters: INodeParameters = {},
	more: Partial<SupplyOptions> = {},
) {
	const supplied = await supply<Model>({
		node: new LmChatInference(),
		...access,
		parameters: { model: byId('text-basic'), ...parameters },
		...more,
	});
	/** What n8n shows of each run of the node. */
	const shown = () =>
		(supplied.runData['Inference Chat Model'] ?? []).map((run) => {
			const json = run.data?.ai_languageModel?.[0]?.[0]?.json ?? {};
			return { ...json, error: run.error } as IDataObject;
		});
	/** What n8n notes beside the output of the last run. */
	const hints = () =>
		(supplied.runData['Inference Chat Model']?.at(-1)?.hints ?? []).map(({ message }) => message);
	return { ...supplied, shown, hints };
}

/** The pieces of a streamed answer, and the message that they make. */
export async function streamed(model: Pick<Model, 'stream'>, messages: BaseMessage[]) {
	const chunks: AIMessageChunk[] = [];
	for await (const chunk of await model.stream(messages)) chunks.push(chunk);
	const [first, ...rest] = chunks;
	if (first === undefined) throw new Error('Nothing was streamed');
	return { chunks, message: rest.reduce((sum, chunk) => sum.concat(chunk), first) };
}

interface Facts {
	usage: { prompt_tokens: number; completion_tokens: number; total_tokens: number };
	cost: { usd: number; diem: number };
}

/** Usage and cost that a message came with. */
export const factsOf = ({ response_metadata: facts }: BaseMessage) => facts as unknown as Facts;

/** A tool as an agent offers it. */
export const tool = (name: string, properties: object = {}) => ({
	name,
	description: `Does ${name}`,
	schema: { type: 'object', properties },
	invoke: async () => 'done',
});
