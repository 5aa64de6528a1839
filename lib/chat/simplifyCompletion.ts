import { reportedCost } from '../core/cost';
import { parseWithExactIntegers } from '../core/decodeBody';
import { isRecord, type Json } from '../core/record';
import { wireName } from '../wire/body';
import { tokenFields } from '../cost/tokens';
import { camelKeys } from '../wire/simplifiedItems';
import { readArguments } from './readArguments';
import { finishKindOf } from './finishReason';

/**
 * The parts of a chat answer that a workflow mostly needs, from the whole answer and the name prefix of the deployment (docs/maintainers/service.md#chat).
 * `text` is where n8n's chat and message nodes look for an answer. Reasoning, citations, tool calls and further choices are there where the answer has any;
 * so is `message`, the assistant message unchanged, where the next round needs more of it than its text.
 */
export function simplifiedCompletion(completion: Json, namePrefix: string): Json {
	const choices = (Array.isArray(completion.choices) ? completion.choices : []).filter(isRecord);
	const parameters = completion[wireName('service_parameters', namePrefix)];
	const cited = isRecord(parameters) ? parameters.web_search_citations : undefined;
	const citations = Array.isArray(cited) ? camelKeys(cited.filter(isRecord)) : [];
	const [first] = choices;
	return {
		...simplifiedChoice(first ?? {}),
		...(Array.isArray(citations) && citations.length > 0 ? { citations } : {}),
		model: textOrNull(completion.model),
		...tokenFields(completion.usage),
		cost: reportedCost(completion.cost),
		id: textOrNull(completion.id),
		...marksOf(completion),
		...(choices.length > 1 ? { choices: choices.map(simplifiedChoice) } : {}),
	};
}

/** What an answer says of itself that a user should check. */
export function marksOf({ unreadNumbers, unreadTexts, serviceError, missingAnswers }: Json): Json {
	const marks = Object.entries({ unreadNumbers, unreadTexts, serviceError, missingAnswers });
	return Object.fromEntries(marks.filter(([, value]) => value !== undefined));
}

/** Marks an answer whose finish reason is none that is known. */
export const UNKNOWN_FINISH_NOTE =
	'The finish reason is not one that is known, so the answer may be incomplete';

function simplifiedChoice(choice: Json): Json {
	const message = isRecord(choice.message) ? choice.message : {};
	const calls = Array.isArray(message.tool_calls) ? message.tool_calls.filter(isRecord) : [];
	const text = textOfMessage(message);
	const refusal = refusalOf(message);
	const reasoning = reasoningOf(message);
	return {
		text,
		...(reasoning === null ? {} : { reasoning }),
		...(refusal === '' ? {} : { refusal }),
		...(calls.length === 0 ? {} : { toolCalls: calls.map(simplifiedCall) }),
		finishReason: textOrNull(choice.finish_reason),
		...(finishKindOf(choice) === 'unknown' ? { finishUnknown: UNKNOWN_FINISH_NOTE } : {}),
		...(hasMoreFields(message, { text, reasoning }) ? { message } : {}),
	};
}

/** Whether the message holds more than what was read from it, such as tool calls, or reasoning in encrypted form. */
function hasMoreFields(
	message: Json,
	{ text, reasoning }: { text: string; reasoning: string | null },
): boolean {
	const read: Json = { role: message.role, content: text, reasoning_content: reasoning };
	return Object.entries(message).some(
		([name, value]) => !isEmptyField(value) && value !== read[name],
	);
}

function isEmptyField(value: unknown): boolean {
	return (
		value === null ||
		value === undefined ||
		value === '' ||
		(Array.isArray(value) && value.length === 0)
	);
}

/** Arguments that cannot be read are left as they are. */
function simplifiedCall(call: Json): Json {
	const { name, arguments: given } = isRecord(call.function) ? call.function : {};
	const read = readArguments(given);
	const args = read === 'none' ? {} : (read ?? parsedOrAsGiven(given));
	return { id: textOrNull(call.id), name: textOrNull(name), arguments: args };
}

function parsedOrAsGiven(given: unknown): unknown {
	try {
		return typeof given === 'string' ? parseWithExactIntegers(given) : given;
	} catch {
		return given;
	}
}

/** The names under which services send what a model thought. */
const REASONING_FIELDS = [
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

function textOrNull(value: unknown): string | null {
	return typeof value === 'string' ? value : null;
}

/** What a message says: its text, or in its place the refusal, or the words of its sound. */
export function textOfMessage({ audio, ...message }: Json): string {
	const spoken = isRecord(audio) && isNonEmptyText(audio.transcript) ? audio.transcript : '';
	return textOfContent(message.content) || refusalOf(message) || spoken;
}

/** A refusal has a field of its own, or is a part of the content. */
function refusalOf({ content, refusal }: Json): string {
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

function isFilled(value: unknown): boolean {
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
