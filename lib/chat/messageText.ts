import { isRecord, type Json } from '../core/record';

/** The names under which services send what a model thought. */
export const REASONING_FIELDS = [
	...['reasoning_content', 'reasoning', 'thinking', 'reasoning_text', 'reasoning_details'],
];

/** What the model wrote of its thoughts, under whichever name it came. */
export function reasoningOf({ content, ...message }: Json): string | null {
	const parts = (Array.isArray(content) ? content : []).filter(isReasoningPart);
	const said = [...REASONING_FIELDS.map((name) => message[name]), parts];
	const found = said.map(reasoningTextIn).find((text) => text !== '') ?? '';
	// What follows in encrypted form is for the model alone (docs/maintainers/service.md#chat).
	const [readable = ''] = found.split('__ENCRYPTED_REASONING__', 1);
	return (readable === found ? readable : readable.trimEnd()) || null;
}

function reasoningTextIn(value: unknown): string {
	if (typeof value === 'string') return value;
	if (Array.isArray(value)) return value.map(reasoningTextIn).join('');
	return isRecord(value)
		? reasoningTextIn(value.text ?? value.thinking ?? value.summary ?? value.content)
		: '';
}

export function isNonEmptyText(value: unknown): value is string {
	return typeof value === 'string' && value !== '';
}

/** What a message says: its text, or in its place the refusal, or the words of its sound. */
export function textOfMessage({ audio, ...message }: Json): string {
	const spoken = isRecord(audio) && isNonEmptyText(audio.transcript) ? audio.transcript : '';
	return textOfContent(message.content) || refusalOf(message) || spoken;
}

/** A refusal has a field of its own, or is a part of the content. */
export function refusalOf({ content, refusal }: Json): string {
	const said = [refusal, ...[content].flat().map((part) => isRecord(part) && part.refusal)];
	return said.find(isNonEmptyText) ?? '';
}

/** The text of a message's content: text itself, or that of its parts. */
export function textOfContent(content: unknown): string {
	if (typeof content === 'string') return content;
	if (!Array.isArray(content)) return '';
	return content
		.map((part: unknown) => {
			if (typeof part === 'string') return part;
			if (!isRecord(part) || isReasoningPart(part)) return '';
			const text = isRecord(part.text) ? part.text.value : part.text;
			return typeof text === 'string' ? text : '';
		})
		.join('');
}

/** A content as text where its parts say no more than that. */
export function textIfTextOnly(content: unknown): unknown {
	if (!Array.isArray(content)) return content;
	const isText = content.every(
		(part) =>
			isRecord(part) &&
			Object.keys(part).sort().join() === 'text,type' &&
			part.type === 'text' &&
			typeof part.text === 'string',
	);
	return isText ? textOfContent(content) : content;
}

/** Fields of a message that are no answer: its frame, and what the model thought. */
const BESIDE_THE_ANSWER =
	/^(role|id|object|type|name|model|index|status|format|provider|language|metadata|provider_specific_fields)$|reason|think|thought|signature|fingerprint/i;

/** Whether a message holds anything that a user could take for an answer: a text, a picture, a call, a field of a later version. */
export function holdsAnswer({ content, ...others }: Json): boolean {
	const parts = [content].flat().filter((part) => !isReasoningPart(part));
	return (
		parts.some(isFilled) ||
		Object.entries(others).some(
			([name, value]) =>
				!BESIDE_THE_ANSWER.test(name) &&
				(typeof value === 'string' || typeof value === 'object') &&
				isFilled(value),
		)
	);
}

export function isFilled(value: unknown): boolean {
	if (typeof value === 'string') return value.trim() !== '';
	if (typeof value !== 'object' || value === null) return value !== null && value !== undefined;
	return Object.entries(value).some(
		([name, inner]) => !['type', 'id', 'index', 'role'].includes(name) && isFilled(inner),
	);
}

function isReasoningPart(part: unknown): boolean {
	const type = isRecord(part) ? part.type : undefined;
	return type === 'thinking' || type === 'reasoning' || type === 'redacted_thinking';
}
