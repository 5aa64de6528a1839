import { leaveOutMedia } from '../../core/leaveOutMedia';
import { parseExact } from '../../core/decodeBody';
import { isRecord, type Json } from '../../core/record';
import { wellFormed } from '../../core/wellFormed';
import type { Message } from '../messages';
import { textOf } from '../simplifyCompletion';
import { textContent, userContent } from './messageContent';

/** What a model needs back to the letter after its tools were called (docs/maintainers/service.md#chat). */
export const HANDED_BACK = ['reasoning_content', 'reasoning_details', 'thought_signature'];

const ROLES: Record<string, string> = {
	human: 'user',
	ai: 'assistant',
	system: 'system',
	developer: 'developer',
	tool: 'tool',
	user: 'user',
	assistant: 'assistant',
};

/** The messages that n8n's agents and chains hand to a model, as the service takes them. Throws a ServiceFailure. */
export function wireMessages(messages: readonly unknown[]): Message[] {
	return messages.filter(isRecord).map((message) => {
		const role = roleOf(message);
		const { content } = message;
		if (role === 'assistant') return assistant(message);
		if (role === 'tool') return toolResult(message);
		if (role === 'user') return { role, content: userContent(content) };
		return { role, content: textContent(content) };
	});
}

function roleOf(message: Json): string {
	const type = String(message.type ?? message.role);
	return ROLES[type === 'generic' ? String(message.role) : type] ?? 'user';
}

function assistant({ content, tool_calls: calls, additional_kwargs: extra }: Json): Message {
	const text = textContent(content);
	const toolCalls = (Array.isArray(calls) ? calls : []).filter(isRecord).map(toolCall);
	const kept = Object.entries(isRecord(extra) ? extra : {}).filter(
		([key, value]) => HANDED_BACK.includes(key) && value !== undefined && value !== null,
	);
	return {
		role: 'assistant',
		content: text === '' && toolCalls.length > 0 ? null : text,
		...Object.fromEntries(kept),
		...(toolCalls.length > 0 ? { tool_calls: toolCalls } : {}),
	};
}

/** n8n's agent adds the ID of the call to its arguments. */
function toolCall({ id, name, args }: Json): Json {
	const { id: added, ...own } = isRecord(args) ? args : {};
	const given = added === id ? own : (args ?? {});
	return { id, type: 'function', function: { name, arguments: JSON.stringify(wellFormed(given)) } };
}

/** The service takes text only as a result: a file in it would go out as text, and be paid for by its length. */
function toolResult({ content, tool_call_id: id }: Json): Message {
	const hasText = Array.isArray(content) && content.some(isTextPart);
	const parts: unknown[] = hasText ? content : [content];
	const texts = parts.map((part) => asText(isTextPart(part) ? textOf([part]) : part));
	return { role: 'tool', tool_call_id: id, content: texts.join('\n') };
}

function isTextPart(part: unknown): boolean {
	return isRecord(part) && part.type === 'text';
}

/** A result as text, with a note in place of each file. */
function asText(result: unknown): string {
	if (result === undefined || result === null) return '';
	if (typeof result !== 'string') return JSON.stringify(wellFormed(leaveOutMedia(result)));
	const value = /^\s*[{[]/.test(result) ? jsonOr(result) : result;
	if (typeof value === 'string') return String(leaveOutMedia(result));
	const whole = JSON.stringify(value);
	const brief = JSON.stringify(wellFormed(leaveOutMedia(value)));
	return brief === whole ? result : brief;
}

/** The value of a JSON text with all digits of its whole numbers; the text where it is none. */
function jsonOr(text: string): unknown {
	try {
		return parseExact(text);
	} catch {
		return text;
	}
}
