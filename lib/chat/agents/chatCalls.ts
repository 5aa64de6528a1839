import type {
	ChatModelConfig,
	GenerateResult,
	Message as SdkMessage,
	StreamChunk,
	Tool,
} from '@n8n/ai-node-sdk';
import type { ISupplyDataFunctions } from 'n8n-workflow';

import type { Answer } from '../../core/answer';
import { cancelled } from '../../core/failure';
import { isRecord, type Json } from '../../core/record';
import { Assembler } from '../assemble';
import { completionOf, defined, readWhole } from '../completion';
import { textPieces } from '../textPieces';
import { idsIn, withOwnIds } from './callIds';
import { chatBody, schemaOf, wireTool } from './chatBody';
import { modelAnswer, type ModelAnswer } from './modelAnswer';
import type { OfferedTool } from './modelCall';
import { rememberedTurns } from './rememberedTurns';
import { restoreTurns } from './restoreTurns';
import { configurationError } from './sdk';
import {
	asHandedOver,
	finishReasonOf,
	messageOf,
	usageOf,
	ending,
	type Exchange,
} from './sdkResult';
import type { ServiceCalls } from './serviceCall';
import { wireMessages } from './wireMessages';

/** Shown behind a text that broke off: n8n shows the answer of the agent's fallback model right behind it. */
const BROKEN_OFF = '…\n\n';

/** What an agent or chain asks of one call. */
export interface ChatConfig extends ChatModelConfig {
	/** Where n8n's agents put the signal that they were stopped. */
	signal?: AbortSignal;
	stop?: string[];
	/** Set by our own adapter, which passes on more than the SDK's messages hold. */
	exchange?: Exchange;
}

/** What the panel of a chat model sets. */
export interface ChatSettings {
	/** The body that the panel makes, without messages. */
	body: Json;
	/** Whether to ask for a stream too where a whole answer is wanted, so that nothing in between ends it for having sent nothing. */
	stream: boolean;
}

/** The tools that are bound to a model. */
export interface BoundTools {
	tools: Tool[];
	toolChoice: unknown;
}

/** The calls of a chat model: what is sent for the messages of an agent or chain, and what is made of the answers. Throws n8n's errors. */
export class ChatCalls {
	/** The IDs of the calls in all that was asked and answered. */
	private readonly taken = new Set<string>();

	constructor(
		private readonly context: ISupplyDataFunctions,
		private readonly calls: ServiceCalls,
		private readonly settings: ChatSettings,
	) {}

	async generate(
		bound: BoundTools,
		messages: SdkMessage[],
		config: ChatConfig,
	): Promise<GenerateResult> {
		const signal = this.signalOf(config);
		return await this.explained(signal, async () => {
			const request = this.request(bound, messages, config, this.settings.stream);
			const readBody = readWhole(this.calls.silenceMs);
			const answer = await this.calls.send({ ...request, readBody }, signal);
			const whole = await this.answerOf(bound, answer.body as Json, answer);
			if (config.exchange !== undefined) config.exchange.answer = whole;
			return {
				id: String(whole.facts.id ?? ''),
				finishReason: finishReasonOf(whole),
				usage: usageOf(whole),
				message: messageOf(whole),
				providerMetadata: whole.facts,
			};
		});
	}

	async *stream(
		bound: BoundTools,
		messages: SdkMessage[],
		config: ChatConfig,
	): AsyncGenerator<StreamChunk> {
		const signal = this.signalOf(config);
		let isShown = false;
		try {
			for await (const chunk of this.chunks(bound, messages, config, signal)) {
				isShown ||= chunk.type === 'text-delta';
				yield chunk;
			}
		} catch (error) {
			if (isShown && signal?.aborted !== true) yield { type: 'text-delta', delta: BROKEN_OFF };
			throw configurationError(this.context, error);
		}
	}

	private async *chunks(
		bound: BoundTools,
		messages: SdkMessage[],
		config: ChatConfig,
		signal: AbortSignal | undefined,
	): AsyncGenerator<StreamChunk> {
		const answer = await this.explained(
			signal,
			async () => await this.calls.send(this.request(bound, messages, config, true), signal),
		);
		const assembler = new Assembler(answer.redact);
		const pieces = textPieces(answer, assembler, this.calls.silenceMs);
		try {
			for (;;) {
				const next = await this.explained(signal, async () => await pieces.next());
				if (next.done === true) break;
				yield { type: 'text-delta', delta: next.value };
			}
		} finally {
			await pieces.return(undefined);
		}
		const whole = await this.explained(
			signal,
			async () => await this.answerOf(bound, assembler.completion(), answer),
		);
		yield* ending(whole, config.exchange);
	}

	private async answerOf({ tools }: BoundTools, body: Json, answer: Answer): Promise<ModelAnswer> {
		await this.calls.setCost(answer, body);
		const offered = tools.map(offeredTool);
		const whole = modelAnswer(completionOf(answer, body), answer, offered, this.taken);
		for (const { id } of whole.calls) this.taken.add(id);
		return { ...whole, facts: { ...whole.facts, ...defined({ costLabel: this.calls.label }) } };
	}

	private request(
		{ tools, toolChoice }: BoundTools,
		messages: SdkMessage[],
		config: ChatConfig,
		stream: boolean,
	) {
		const handedOver = config.exchange?.messages ?? asHandedOver(messages);
		const { turns, ownIds, ids } = rememberedTurns(this.context, this.context.getNode().name);
		const names = tools.map(({ name }) => name);
		const restored = restoreTurns(wireMessages(handedOver), turns, names);
		for (const id of [...ids, ...idsIn(restored)]) this.taken.add(id);
		const body = chatBody(this.settings.body, {
			messages: withOwnIds(restored, ownIds),
			tools: tools.map((tool) => wireTool(tool, schemaOf(tool))),
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

	private async explained<T>(signal: AbortSignal | undefined, work: () => Promise<T>): Promise<T> {
		try {
			return await work();
		} catch (error) {
			const cause = signal?.aborted ? cancelled({}, error) : error;
			throw configurationError(this.context, cause);
		}
	}

	private signalOf({ signal, abortSignal }: ChatConfig): AbortSignal | undefined {
		const signals = [signal, abortSignal, this.context.getExecutionCancelSignal()].filter(
			(one) => one !== undefined,
		);
		return signals.length > 1 ? AbortSignal.any(signals) : signals[0];
	}
}

function offeredTool(tool: Tool): OfferedTool {
	const schema = schemaOf(tool);
	const required = isRecord(schema) && Array.isArray(schema.required) ? schema.required : [];
	return { name: tool.name, required: required.map(String) };
}
