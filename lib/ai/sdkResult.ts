import type { FinishReason, GenerateResult, Message, TokenUsage } from '@n8n/ai-node-sdk';

import type { ModelAnswer } from './modelAnswer';

const REASONS: Record<string, FinishReason> = {
	stop: 'stop',
	length: 'length',
	tool_calls: 'tool-calls',
	content_filter: 'content-filter',
};

export function finishReasonOf({ finishReason }: ModelAnswer): FinishReason {
	return REASONS[finishReason] ?? 'other';
}

/** The answer as a message of n8n's AI SDK. */
export function messageOf({ text, calls }: ModelAnswer): Message {
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

/** The tokens as the service counted them. */
export function usageOf({ usage }: ModelAnswer): GenerateResult['usage'] {
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
