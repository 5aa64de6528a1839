import { unreadableAnswerFailure, type Answer } from '../core/answer';
import type { FailureFacts, ServiceFailure } from '../core/failure';
import { isRecord, type Json } from '../core/record';
import { shownValue } from '../fields/parseJson';
import { cut } from '../core/cut';
import { readArguments } from './readArguments';
import { AnswerAssembler } from './assembler';
import { finishKindOf, finishReasonOf } from './finishReason';
import type { ShowPiece } from './liveMessage';
import { holdsAnswer, reasoningOf } from './simplifyCompletion';
import { textPieces } from './textPieces';

/**
 * The whole chat answer in one form, whether it came as JSON or as a stream, not yet checked (docs/maintainers/service.md#chat); `show` gets its text
 * piece by piece. Throws a ServiceFailure.
 */
export async function readWholeCompletion(
	answer: Answer,
	show?: ShowPiece,
	silenceMs?: number,
): Promise<Json> {
	const opened = new OpenedCompletion(silenceMs);
	await opened.open(answer);
	for await (const piece of opened.text()) await show?.(piece);
	return opened.completion();
}

/**
 * A chat answer that is read as it arrives: up to its first chunk as a part of its attempt (`Call`), so that one that breaks off before counts
 * as lost, the rest after it, as what was shown cannot be taken back.
 */
export class OpenedCompletion {
	private assembler = new AnswerAssembler();
	private pieces?: AsyncGenerator<string>;
	private first?: IteratorResult<string>;

	constructor(private readonly silenceMs?: number) {}

	/** Throws a ServiceFailure. */
	readonly open = async (answer: Answer): Promise<Answer> => {
		this.assembler = new AnswerAssembler(answer.redact, answer.asked);
		this.pieces = textPieces(answer, this.assembler, this.silenceMs);
		this.first = await this.pieces.next();
		return answer;
	};

	/** Its text, piece by piece. Throws a ServiceFailure. */
	async *text(): AsyncGenerator<string> {
		try {
			if (this.first?.done === false && this.first.value !== '') yield this.first.value;
			for await (const piece of this.pieces ?? []) if (piece !== '') yield piece;
		} finally {
			await this.pieces?.return(undefined);
		}
	}

	/** The whole of it, once its text was read. */
	completion(): Json {
		return this.assembler.completion();
	}
}

/**
 * Reads the whole answer of a chat as a part of its attempt (`Call`), so that one that breaks off counts as lost. The body of the answer is
 * then its completion.
 */
export function createCompletionReader(silenceMs?: number) {
	return async (answer: Answer): Promise<Answer> => ({
		...answer,
		body: await readWholeCompletion(answer, undefined, silenceMs),
	});
}

const LENGTH_CURE = 'Raise Max Answer Length (Tokens), or lower Reasoning.';
const OTHER_MODEL_CURE = 'Try again, or choose another model.';

/**
 * A whole chat answer as it came, once it is sure that there is something to read in it, and that its calls are complete.
 * Throws a ServiceFailure with identifier, usage and cost when it holds no answer, or a call that the model did not finish.
 */
export function checkedCompletion(answer: Answer, completion: Json): Json {
	const choices = (Array.isArray(completion.choices) ? completion.choices : []).filter(isRecord);
	const [first] = choices;
	if (!isRecord(first?.message)) throw noCompletionFailure(answer, completion);
	if (choices.every(isEmptyChoice)) throw emptyAnswerFailure(answer, first, completion);
	for (const choice of choices) rejectUnfinishedCalls(answer, choice, completion);
	return completion;
}

/** An answer without choices: nothing at all, or one in the form of another interface. */
function noCompletionFailure(answer: Answer, { choices, object, ...others }: Json): ServiceFailure {
	const completion = { choices, object, ...others };
	const fields = Object.keys(others).filter(
		(name) => !/^(id|model|created|usage|cost)$/.test(name),
	);
	if (fields.length === 0)
		return unusableAnswerFailure(answer, 'The service sent no answer', completion);
	const names = cut(fields.map((name) => `"${name}"`).join(', '), 200).text;
	const sentence = `The service sent something else than a chat answer: it has no choices, but ${names}`;
	const cure = 'What it sent is in the error details. Check the Base URL of the credential.';
	return unusableAnswerFailure(answer, sentence, completion, { cure });
}

function isEmptyChoice({ message }: Json): boolean {
	return !isRecord(message) || !holdsAnswer(message);
}

function emptyAnswerFailure(answer: Answer, first: Json, completion: Json): ServiceFailure {
	const { finish_reason: finishReason, native_finish_reason: nativeFinishReason, message } = first;
	const emptyFailure = (sentence: string, cure: string) =>
		unusableAnswerFailure(answer, sentence, completion, { cure, charge: 'possible' });
	const reason = finishReasonOf(finishReason);
	// What the model thought, however useless, is paid for.
	if (reason === 'length') {
		const sentence = 'The model used up its tokens before it answered';
		return unusableAnswerFailure(answer, sentence, completion, {
			cure: LENGTH_CURE,
			charge: 'certain',
		});
	}
	if (reason === 'content_filter') {
		const cure = 'Change the prompt, or choose another model.';
		return emptyFailure('The content filter of the service stopped the answer', cure);
	}
	const isThought = isRecord(message) && reasoningOf(message) !== null;
	if (isThought) {
		const cure = `Its reasoning is in the error details. ${OTHER_MODEL_CURE}`;
		const sentence = 'The model sent its reasoning only, and no answer';
		return emptyFailure(sentence, cure);
	}
	const isOdd = ['broken', 'unknown'].includes(finishKindOf(first));
	const word = isOdd ? cut(String(nativeFinishReason ?? finishReason), 100).text : '';
	const why = word === '' ? '' : `: it ended with "${word}"`;
	return emptyFailure(`The service sent no answer${why}`, OTHER_MODEL_CURE);
}

/**
 * Refuses a call whose arguments the model did not finish, and one without any where the answer did not end with it. Some servers say of an answer
 * that was cut off that it ended with a call.
 */
function rejectUnfinishedCalls(answer: Answer, choice: Json, completion: Json): void {
	const { message, finish_reason: reason } = choice;
	const calls = isRecord(message) && Array.isArray(message.tool_calls) ? message.tool_calls : [];
	const isCut = finishReasonOf(reason) === 'length';
	const hasEnded =
		finishKindOf(choice) === 'known' && !isCut && finishReasonOf(reason) !== 'content_filter';
	const unfinishedCallFailure = (what: string, given: unknown) => {
		const facts = { cure: isCut ? LENGTH_CURE : OTHER_MODEL_CURE, charge: 'certain' } as const;
		const message = `The model ${what}: ${shownValue(given ?? '')}`;
		return unusableAnswerFailure(answer, message, completion, facts);
	};
	for (const { function: called } of calls.filter(isRecord)) {
		if (!isRecord(called)) continue;
		const { name, arguments: given } = called;
		const args = readArguments(given);
		if (isRecord(args)) continue;
		const isObject = typeof given === 'string' && /^\s*\{/.test(given);
		if (hasEnded && args === undefined && isObject) {
			const what = `called the tool "${String(name)}" with arguments that are not a JSON object`;
			throw unfinishedCallFailure(what, given);
		}
		if (hasEnded) continue;
		const why = isCut ? 'its tokens were used up' : 'the answer did not end as one with a call';
		const what = `did not finish the arguments of its call of "${String(name)}", because ${why}`;
		throw unfinishedCallFailure(what, given);
	}
}

/** The failure of an answer that was received and paid for, with all that it says. */
export function unusableAnswerFailure(
	answer: Pick<Answer, 'headers' | 'charge'>,
	message: string,
	completion: Json,
	facts: Partial<FailureFacts> = {},
	more: Json = {},
): ServiceFailure {
	const { id, model, usage, cost } = completion;
	const partialAnswer = Object.keys(completion).length > 0 ? completion : undefined;
	const details = { ...withoutMissing({ id, model, usage, cost, partialAnswer }), ...more };
	return unreadableAnswerFailure(answer, message, { charge: 'possible', ...facts, details });
}

export function withoutMissing(record: Json): Json {
	return Object.fromEntries(
		Object.entries(record).filter(([, value]) => value !== undefined && value !== null),
	);
}
