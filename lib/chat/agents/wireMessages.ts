import { leaveOutMedia } from '../../core/leaveOutMedia';
import { parseWithExactIntegers } from '../../core/decodeBody';
import { isRecord, type Json } from '../../core/record';
import { replaceLoneSurrogates } from '../../core/wellFormed';
import type { Message } from '../messages';
import { textOfContent } from '../simplifyCompletion';
import { textContent, userContent } from './messageContent';

/** What a model needs back to the letter after its tools were called (docs/maintainers/service.md#chat). */
export const FIELDS_TO_HAND_BACK = ['reasoning_content', 'reasoning_details', 'thought_signature'];

/** The only field of a message in which n8n's AI Agent 3 keeps a text of the model's own with its calls. Here it is what goes back with each call, by its ID, as JSON. */
export const CALL_EXTRAS_KEY = '__gemini_function_call_thought_signatures__';

const WIRE_ROLE_OF_TYPE: Record<string, string> = {
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
		if (role === 'assistant') return assistantMessage(message);
		if (role === 'tool') return toolResultMessage(message);
		if (role === 'user') return { role, content: userContent(content) };
		return { role, content: textContent(content) };
	});
}

function roleOf(message: Json): string {
	const type = String(message.type ?? message.role);
	return WIRE_ROLE_OF_TYPE[type === 'generic' ? String(message.role) : type] ?? 'user';
}

function assistantMessage({ content, tool_calls: calls, additional_kwargs: extra }: Json): Message {
	const text = textContent(content);
	const extras = callExtrasIn(extra);
	const toolCalls = (Array.isArray(calls) ? calls : []).filter(isRecord).map((call) => {
		const own = Object.hasOwn(extras, String(call.id)) ? extras[String(call.id)] : undefined;
		return { ...wireToolCall(call), ...(isRecord(own) ? { extra_content: own } : {}) };
	});
	const keptFields = Object.entries(isRecord(extra) ? extra : {}).filter(
		([key, value]) => FIELDS_TO_HAND_BACK.includes(key) && value !== undefined && value !== null,
	);
	return {
		role: 'assistant',
		content: text === '' && toolCalls.length > 0 ? null : text,
		...Object.fromEntries(keptFields),
		...(toolCalls.length > 0 ? { tool_calls: toolCalls } : {}),
	};
}

/** What goes back with each call, by its ID. */
function callExtrasIn(extra: unknown): Json {
	const kept = isRecord(extra) ? extra[CALL_EXTRAS_KEY] : undefined;
	const [text] = isRecord(kept) ? Object.values(kept) : [];
	// A signature of another model is no JSON.
	const extras = typeof text === 'string' ? exactJsonOrText(text) : undefined;
	return isRecord(extras) ? extras : {};
}

/** n8n's agent adds the ID of the call to its arguments. */
function wireToolCall({ id, name, args }: Json): Json {
	const { id: added, ...ownArguments } = isRecord(args) ? args : {};
	const givenArguments = added === id ? ownArguments : (args ?? {});
	return {
		id,
		type: 'function',
		function: { name, arguments: JSON.stringify(replaceLoneSurrogates(givenArguments)) },
	};
}

/** The service takes text only as a result: a file in it would go out as text, and be paid for by its length. */
function toolResultMessage({ content, tool_call_id: id }: Json): Message {
	const hasText = Array.isArray(content) && content.some(isTextPart);
	const parts: unknown[] = hasText ? content : [content];
	const texts = parts.map((part) =>
		toolResultText(isTextPart(part) ? textOfContent([part]) : part),
	);
	return { role: 'tool', tool_call_id: id, content: texts.join('\n') };
}

function isTextPart(part: unknown): boolean {
	return isRecord(part) && part.type === 'text';
}

/** A result as text, with a note in place of each file. */
function toolResultText(result: unknown): string {
	if (result === undefined || result === null) return '';
	if (typeof result !== 'string')
		return JSON.stringify(replaceLoneSurrogates(leaveOutMedia(result)));
	const value = /^\s*[{[]/.test(result) ? exactJsonOrText(result) : result;
	if (typeof value === 'string') return String(leaveOutMedia(result));
	const whole = JSON.stringify(value);
	const brief = JSON.stringify(replaceLoneSurrogates(leaveOutMedia(value)));
	return brief === whole ? result : brief;
}

/** The value of a JSON text with all digits of its whole numbers; the text where it is none. */
function exactJsonOrText(text: string): unknown {
	try {
		return parseWithExactIntegers(text);
	} catch {
		return text;
	}
}
