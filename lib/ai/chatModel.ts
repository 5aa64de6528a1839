import type {
	ChatModelConfig,
	GenerateResult,
	Message as SdkMessage,
	StreamChunk,
	Tool,
} from '@n8n/ai-node-sdk';
import type { ISupplyDataFunctions } from 'n8n-workflow';

import { Assembler } from '../chat/assemble';
import { assembledStream, chatChunks } from '../chat/stream';
import { priceOfChat } from '../pricing/price';
import { isRecord } from '../record';
import { mediaType, type Answer } from '../transport/http/answer';
import { cancelled } from '../transport/errors/failure';
import { chatBody, wireTool, wireToolChoice } from './chatBody';
import { configurationError } from './configurationError';
import { modelAnswer, type ModelAnswer } from './modelAnswer';
import { rememberedTurns } from './rememberedTurns';
import { restoreTurns } from './restoreTurns';
import { aiNodeSdk } from './sdk';
import { asHandedOver } from './sdkMessages';
import type { ServiceCall } from './serviceCall';
import type { SubNodeCharge } from './subNodeCharge';
import { finishReasonOf, messageOf, usageOf } from './sdkResult';
import { ending, textDelta, type Exchange } from './streamChunks';
import { wireMessages } from './wireMessages';

type Json = Record<string, unknown>;

interface Config extends ChatModelConfig {
	/** Where n8n's agents put the signal that they were stopped. */
	signal?: AbortSignal;
	stop?: string[];
	/** Set by our own adapter, which hands over more than the SDK's messages hold. */
	exchange?: Exchange;
}

export interface ChatSettings {
	/** The body that the panel makes, without messages. */
	body: Json;
	/** Whether to fetch a whole answer piece by piece too. */
	stream: boolean;
	/** Prices an answer and adds it to the totals of the execution. */
	charge: SubNodeCharge;
}

/**
 * A chat model of n8n's AI SDK over the transport of this package, so that every call is signed, retried and explained like those of
 * the other nodes. Its methods throw n8n's errors. Throws a ServiceFailure when n8n has no such SDK.
 */
export function serviceChatModel(
	context: ISupplyDataFunctions,
	call: ServiceCall,
	settings: ChatSettings,
) {
	const { BaseChatModel, getParametersJsonSchema } = aiNodeSdk();

	class ServiceChatModel extends BaseChatModel<Config> {
		private toolChoice: unknown;

		/** What the panel set, for the run data. */
		readonly options = settings.body;

		constructor() {
			super('inference-service', String(settings.body.model));
		}

		/** Tools given before under the same name are replaced: agents may bind theirs twice. */
		override withTools(tools: Tool[]): ServiceChatModel {
			const names = new Set(tools.map(({ name }) => name));
			const model = this.copy();
			model.tools = [...this.tools.filter(({ name }) => !names.has(name)), ...tools];
			return model;
		}

		withToolChoice(choice: unknown): ServiceChatModel {
			const model = this.copy();
			model.toolChoice = wireToolChoice(choice) ?? this.toolChoice;
			return model;
		}

		async generate(messages: SdkMessage[], config: Config = {}): Promise<GenerateResult> {
			const signal = signalOf(config);
			return await this.explained(signal, async () => {
				const answer = await call(this.request(messages, config, settings.stream), signal);
				const streamed = mediaType(answer) === 'text/event-stream';
				const completion = streamed ? await assembledStream(answer) : answer.body;
				const whole = await this.answerOf(isRecord(completion) ? completion : {}, answer);
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

		async *stream(messages: SdkMessage[], config: Config = {}): AsyncGenerator<StreamChunk> {
			const signal = signalOf(config);
			const answer = await this.explained(
				signal,
				async () => await call(this.request(messages, config, true), signal),
			);
			const assembler = new Assembler(answer.redact);
			const clean = answer.redact?.flow() ?? ((piece = '') => piece);
			const chunks = chatChunks(answer, assembler);
			try {
				for (;;) {
					const next = await this.explained(signal, async () => await chunks.next());
					if (next.done === true) break;
					const delta = clean(textDelta(next.value));
					if (delta !== '') yield { type: 'text-delta', delta };
				}
			} finally {
				await chunks.return(undefined);
			}
			const rest = clean();
			if (rest !== '') yield { type: 'text-delta', delta: rest };
			const whole = await this.explained(
				signal,
				async () => await this.answerOf(assembler.completion(), answer),
			);
			yield* ending(whole, config.exchange);
		}

		private async answerOf(completion: Json, answer: Answer): Promise<ModelAnswer> {
			await settings.charge(priceOfChat, settings.body, answer, completion);
			return modelAnswer(
				completion,
				answer.namePrefix,
				this.tools.map(({ name }) => name),
			);
		}

		private request(messages: SdkMessage[], config: Config, stream: boolean) {
			const handedOver = config.exchange?.messages ?? asHandedOver(messages);
			const known = rememberedTurns(context, context.getNode().name);
			const body = chatBody(settings.body, {
				messages: restoreTurns(wireMessages(handedOver), known),
				tools: this.tools.map((tool) =>
					wireTool(tool, 'inputSchema' in tool ? getParametersJsonSchema(tool) : undefined),
				),
				toolChoice: this.toolChoice,
				stop: config.stop ?? config.stopSequences,
			});
			const streaming = { stream: true, stream_options: { include_usage: true } };
			return {
				url: '/chat/completions',
				bucket: 'text' as const,
				body: { ...body, ...(stream && streaming) },
				stream,
			};
		}

		private async explained<T>(
			signal: AbortSignal | undefined,
			work: () => Promise<T>,
		): Promise<T> {
			try {
				return await work();
			} catch (error) {
				const cause = signal?.aborted ? cancelled({}, error) : error;
				throw configurationError(context.getNode(), cause);
			}
		}

		private copy(): ServiceChatModel {
			return Object.assign(new ServiceChatModel(), this);
		}
	}

	function signalOf({ signal, abortSignal }: Config): AbortSignal | undefined {
		const signals = [signal, abortSignal, context.getExecutionCancelSignal()].filter(
			(one) => one !== undefined,
		);
		return signals.length > 1 ? AbortSignal.any(signals) : signals[0];
	}

	return new ServiceChatModel();
}
