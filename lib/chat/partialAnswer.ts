import { unreadableAnswerFailure, type Answer } from '../core/answer';
import { ANSWER_TOO_LARGE } from '../core/bounds';
import { cut, quoted } from '../core/cut';
import { ServiceFailure, type FailureFacts } from '../core/failure';
import type { Json } from '../core/record';
import type { AnswerAssembler } from './assembler';

/** As many characters of the words between events are in a message. */
export const MAX_SHOWN_WORDS = 500;
/** As much of what could not be read is in an error. */
const MAX_UNREAD_CHARACTERS = 10_000;

export const INVALID_JSON_MESSAGE = 'The service sent a piece of the answer that is not valid JSON';

/** What came of an answer that cannot be finished: its failures keep it, and what of it could not be read. */
export class PartialAnswer {
	private unread = '';

	constructor(
		private readonly answer: Answer,
		private readonly assembler: AnswerAssembler,
	) {}

	keepUnread(text: string): void {
		this.unread = cut(`${this.unread}${text}\n`, MAX_UNREAD_CHARACTERS).text;
	}

	/** The failure of an answer that ended early, with the last words that came between its events. */
	brokenOffFailure(words: string, cause?: ServiceFailure): ServiceFailure {
		// What is too large would be so again.
		if (cause?.facts.code === ANSWER_TOO_LARGE) {
			const { charge } = this.answer;
			return cause.withMessage(cause.message, { charge, details: this.details });
		}
		const { textLength, hasContent } = this.assembler;
		const end = hasContent ? '' : ' before its first word';
		const where = textLength > 0 ? ` after ${textLength} characters` : end;
		const isTimeout = cause?.facts.kind === 'timeout';
		const said = isTimeout ? cause.message : quoted(words, MAX_SHOWN_WORDS, this.answer.headers);
		const why = said === '' ? this.endWords : `: ${said}`;
		return this.failure(`The answer ended early${where}${why}`, {}, cause);
	}

	/** The word with which it broke, for the end of a sentence. */
	get endWords(): string {
		const word = this.assembler.brokenEndWord;
		return word === undefined ? '' : `: it ended with "${cut(word, 100).text}"`;
	}

	unreadFailure(error: unknown): ServiceFailure {
		const message = error instanceof ServiceFailure ? error.message : INVALID_JSON_MESSAGE;
		return this.failure(message, {}, error);
	}

	failure(message: string, facts: Partial<FailureFacts> = {}, cause?: unknown): ServiceFailure {
		const hasPart = this.unread !== '' || this.assembler.hasContent;
		const cure = hasPart ? { cure: 'The partial response is in the error details.' } : {};
		const { hasBegun } = this.assembler;
		const own = { status: undefined, hasBegun, ...cure, ...facts, details: this.details };
		return unreadableAnswerFailure(this.answer, message, own, cause);
	}

	get details(): Json {
		const { unread, assembler, answer } = this;
		const partialAnswer = assembler.completion();
		return unread === ''
			? { partialAnswer }
			: { partialAnswer, unread: answer.redact?.text(unread) ?? unread };
	}
}
