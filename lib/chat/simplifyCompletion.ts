import { reportedCost } from '../core/cost';
import { parseWithExactIntegers } from '../core/decodeBody';
import { isRecord, type Json } from '../core/record';
import { wireName } from '../wire/body';
import { tokenFields } from '../cost/tokens';
import { camelKeys } from '../wire/simplifiedItems';
import { readArguments } from './readArguments';
import { finishKindOf } from './finishReason';
import { reasoningOf, refusalOf, textOfMessage } from './messageText';

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

function textOrNull(value: unknown): string | null {
	return typeof value === 'string' ? value : null;
}
