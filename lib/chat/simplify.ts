import { camelKeys, camelRecord } from '../output/camelCase';
import { reportedCost } from '../base/cost';
import { isRecord } from '../base/record';
import { wireName } from '../http/namePrefix';
import { textOf } from './text';
import { parseJson } from '../base/decodeBody';

type Json = Record<string, unknown>;

/**
 * The parts of a chat answer that a workflow mostly needs, from the whole answer and the name prefix of the deployment (docs/service.md#chat).
 * `text` is where n8n's chat and message nodes look for an answer; `message` is the assistant message unchanged, to be handed back in the next round.
 */
export function simplified(completion: Json, namePrefix: string): Json {
	const choices = (Array.isArray(completion.choices) ? completion.choices : []).filter(isRecord);
	const parameters = completion[wireName('service_parameters', namePrefix)];
	const citations = isRecord(parameters) ? parameters.web_search_citations : undefined;
	const [first] = choices;
	return {
		...simplifiedChoice(first ?? {}),
		citations: Array.isArray(citations) ? camelKeys(citations.filter(isRecord)) : [],
		usage: isRecord(completion.usage) ? camelRecord(completion.usage) : null,
		cost: reportedCost(completion.cost),
		model: textOrNull(completion.model),
		id: textOrNull(completion.id),
		...(completion.unreadNumbers === undefined ? {} : { unreadNumbers: completion.unreadNumbers }),
		...(choices.length > 1 ? { choices: choices.map(simplifiedChoice) } : {}),
	};
}

function simplifiedChoice(choice: Json): Json {
	const message = isRecord(choice.message) ? choice.message : {};
	const calls = Array.isArray(message.tool_calls) ? message.tool_calls.filter(isRecord) : [];
	return {
		text: textOf(message.content),
		reasoning: readableReasoning(message.reasoning_content),
		toolCalls: calls.map(simplifiedCall),
		finishReason: textOrNull(choice.finish_reason),
		message,
	};
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
