import { reportedCost } from '../core/cost';
import { parseWithExactIntegers } from '../core/decodeBody';
import type { Json } from '../core/record';
import { tokenFields } from '../cost/tokens';
import { camelKeys } from '../wire/simplifiedItems';
import type { ChatAnswer, ChatCall, ChatChoice } from './chatAnswer';
import type { Finish } from './finish';
import { isFilled } from './messageText';

/**
 * The parts of a chat answer that a workflow mostly needs. `text` is where n8n's chat and message nodes look for an answer. Reasoning, citations,
 * tool calls and further choices are there where the answer has any; so is `message`, the assistant message unchanged, where the next round
 * needs more of it than its text.
 */
export function simplifiedCompletion({ completion, choices, citations }: ChatAnswer): Json {
	const [first] = choices;
	return {
		...(first === undefined ? { text: '', finishReason: null } : simplifiedChoice(first)),
		...(citations.length > 0 ? { citations: camelKeys(citations) } : {}),
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

function simplifiedChoice({ choice, ...read }: ChatChoice): Json {
	const { message, text, refusal, reasoning, calls, finish } = read;
	return {
		text,
		...(reasoning === null ? {} : { reasoning }),
		...(refusal === '' ? {} : { refusal }),
		...(calls.length === 0 ? {} : { toolCalls: calls.map(simplifiedCall) }),
		finishReason: textOrNull(choice.finish_reason),
		...finishFacts(finish),
		...(isFilled(choice.logprobs) ? { logprobs: choice.logprobs } : {}),
		...(hasMoreFields(message, { text, reasoning }) ? { message } : {}),
	};
}

/** What an item says of the end of its answer besides the word for it. */
export function finishFacts(finish: Finish): Json {
	const { kind, sentence } = finish;
	return kind === 'unknown' && sentence !== '' ? { finishUnknown: sentence } : cutFacts(finish);
}

/** Who set the limit by which an answer was cut, where no word of the service says so. */
export function cutFacts({ cutBy }: Finish): Json {
	return cutBy === undefined || cutBy === 'length' ? {} : { cutBy };
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

/** Arguments that cannot be read are left as they are, and so is what is no call of a function. */
function simplifiedCall({ call, name, args, givenArguments }: ChatCall): Json {
	if (call.function === undefined) return call;
	const id = textOrNull(call.id);
	return { id, name, arguments: args ?? parsedOrAsGiven(givenArguments) };
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
