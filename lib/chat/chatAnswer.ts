import type { Answer } from '../core/answer';
import { isRecord, type Json } from '../core/record';
import { tokenFields } from '../cost/tokens';
import { wireName } from '../wire/body';
import { linkMarks } from './citationMarks';
import { finishOf, type Finish } from './finish';
import { reasoningOf, refusalOf, textOfMessage } from './messageText';
import { readArguments } from './readArguments';

/** A chat answer in the form of an unstreamed one (docs/maintainers/service.md#chat), read once: whatever is made of it reads this. */
export interface ChatAnswer {
	/** As it came. */
	completion: Json;
	choices: ChatChoice[];
	/** The sources that it names, as they came. */
	citations: unknown[];
}

/** One choice of it: what it says, what it calls and how it ended. */
export interface ChatChoice {
	/** As it came. */
	choice: Json;
	/** The same, as it can go back in the next round. */
	message: Json;
	text: string;
	reasoning: string | null;
	refusal: string;
	calls: ChatCall[];
	finish: Finish;
}

export interface ChatCall {
	/** As it can go back: with arguments that a service can parse, where they could be read. */
	call: Json;
	/** Null where it is no call of a function. */
	name: string | null;
	/** Undefined where they are no JSON object. */
	args: Json | undefined;
	/** As they came. */
	givenArguments: unknown;
}

/** Reads a chat answer, checked or not: what it lacks is empty. */
export function readChatAnswer(
	completion: Json,
	{ namePrefix, lengthBound: bound }: Pick<Answer, 'namePrefix' | 'lengthBound'>,
): ChatAnswer {
	const choices = recordsOf(completion.choices);
	const tokens = () => (choices.length === 1 ? tokenFields(completion.usage).outputTokens : null);
	const citations = citationsOf(completion, namePrefix);
	const read = (choice: Json) => readChoice(choice, { bound, tokens }, citations);
	return { completion, choices: choices.map(read), citations };
}

/** The sources that an answer names: those of the service's own search, or beside the answer as in other interfaces. */
export function citationsOf(completion: Json, namePrefix: string): unknown[] {
	const parameters = completion[wireName('service_parameters', namePrefix)];
	const cited = isRecord(parameters) ? parameters.web_search_citations : undefined;
	return [cited, completion.citations].find(isFilledList) ?? [];
}

function readChoice(
	choice: Json,
	limits: Parameters<typeof finishOf>[2],
	citations: unknown[],
): ChatChoice {
	const received = isRecord(choice.message) ? choice.message : {};
	const refusal = refusalOf(received);
	const calls = new Map(recordsOf(received.tool_calls).map((call) => [call, readCall(call)]));
	const isRepaired = [...calls].some(([sent, { call }]) => call !== sent);
	const sentCalls: unknown[] = isRepaired ? [received.tool_calls].flat() : [];
	const message = isRepaired
		? { ...received, tool_calls: sentCalls.map((sent) => calls.get(sent as Json)?.call ?? sent) }
		: received;
	return {
		...{ choice, message, refusal },
		text: linkMarks(textOfMessage(message), () => citations),
		reasoning: reasoningOf(message),
		calls: [...calls.values()],
		finish: finishOf(choice, refusal, limits),
	};
}

/** A text that is no JSON object, and was read as one, goes back as what was read: a service that parses it would refuse the turn. */
function readCall(call: Json): ChatCall {
	const called = isRecord(call.function) ? call.function : {};
	const { name, arguments: givenArguments } = called;
	const { args, text } = readArguments(givenArguments) ?? {};
	const isAsGiven = text === undefined || text === givenArguments || call.function !== called;
	return {
		call: isAsGiven ? call : { ...call, function: { ...called, arguments: text } },
		name: typeof name === 'string' ? name : null,
		...{ args, givenArguments },
	};
}

function recordsOf(list: unknown): Json[] {
	return (Array.isArray(list) ? list : []).filter(isRecord);
}

function isFilledList(value: unknown): value is unknown[] {
	return Array.isArray(value) && value.length > 0;
}
