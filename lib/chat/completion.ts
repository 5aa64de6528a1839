import { unreadableAnswerFailure, type Answer } from '../core/answer';
import type { ChargeRisk, FailureFacts, ServiceFailure } from '../core/failure';
import { isRecord, type Json } from '../core/record';
import { shownValue } from '../fields/parseJson';
import { cut } from '../core/cut';
import { AnswerAssembler } from './assembler';
import type { ChatAnswer, ChatChoice } from './chatAnswer';
import { CUT_WORDS } from './finish';
import type { ShowPiece } from './liveMessage';
import { holdsAnswer } from './messageText';
import { isBlank } from './readArguments';
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
 * A chat answer that is read as it arrives: up to its first chunk as a part of its attempt (`Call`), so that one that ends early before counts
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

export const OTHER_PROMPT_CURE = 'Change the prompt, or choose another model.';
const OTHER_MODEL_CURE = 'Try again, or choose another model.';

/**
 * The same answer, once it is sure that there is something to read in it, and that its calls are complete and may be run.
 * Throws a ServiceFailure with identifier, usage and cost otherwise.
 */
export function requireAnswer(answer: Answer, read: ChatAnswer): ChatAnswer {
	const { completion, choices } = read;
	const [first] = choices;
	if (!isRecord(first?.choice.message)) throw noCompletionFailure(answer, completion);
	if (!choices.some(({ message }) => holdsAnswer(message)))
		throw emptyAnswerFailure(answer, first, completion);
	for (const choice of choices) rejectUnfinishedCalls(answer, choice, completion);
	return read;
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

function emptyAnswerFailure(
	answer: Answer,
	{ finish, reasoning }: ChatChoice,
	completion: Json,
): ServiceFailure {
	const emptyFailure = (sentence: string, cure: string, charge: ChargeRisk = 'possible') =>
		unusableAnswerFailure(answer, sentence, completion, { cure, charge });
	const { kind, word, cutBy } = finish;
	// What the model thought, however useless, is paid for.
	if (kind === 'cut') {
		const sentence = cutBy === 'length' ? 'The model used up its tokens' : finish.sentence;
		return emptyFailure(`${sentence} before it answered`, CUT_WORDS[cutBy].cure, 'certain');
	}
	if (kind === 'filtered') return emptyFailure(finish.sentence, OTHER_PROMPT_CURE);
	if (reasoning !== null) {
		const cure = `Its reasoning is in the error details. ${OTHER_MODEL_CURE}`;
		return emptyFailure('The model sent its reasoning only, and no answer', cure);
	}
	const why = kind === 'unknown' && word !== '' ? `: it ended with "${cut(word, 100).text}"` : '';
	return emptyFailure(`The service sent no answer${why}`, OTHER_MODEL_CURE);
}

/**
 * Refuses a call whose arguments the model did not finish, none at all where it was cut among them, and any call of an answer that a filter
 * stopped. Some servers say of an answer that was cut that it ended with a call.
 */
function rejectUnfinishedCalls(
	answer: Answer,
	{ calls, finish }: ChatChoice,
	completion: Json,
): void {
	const { kind, cutBy } = finish;
	const cure = kind === 'cut' ? CUT_WORDS[cutBy].cure : OTHER_MODEL_CURE;
	const unusableCallFailure = (what: string, givenArguments: unknown) => {
		const message = `${what}: ${shownValue(givenArguments ?? '')}`;
		return unusableAnswerFailure(answer, message, completion, { cure, charge: 'certain' });
	};
	for (const { name, args, givenArguments } of calls) {
		if (kind === 'filtered') {
			const sentence = `${finish.sentence}, so its call of "${name}" may not be run`;
			throw unusableCallFailure(sentence, givenArguments);
		}
		const isCut = kind === 'cut' && isBlank(givenArguments);
		if (name === null || (args !== undefined && !isCut)) continue;
		const isObject = typeof givenArguments === 'string' && /^\s*\{/.test(givenArguments);
		if (kind === 'whole' && !isObject) continue;
		if (kind === 'whole') {
			const what = `The model called the tool "${name}" with arguments that are not a JSON object`;
			throw unusableCallFailure(what, givenArguments);
		}
		const why = kind === 'cut' ? CUT_WORDS[cutBy].why : 'the answer did not end as one with a call';
		const what = `The model did not finish the arguments of its call of "${name}", because ${why}`;
		throw unusableCallFailure(what, givenArguments);
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
