import type { StreamChunk } from '@n8n/ai-node-sdk';

import type { ModelAnswer } from './modelAnswer';
import { finishReasonOf, usageOf } from './sdkResult';

/** One request of an agent or chain: its input and output. */
export interface Exchange {
	messages: readonly unknown[];
	answer?: ModelAnswer;
}

/** The calls, whole since their deltas may share an index, and the end; our own adapter takes both from the exchange. */
export function ending(answer: ModelAnswer, exchange?: Exchange): StreamChunk[] {
	const end: StreamChunk = {
		type: 'finish',
		finishReason: finishReasonOf(answer),
		usage: usageOf(answer),
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
