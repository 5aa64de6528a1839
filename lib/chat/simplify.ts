import { reportedCost } from '../base/cost';
import { parseJson } from '../base/decodeBody';
import { isRecord } from '../base/record';
import { wireName } from '../http/body';
import { camelKeys, camelRecord } from '../output/simplify';

type Json = Record<string, unknown>;

/**
 * The parts of a chat answer that a workflow mostly needs, from the whole answer and the name prefix of the deployment (docs/service.md#chat).
 * `text` is where n8n's chat and message nodes look for an answer. Reasoning, citations, tool calls and further choices are there where the answer has any;
 * so is `message`, the assistant message unchanged, where the next round needs more of it than its text.
 */
export function simplified(completion: Json, namePrefix: string): Json {
	const choices = (Array.isArray(completion.choices) ? completion.choices : []).filter(isRecord);
	const parameters = completion[wireName('service_parameters', namePrefix)];
	const cited = isRecord(parameters) ? parameters.web_search_citations : undefined;
	const citations = Array.isArray(cited) ? camelKeys(cited.filter(isRecord)) : [];
	const [first] = choices;
	return {
		...simplifiedChoice(first ?? {}),
		...(Array.isArray(citations) && citations.length > 0 ? { citations } : {}),
		model: textOrNull(completion.model),
		usage: isRecord(completion.usage) ? camelRecord(withoutNulls(completion.usage)) : null,
		cost: reportedCost(completion.cost),
		id: textOrNull(completion.id),
		...(completion.unreadNumbers === undefined ? {} : { unreadNumbers: completion.unreadNumbers }),
		...(choices.length > 1 ? { choices: choices.map(simplifiedChoice) } : {}),
	};
}

/** The counts that were sent: those without a value say nothing. */
function withoutNulls(usage: Json): Json {
	return Object.fromEntries(Object.entries(usage).filter(([, value]) => value !== null));
}

function simplifiedChoice(choice: Json): Json {
	const message = isRecord(choice.message) ? choice.message : {};
	const calls = Array.isArray(message.tool_calls) ? message.tool_calls.filter(isRecord) : [];
	const text = textOf(message.content);
	const reasoning = readableReasoning(message.reasoning_content);
	return {
		text,
		...(reasoning === null ? {} : { reasoning }),
		...(calls.length === 0 ? {} : { toolCalls: calls.map(simplifiedCall) }),
		finishReason: textOrNull(choice.finish_reason),
		...(saysMore(message, { text, reasoning }) ? { message } : {}),
	};
}

/** Whether the message holds more than what was read from it, such as tool calls, or reasoning in encrypted form. */
function saysMore(
	message: Json,
	{ text, reasoning }: { text: string; reasoning: string | null },
): boolean {
	const read: Json = { role: message.role, content: text, reasoning_content: reasoning };
	return Object.entries(message).some(([name, value]) => !isEmpty(value) && value !== read[name]);
}

function isEmpty(value: unknown): boolean {
	return (
		value === null ||
		value === undefined ||
		value === '' ||
		(Array.isArray(value) && value.length === 0)
	);
}

/** Arguments arrive as a JSON string that can be empty (docs/service.md#chat); text that is no JSON is left as it is. */
function simplifiedCall(call: Json): Json {
	const { name, arguments: text } = isRecord(call.function) ? call.function : {};
	let parsed: unknown = text;
	if (typeof text === 'string') {
		try {
			parsed = text.trim() === '' ? {} : parseJson(text);
		} catch {
			parsed = text;
		}
	}
	return { id: textOrNull(call.id), name: textOrNull(name), arguments: parsed ?? {} };
}

/** What the model wrote of its thoughts, without what follows in encrypted form for the model alone (docs/service.md#chat). */
function readableReasoning(reasoning: unknown): string | null {
	if (typeof reasoning !== 'string') return null;
	const [readable = ''] = reasoning.split('__ENCRYPTED_REASONING__', 1);
	if (readable === reasoning) return reasoning;
	return readable.trimEnd() || null;
}

function textOrNull(value: unknown): string | null {
	return typeof value === 'string' ? value : null;
}

/** The text of a message's content: text itself, or that of its parts. */
export function textOf(content: unknown): string {
	if (typeof content === 'string') return content;
	if (!Array.isArray(content)) return '';
	return content
		.map((part: unknown) => {
			if (typeof part === 'string') return part;
			return isRecord(part) && typeof part.text === 'string' ? part.text : '';
		})
		.join('');
}
