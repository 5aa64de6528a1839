import type {
	ChatModelConfig,
	GenerateResult,
	Message as SdkMessage,
	StreamChunk,
	Tool,
} from '@n8n/ai-node-sdk';
import type { ISupplyDataFunctions } from 'n8n-workflow';

import type { Answer } from '../../core/answer';
import { cancelledFailure } from '../../core/failure';
import { isRecord, type Json } from '../../core/record';
import { rehearsalMark } from '../../core/rehearsal';
import { readChatAnswer } from '../chatAnswer';
import {
	createCompletionReader,
	OpenedCompletion,
	requireAnswer,
	withoutMissing,
} from '../completion';
import type { Finish } from '../finish';
import { lawfulMessages } from '../messageRules';
import { callIdsOfMessages, withServiceIds } from './callIds';
import { type ModelAnswer, modelAnswerOf } from './modelAnswer';
import { createFinishHintUpdater } from './hints';
import { rememberedTurns, restoreTurns } from './rememberedTurns';
import { aiNodeSdk, configurationError } from './sdk';
import {
	asAgentMessages,
	endingChunks,
	type ModelExchange,
	sdkFinishReason,
	sdkMessage,
	sdkUsage,
} from './sdkResult';
import type { ServiceCalls } from './serviceCalls';
import { withToolPictures } from './shownPictures';
import { rejectCutParts } from '../attachmentParts';
import { wireMessages } from './wireMessages';

/** Shown behind a text that ended early: n8n shows the answer of the agent's fallback model right behind it. */
const BREAK_OFF_MARK = '…\n\n';

export interface ChatConfig extends ChatModelConfig {
	/** Where n8n's agents put the signal that they were stopped. */
	signal?: AbortSignal;
	stop?: string[];
	/** Set by our own adapter, which passes on more than the SDK's messages hold. */
	exchange?: ModelExchange;
}

export interface ChatSettings {
	/** The body that the panel makes, without messages. */
	body: Json;
	/** Whether to ask for a stream too where a whole answer is wanted, so that nothing in between ends it for having sent nothing. */
	stream: boolean;
	/** Whether the model sees the pictures that tools of this package made for it. */
	showsToolPictures?: boolean;
}

export interface BoundTools {
	tools: Tool[];
	toolChoice: unknown;
}

/** The calls of a chat model: what is sent for the messages of an agent or chain, and what is made of the answers. Throws n8n's errors. */
export class ChatCalls {
	/** The IDs of the calls in all that was asked and answered. */
	private readonly takenIds = new Set<string>();

	private readonly noteFinish: (finish: Finish) => void;

	constructor(
		private readonly context: ISupplyDataFunctions,
		private readonly calls: ServiceCalls,
		private readonly settings: ChatSettings,
	) {
		this.noteFinish = createFinishHintUpdater(context);
	}

	async generate(
		bound: BoundTools,
		messages: SdkMessage[],
		config: ChatConfig,
	): Promise<GenerateResult> {
		const signal = this.combinedCancelSignal(config);
		try {
			const request = await this.requestFor(bound, messages, config, this.settings.stream);
			const readBody = createCompletionReader(this.calls.silenceMs);
			const answer = await this.calls.send({ ...request, readBody }, signal);
			const whole = await this.readModelAnswer(bound, answer.body as Json, answer);
			if (config.exchange !== undefined) config.exchange.answer = whole;
			return {
				id: String(whole.facts.id ?? ''),
				finishReason: sdkFinishReason(whole),
				usage: sdkUsage(whole),
				message: sdkMessage(whole),
				providerMetadata: whole.facts,
			};
		} catch (error) {
			throw this.configurationErrorOf(error, signal);
		}
	}

	async *stream(
		bound: BoundTools,
		messages: SdkMessage[],
		config: ChatConfig,
	): AsyncGenerator<StreamChunk> {
		const signal = this.combinedCancelSignal(config);
		let isShown = false;
		try {
			const opened = new OpenedCompletion(this.calls.silenceMs);
			const request = await this.requestFor(bound, messages, config, true);
			const answer = await this.calls.send({ ...request, readBody: opened.open }, signal);
			for await (const delta of opened.text()) {
				isShown = true;
				yield { type: 'text-delta', delta };
			}
			const whole = await this.readModelAnswer(bound, opened.completion(), answer);
			// Of a sound, the words.
			if (!isShown && whole.text !== '') yield { type: 'text-delta', delta: whole.text };
			yield* endingChunks(whole, config.exchange);
		} catch (error) {
			if (isShown && signal?.aborted !== true) yield { type: 'text-delta', delta: BREAK_OFF_MARK };
			throw this.configurationErrorOf(error, signal);
		}
	}

	private async readModelAnswer(
		{ tools }: BoundTools,
		body: Json,
		answer: Answer,
	): Promise<ModelAnswer> {
		await this.calls.setCost(answer, body);
		const read = requireAnswer(answer, readChatAnswer(body, answer));
		const names = tools.map(({ name }) => name);
		const whole = modelAnswerOf(read, answer, names, this.takenIds);
		for (const { id } of whole.calls) this.takenIds.add(id);
		this.noteFinish(whole.finish);
		return {
			...whole,
			facts: {
				...{ ...whole.facts, ...rehearsalMark(this.context) },
				...withoutMissing({ costLabel: this.calls.label }),
			},
		};
	}

	private async requestFor(
		{ tools, toolChoice }: BoundTools,
		messages: SdkMessage[],
		config: ChatConfig,
		stream: boolean,
	) {
		const handedOver = config.exchange?.messages ?? asAgentMessages(messages);
		const { turns, serviceIdByOurs, ids } = rememberedTurns(
			this.context,
			this.context.getNode().name,
		);
		const names = tools.map(({ name }) => name);
		const restored = restoreTurns(wireMessages(handedOver), turns, names);
		for (const { content } of restored) await rejectCutParts(content);
		for (const id of [...ids, ...callIdsOfMessages(restored)]) this.takenIds.add(id);
		const lawful = lawfulMessages(withServiceIds(restored, serviceIdByOurs));
		const body = chatBody(this.settings.body, {
			messages: this.settings.showsToolPictures
				? await withToolPictures(this.context, lawful)
				: lawful,
			tools: tools.map((tool) => wireTool(tool, parametersSchemaOf(tool))),
			toolChoice,
			stop: config.stop ?? config.stopSequences,
		});
		const streaming = { stream: true, stream_options: { include_usage: true } };
		return {
			url: '/chat/completions',
			body: { ...body, ...(stream && streaming) },
			stream,
		};
	}

	private configurationErrorOf(error: unknown, signal: AbortSignal | undefined) {
		return configurationError(this.context, signal?.aborted ? cancelledFailure({}, error) : error);
	}

	private combinedCancelSignal({ signal, abortSignal }: ChatConfig): AbortSignal | undefined {
		const signals = [signal, abortSignal, this.context.getExecutionCancelSignal()].filter(
			(one) => one !== undefined,
		);
		return signals.length > 1 ? AbortSignal.any(signals) : signals[0];
	}
}

/** The JSON Schema of a tool's parameters; undefined where it has none. */
function parametersSchemaOf(tool: Tool): unknown {
	return 'inputSchema' in tool ? aiNodeSdk().getParametersJsonSchema(tool) : undefined;
}

/** A function that n8n offers to the model, for the wire; `parameters` is its JSON Schema. */
export function wireTool(tool: Tool, parameters: unknown): Json {
	const { name } = tool;
	const description = 'description' in tool ? tool.description : undefined;
	return {
		type: 'function',
		function: {
			name,
			...(description ? { description } : {}),
			...(isRecord(parameters) ? { parameters } : {}),
		},
	};
}

/** The tool choice for the wire; agents say `any` where the service says `required`, or just name a tool. */
export function wireToolChoice(choice: unknown): unknown {
	if (typeof choice !== 'string') return isRecord(choice) ? choice : undefined;
	if (choice === 'any') return 'required';
	return ['auto', 'none', 'required'].includes(choice)
		? choice
		: { type: 'function', function: { name: choice } };
}

/** The body of a chat request: what the panel set, with messages and tools of the agent; tool options are sent only when there are tools. */
export function chatBody(
	panel: Json,
	{ messages, tools, toolChoice, stop }: Json & { messages: unknown[]; tools: Json[] },
): Json {
	const { parallel_tool_calls: parallel, ...rest } = panel;
	return {
		...rest,
		messages,
		...(Array.isArray(stop) && stop.length > 0 ? { stop } : {}),
		...(tools.length === 0
			? {}
			: {
					tools,
					...(parallel === undefined ? {} : { parallel_tool_calls: parallel }),
					...(toolChoice === undefined ? {} : { tool_choice: toolChoice }),
				}),
	};
}
