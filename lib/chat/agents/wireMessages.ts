import { leaveOutMedia } from '../../core/leaveOutMedia';
import { parseWithExactIntegers } from '../../core/decodeBody';
import { isRecord, type Json } from '../../core/record';
import { replaceLoneSurrogates } from '../../core/wellFormed';
import { hasFile, type Message } from '../messageRules';
import type { ContentPart } from '../messages';
import { isNonEmptyText, textOfContent } from '../messageText';
import { type AttachmentKind, partOfFile, partOfUrl } from '../attachmentParts';

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

/** The messages that n8n's agents and chains hand to a model, in the form of the service. Throws a ServiceFailure. */
export function wireMessages(messages: readonly unknown[]): Message[] {
	return messages.filter(isRecord).map((message) => {
		const spokenBy = String(message.type ?? message.role ?? 'user');
		const name = spokenBy === 'generic' ? String(message.role) : spokenBy;
		const role = WIRE_ROLE_OF_TYPE[name];
		const { content } = message;
		if (role === 'assistant') return assistantMessage(message);
		if (role === 'tool') return toolResultMessage(message);
		if (role === 'user') return { role, content: userContent(content) };
		if (role !== undefined) return { role, content: textContent(content) };
		// A role that is not stated is who speaks.
		const speaker = name.replace(/[^\w-]/g, '_').slice(0, 64);
		return { role: 'user', name: speaker, content: userContent(content) };
	});
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

/** Parts that already have the form of the chat convention. */
const WIRE_PART_TYPES = ['input_audio', 'video_url'];

/** The content of a user's message for the wire: text, or parts when there is more than text. Throws a ServiceFailure. */
function userContent(content: unknown): string | ContentPart[] {
	return Array.isArray(content)
		? partsOrText(content.flatMap(partsOfBlock))
		: textOfContent(content);
}

/** The content of a message that holds text only: parts where one of them has a mark for caching, and where it holds files, which are refused. */
function textContent(content: unknown): string | ContentPart[] {
	if (hasFile(content)) return userContent(content);
	if (!Array.isArray(content) || !content.some(hasCacheMark)) return textOfContent(content);
	return partsOrText(
		content.map((block: unknown) => textPart(block, textOfContent([block]))).filter(hasText),
	);
}

function partsOrText(parts: ContentPart[]): string | ContentPart[] {
	const isPlain = parts.every((part) => part.type === 'text' && !hasCacheMark(part));
	return isPlain ? textOfContent(parts) : parts;
}

function hasCacheMark(block: unknown): boolean {
	return isRecord(block) && cacheControlOf(block) !== undefined;
}

function hasText({ text }: ContentPart): boolean {
	return text !== '';
}

function partsOfBlock(block: unknown): ContentPart[] {
	if (typeof block === 'string') return [textPart(block, block)].filter(hasText);
	if (!isRecord(block)) return [];
	const type = String(block.type);
	if (type === 'text') return [textPart(block, block.text)].filter(hasText);
	if (WIRE_PART_TYPES.includes(type)) return [{ ...block, type }];
	if (type === 'file' && isRecord(block.file)) return [{ ...block, type }];
	const part =
		type === 'image_url' ? partOfUrl('image', urlOf(block.image_url)) : mediaPart(type, block);
	return [withCacheAndDetail(part, block)];
}

function textPart(block: unknown, text: unknown): ContentPart {
	const part = { type: 'text', text };
	return isRecord(block) ? withCacheAndDetail(part, block) : part;
}

/** A part with what its block says of caching and, for a picture, of how closely to look at it. */
function withCacheAndDetail(part: ContentPart, block: Json): ContentPart {
	const mark = cacheControlOf(block);
	const detail = [block.image_url, block.metadata]
		.map((place) => (isRecord(place) ? place.detail : undefined))
		.find(isNonEmptyText);
	const { image_url: image } = part;
	return {
		...part,
		...(isRecord(image) && detail !== undefined ? { image_url: { ...image, detail } } : {}),
		...(mark === undefined ? {} : { cache_control: mark }),
	};
}

function cacheControlOf({ cache_control: topLevel, metadata }: Json): unknown {
	return [topLevel, isRecord(metadata) ? metadata.cache_control : undefined].find(isRecord);
}

/** A block that carries a file: its bytes as base64, or its address (old and new names of the same facts). */
function mediaPart(type: string, block: Json): ContentPart {
	const metadata = isRecord(block.metadata) ? block.metadata : {};
	const fileName = [metadata.filename, metadata.name, block.fileName].find(isNonEmptyText);
	const mimeType = [block.mime_type, block.mimeType, block.mediaType].find(isNonEmptyText) ?? '';
	const kind = attachmentKindOf(type, mimeType);
	if (isNonEmptyText(block.url)) return partOfUrl(kind, block.url, fileName);
	if (block.source_type === 'text' && isNonEmptyText(block.text))
		return { type: 'text', text: block.text };
	const { data } = block;
	const bytes =
		data instanceof Uint8Array ? Buffer.from(data) : Buffer.from(String(data ?? ''), 'base64');
	return partOfFile(kind, { bytes, mimeType, fileName });
}

function attachmentKindOf(type: string, mimeType: string): AttachmentKind {
	const kinds: AttachmentKind[] = ['image', 'audio', 'video'];
	return kinds.find((kind) => kind === type || mimeType.startsWith(`${kind}/`)) ?? 'file';
}

function urlOf(value: unknown): string {
	const address = isRecord(value) ? value.url : value;
	return typeof address === 'string' ? address : '';
}
