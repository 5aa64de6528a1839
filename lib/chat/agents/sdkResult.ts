import type {
	FinishReason,
	GenerateResult,
	Message,
	TokenUsage,
	StreamChunk,
} from '@n8n/ai-node-sdk';

import { parseJson } from '../../core/decodeBody';
import { isRecord, type Json } from '../../core/record';
import type { Finish } from '../finish';
import type { ModelAnswer } from './modelAnswer';

const SDK_FINISH_REASON: Record<Finish['kind'], FinishReason> = {
	whole: 'stop',
	cut: 'length',
	filtered: 'content-filter',
	refused: 'content-filter',
	unknown: 'other',
};

export function sdkFinishReason({ finish, calls }: ModelAnswer): FinishReason {
	return calls.length > 0 && finish.kind === 'whole'
		? 'tool-calls'
		: SDK_FINISH_REASON[finish.kind];
}

export function sdkMessage({ text, calls }: ModelAnswer): Message {
	return {
		role: 'assistant',
		content: [
			...(text === '' ? [] : [{ type: 'text' as const, text }]),
			...calls.map(({ id, name, args }) => ({
				type: 'tool-call' as const,
				toolCallId: id,
				toolName: name,
				input: JSON.stringify(args),
			})),
		],
	};
}

export function sdkUsage({ usage }: ModelAnswer): GenerateResult['usage'] {
	return usage === undefined
		? undefined
		: ({
				promptTokens: usage.input,
				completionTokens: usage.output,
				totalTokens: usage.total,
				inputTokenDetails: { cacheRead: usage.cached },
				outputTokenDetails: { reasoning: usage.reasoning },
			} satisfies TokenUsage);
}

/** One request of an agent or chain: its input and output. */
export interface ModelExchange {
	messages: readonly unknown[];
	answer?: ModelAnswer;
}

/** The calls, whole since their deltas may share an index, and the end; our own adapter takes both from the exchange. */
export function endingChunks(answer: ModelAnswer, exchange?: ModelExchange): StreamChunk[] {
	const end: StreamChunk = {
		type: 'finish',
		finishReason: sdkFinishReason(answer),
		usage: sdkUsage(answer),
	};
	if (exchange !== undefined) {
		exchange.answer = answer;
		return [end];
	}
	const calls = answer.calls.map(({ id, name, args }): StreamChunk => {
		return { type: 'tool-call-delta', id, name, argumentsDelta: JSON.stringify(args) };
	});
	return [...calls, end];
}

/** Messages of n8n's AI SDK in the form in which its agents hand them over. */
export function asAgentMessages(messages: readonly Message[]): Json[] {
	return messages.map(({ role, content }) => {
		const result = content.find((block) => block.type === 'tool-result');
		if (role === 'tool' && result?.type === 'tool-result') {
			return { role, tool_call_id: result.toolCallId, content: result.result as unknown };
		}
		const calls = content.flatMap((block) =>
			block.type === 'tool-call'
				? [{ id: block.toolCallId, name: block.toolName, args: argumentsOf(block.input) }]
				: [],
		);
		return { role, content: content.filter(({ type }) => type !== 'tool-call'), tool_calls: calls };
	});
}

function argumentsOf(text: string): Json {
	const parsed: unknown = text === '' ? {} : parseJson(text);
	return isRecord(parsed) ? parsed : {};
}
