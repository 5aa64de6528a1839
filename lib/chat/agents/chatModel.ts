import type { GenerateResult, Message as SdkMessage, StreamChunk, Tool } from '@n8n/ai-node-sdk';
import type { ISupplyDataFunctions } from 'n8n-workflow';

import {
	type BoundTools,
	ChatCalls,
	type ChatConfig,
	type ChatSettings,
	wireToolChoice,
} from './chatCalls';
import { aiNodeSdk } from './sdk';
import type { ServiceCalls } from './serviceCalls';

/**
 * A chat model of n8n's AI SDK over the transport of this package, so that every call is signed, retried and explained like those of
 * the other nodes. Its methods throw n8n's errors. Throws a ServiceFailure when n8n has no such SDK.
 */
export function serviceChatModel(
	context: ISupplyDataFunctions,
	calls: ServiceCalls,
	settings: ChatSettings,
) {
	const { BaseChatModel } = aiNodeSdk();
	return new (chatModelClass(BaseChatModel, new ChatCalls(context, calls, settings), settings))();
}

function chatModelClass(
	Base: typeof import('@n8n/ai-node-sdk').BaseChatModel,
	calls: ChatCalls,
	{ body }: ChatSettings,
) {
	return class ServiceChatModel extends Base<ChatConfig> {
		private toolChoice: unknown;

		/** What the panel set, for the run data. */
		readonly options = body;

		constructor() {
			super('inference-service', String(body.model));
		}

		override withTools(tools: Tool[]): ServiceChatModel {
			return this.copyWith({ tools: withReplacedTools(this.tools, tools) });
		}

		withToolChoice(choice: unknown): ServiceChatModel {
			return this.copyWith({ toolChoice: wireToolChoice(choice) ?? this.toolChoice });
		}

		async generate(messages: SdkMessage[], config: ChatConfig = {}): Promise<GenerateResult> {
			return await calls.generate(this.boundTools(), messages, config);
		}

		async *stream(messages: SdkMessage[], config: ChatConfig = {}): AsyncGenerator<StreamChunk> {
			yield* calls.stream(this.boundTools(), messages, config);
		}

		private boundTools() {
			return { tools: this.tools, toolChoice: this.toolChoice };
		}

		private copyWith(bound: Partial<BoundTools>): ServiceChatModel {
			return Object.assign(new ServiceChatModel(), this, bound);
		}
	};
}

/** Tools given before under the same name are replaced: agents may bind theirs twice. */
function withReplacedTools(before: Tool[], tools: Tool[]): Tool[] {
	const names = new Set(tools.map(({ name }) => name));
	return [...before.filter(({ name }) => !names.has(name)), ...tools];
}
