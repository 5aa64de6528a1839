import type { Message } from '@n8n/ai-node-sdk';

import { isRecord } from '../base/record';
import { parseJson } from '../base/decodeBody';

type Json = Record<string, unknown>;

/** Messages of n8n's AI SDK in the form in which its agents hand them over. */
export function asHandedOver(messages: readonly Message[]): Json[] {
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
