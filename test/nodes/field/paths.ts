import { HumanMessage } from '@langchain/core/messages';
import type { IDataObject, INodeParameters, StructuredChunk } from 'n8n-workflow';

import { InferenceChat } from '../../../nodes/InferenceChat/InferenceChat.node';
import { chatModel, streamed, tool } from '../LmChatInference/chatModel';
import { typed } from '../../coverage/given';
import type { ServiceUnderTest } from '../withService';

/** How an answer reaches a user: three ways of Inference Chat, and three of Inference Chat Model. */
export const PATHS = [
	'chat',
	'chatStream',
	'chatLive',
	'lmInvoke',
	'lmInvokeStream',
	'lmStream',
] as const;
export type Path = (typeof PATHS)[number];

/** What came of an answer on one path, in the same words for all of them. */
export interface Outcome {
	error?: string;
	/** The details of the error. */
	kept?: string;
	text?: string;
	calls?: Array<{ name: unknown; args: unknown }>;
	tokens?: { input: unknown; output: unknown };
	reasoning?: unknown;
	/** The item of a node, or the message of an agent. */
	whole?: IDataObject;
	/** What a chat saw meanwhile. */
	shown?: string;
	/** What is noted beside the output of the model. */
	hints?: string[];
}

type Access = Parameters<typeof chatModel>[0];

/** Runs one path against a server; `parameters` are those of Inference Chat. */
export async function runPath(
	world: ServiceUnderTest,
	access: Access,
	path: Path,
	parameters: INodeParameters = {},
	timeout?: number,
): Promise<Outcome> {
	const limits = timeout === undefined ? {} : { retriesAndLimits: { timeout } };
	if (path.startsWith('lm')) return await runModel(access, path, { ...limits });
	const { options, ...rest } = parameters;
	const stream = path === 'chat' ? { stream: false } : {};
	const shown: StructuredChunk[] = [];
	const live = path === 'chatLive';
	const run = await world.run({
		...access,
		node: new InferenceChat(),
		parameters: {
			...{ model: typed('text-basic'), prompt: 'Hello' },
			...rest,
			options: { ...(options as object), ...stream, ...limits },
		},
		...(live ? { mode: 'webhook', chat: (chunk: StructuredChunk) => void shown.push(chunk) } : {}),
	});
	if (run.error !== undefined) return failed(run.error);
	const json = run.outputs[0]?.[0]?.json ?? {};
	return {
		...ofItem(json),
		...(live ? { shown: shown.map(({ content }) => content ?? '').join('') } : {}),
	};
}

function ofItem(json: IDataObject): Outcome {
	const calls = (json.toolCalls ?? []) as Array<{ name: unknown; arguments: unknown }>;
	return {
		text: json.text as string,
		calls: calls.map(({ name, arguments: args }) => ({ name, args })),
		tokens: { input: json.inputTokens, output: json.outputTokens },
		reasoning: json.reasoning,
		whole: json,
	};
}

function failed(error: Error & { description?: string | null; context?: unknown }): Outcome {
	const { message, description, context } = error;
	return { error: `${message} ${description ?? ''}`, kept: JSON.stringify(context) };
}

const TOOLS = ['get_weather', 'get_time'].map((name) => tool(name, { city: { type: 'string' } }));

async function runModel(access: Access, path: Path, limits: INodeParameters): Promise<Outcome> {
	const stream = path === 'lmInvoke' ? { stream: false } : {};
	const { response, hints } = await chatModel(access, { options: { ...stream, ...limits } });
	const model = response.bindTools(TOOLS) as typeof response;
	const question = [new HumanMessage('Hello')];
	try {
		const message =
			path === 'lmStream'
				? (await streamed(model, question)).message
				: await model.invoke(question);
		const { usage_metadata: usage } = message;
		return {
			text: message.content as string,
			calls: (message.tool_calls ?? []).map(({ name, args }) => ({ name, args })),
			tokens: usage && { input: usage.input_tokens, output: usage.output_tokens },
			reasoning: message.additional_kwargs.reasoning_content,
			whole: message.response_metadata as IDataObject,
			hints: hints(),
		};
	} catch (error) {
		return failed(error as Error);
	}
}
