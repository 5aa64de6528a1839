import { unreadable, type Answer } from '../core/answer';
import type { FailureFacts, ServiceFailure } from '../core/failure';
import { isRecord, type Json } from '../core/record';
import { shown } from '../fields/parseJson';
import { cut } from '../core/cut';
import { readArguments } from './arguments';
import { Assembler } from './assemble';
import { finishOf, reasonOf } from './finish';
import type { Show } from './live';
import { reasoningOf, shownText } from './simplifyCompletion';
import { textPieces } from './textPieces';

/**
 * The whole chat answer in one form, whether it came as JSON or as a stream, not yet checked (docs/maintainers/service.md#chat); `show` gets its text
 * piece by piece. Throws a ServiceFailure.
 */
export async function wholeAnswer(answer: Answer, show?: Show, silenceMs?: number): Promise<Json> {
	const assembler = new Assembler(answer.redact);
	for await (const piece of textPieces(answer, assembler, silenceMs)) await show?.(piece);
	return assembler.completion();
}

/**
 * Reads the whole answer of a chat as a part of its attempt (`RequestPolicy`), so that one that breaks off counts as lost. The body of the answer is
 * then its completion.
 */
export function readWhole(silenceMs?: number) {
	return async (answer: Answer): Promise<Answer> => ({
		...answer,
		body: await wholeAnswer(answer, undefined, silenceMs),
	});
}

const SHORTER = 'Raise Max Answer Length (Tokens), or lower Reasoning Effort.';
const ANOTHER = 'Try again, or choose another model.';

/**
 * A whole chat answer as it came, once it is sure that there is something to read in it, and that its calls are complete.
 * Throws a ServiceFailure with identifier, usage and cost when it holds no answer, or a call that the model did not finish.
 */
export function completionOf(answer: Answer, completion: Json): Json {
	const choices = (Array.isArray(completion.choices) ? completion.choices : []).filter(isRecord);
	const [first] = choices;
	if (!isRecord(first?.message)) throw unusable(answer, 'The service sent no answer', completion);
	if (choices.every(isEmpty)) throw empty(answer, first, completion);
	for (const choice of choices) requireWholeCalls(answer, choice, completion);
	return completion;
}

function isEmpty({ message }: Json): boolean {
	if (!isRecord(message)) return true;
	const { tool_calls: calls, audio, images } = message;
	const others = [calls, audio, images].some((part) =>
		Array.isArray(part) ? part.length > 0 : isRecord(part),
	);
	return shownText(message).trim() === '' && !others;
}

/** Why an answer has neither text nor calls. */
function empty(answer: Answer, first: Json, completion: Json): ServiceFailure {
	const { finish_reason: given, native_finish_reason: own, message } = first;
	const failed = (sentence: string, cure: string, details: Json = {}) =>
		unusable(answer, sentence, completion, { cure, charge: 'possible' }, details);
	const reason = reasonOf(given);
	// What the model thought, however useless, is paid for.
	if (reason === 'length') {
		const sentence = 'The model used up its tokens before it answered';
		return unusable(answer, sentence, completion, { cure: SHORTER, charge: 'certain' });
	}
	if (reason === 'content_filter') {
		const cure = 'Change the prompt, or choose another model.';
		return failed('The content filter of the service stopped the answer', cure);
	}
	const isThought = isRecord(message) && reasoningOf(message) !== null;
	if (isThought) {
		const cure = `Its reasoning is in the error details. ${ANOTHER}`;
		const sentence = 'The model sent its reasoning only, and no answer';
		return failed(sentence, cure, { partialAnswer: completion });
	}
	const isOdd = ['broken', 'unknown'].includes(finishOf(first));
	const word = isOdd ? cut(String(own ?? given), 100).text : '';
	const why = word === '' ? '' : `: it ended with "${word}"`;
	return failed(`The service sent no answer${why}`, ANOTHER);
}

/**
 * Refuses a call whose arguments the model did not finish, and one without any where the answer did not end with it. Some servers say of an answer
 * that was cut off that it ended with a call.
 */
function requireWholeCalls(answer: Answer, choice: Json, completion: Json): void {
	const { message, finish_reason: reason } = choice;
	const calls = isRecord(message) && Array.isArray(message.tool_calls) ? message.tool_calls : [];
	const isCut = reasonOf(reason) === 'length';
	const hasEnded = finishOf(choice) === 'known' && !isCut && reasonOf(reason) !== 'content_filter';
	const refuse = (what: string, given: unknown) => {
		const facts = { cure: isCut ? SHORTER : ANOTHER, charge: 'certain' } as const;
		const message = `The model ${what}: ${shown(given ?? '')}`;
		return unusable(answer, message, completion, facts, { partialAnswer: completion });
	};
	for (const { function: called } of calls.filter(isRecord)) {
		if (!isRecord(called)) continue;
		const { name, arguments: given } = called;
		const args = readArguments(given);
		if (isRecord(args)) continue;
		const isObject = typeof given === 'string' && /^\s*\{/.test(given);
		if (hasEnded && args === undefined && isObject) {
			const what = `called the tool "${String(name)}" with arguments that are not a JSON object`;
			throw refuse(what, given);
		}
		if (hasEnded) continue;
		const why = isCut ? 'its tokens were used up' : 'the answer did not end as one with a call';
		const what = `did not finish the arguments of its call of "${String(name)}", because ${why}`;
		throw refuse(what, given);
	}
}

/** The failure of an answer that was received and paid for, with what it says of itself. */
export function unusable(
	answer: Pick<Answer, 'headers' | 'charge'>,
	message: string,
	{ id, model, usage, cost }: Json,
	facts: Partial<FailureFacts> = {},
	more: Json = {},
): ServiceFailure {
	const details = { ...defined({ id, model, usage, cost }), ...more };
	return unreadable(answer, message, { charge: 'possible', ...facts, details });
}

/** The record without what is missing or null. */
export function defined(record: Json): Json {
	return Object.fromEntries(
		Object.entries(record).filter(([, value]) => value !== undefined && value !== null),
	);
}
