import { cut } from '../core/cut';
import {
	NOT_ENCRYPTED,
	unreadableAnswerFailure,
	type Answer,
	type EventOpener,
} from '../core/answer';
import { endOf } from '../core/endWord';
import type { ServiceFailure } from '../core/failure';
import { isRecord, type Json } from '../core/record';
import { isDoneMarker } from '../core/streams';
import type { EncryptionSession } from './enclave/cipher';
import { parsedJsonOrUndefined, readCalls, type ToolOffer } from './toolsInside';

const CUT_OFF_CODE = 'ENCRYPTED_ANSWER_CUT_OFF';
const UNENCRYPTED_PIECE = 'A piece of the answer was not encrypted';

/** What an event says in clear text; anything else that a relay adds is dropped. */
const CLEAR_EVENT_FIELDS = ['id', 'object', 'created', 'model', 'usage', 'cost', 'error'];
const SEALED_FIELDS = ['content', 'reasoning_content', 'reasoning'];

/** Decrypts the events of one answer. Throws a ServiceFailure for what is not encrypted to its session, for what was changed, and for calls of offered tools that cannot be used. */
export class EncryptedEvents implements EventOpener {
	private readonly openChoices = new Set<unknown>();

	/** The text of each choice so far, which is kept until its end shows whether it calls functions. */
	private readonly textByChoice = new Map<unknown, string>();

	private endedChoices = 0;

	private hasDoneMarker = false;

	constructor(
		private readonly answer: Answer,
		private readonly session: EncryptionSession,
		private readonly offered: ToolOffer | undefined,
	) {}

	close(): void {
		this.session.wipe();
	}

	/** Nothing of an answer that was received is returned. */
	refusal(message: string, code = NOT_ENCRYPTED): ServiceFailure {
		const { headers, charge } = this.answer;
		const cure = 'Nothing of the answer is returned. Try again, or choose another model.';
		return unreadableAnswerFailure({ headers, charge }, message, { code, cure });
	}

	requireWhole(): void {
		const isOver = this.openChoices.size + this.textByChoice.size === 0 && this.endedChoices > 0;
		if (this.hasDoneMarker && isOver) return;
		const message = 'The encrypted answer ended before it was complete';
		throw this.refusal(message, CUT_OFF_CODE);
	}

	open(data: string): string {
		if (isDoneMarker(data)) {
			this.hasDoneMarker = true;
			// What fails after it is not heard.
			this.requireWhole();
			return '[DONE]';
		}
		const event = parsedJsonOrUndefined(data);
		// Whatever it is, it is not what an enclave sends.
		if (!isRecord(event)) throw this.refusal(UNENCRYPTED_PIECE);
		const clear = Object.fromEntries(
			CLEAR_EVENT_FIELDS.filter((key) => key in event).map((key) => [key, event[key]]),
		);
		if (event.choices === undefined) return JSON.stringify(clear);
		const choices = Array.isArray(event.choices) ? event.choices : [event.choices];
		return JSON.stringify({
			...clear,
			choices: choices.map((choice) => this.decryptChoice(choice)),
		});
	}

	private decryptChoice(choice: unknown): Json {
		if (!isRecord(choice)) throw this.refusal(UNENCRYPTED_PIECE);
		const { index = 0, delta, finish_reason: reason, ...rest } = choice;
		const more = Object.values(rest).find((value) => value !== null && value !== undefined);
		if (more !== undefined) throw this.refusal(UNENCRYPTED_PIECE);
		const isEnd = endOf(choice).kind !== 'none';
		if (isEnd) {
			this.openChoices.delete(index);
			this.endedChoices++;
		} else this.openChoices.add(index);
		const pieces = isRecord(delta) ? this.decryptDelta(delta) : {};
		const opened = { index, delta: pieces, finish_reason: reason ?? null };
		return this.offered === undefined ? opened : this.withToolCalls(opened, isEnd, this.offered);
	}

	/** The choice without its text while that grows; with the whole text, or the calls that it makes, at its end. */
	private withToolCalls({ delta, ...choice }: Json, isEnd: boolean, offered: ToolOffer): Json {
		const { index } = choice;
		const { content = '', ...others } = delta as { content?: string };
		const text = `${this.textByChoice.get(index) ?? ''}${content}`;
		this.textByChoice.set(index, text);
		if (!isEnd) return { ...choice, delta: others };
		this.textByChoice.delete(index);
		const read = readCalls(text, offered);
		if ('problem' in read) {
			throw this.refusal(
				`The model answered with a function call that cannot be used: ${read.problem}`,
			);
		}
		const calls = read.calls.length === 0 ? {} : { tool_calls: read.calls };
		return { ...choice, delta: { ...others, content: read.text, ...calls } };
	}

	private decryptDelta({ role, ...pieces }: Json): Json {
		const opened = Object.entries(pieces)
			.filter(([, value]) => value !== null && value !== undefined && value !== '')
			.map(([key, value]) => [key, this.decryptPiece(key, value)]);
		return { ...(typeof role === 'string' ? { role } : {}), ...Object.fromEntries(opened) };
	}

	private decryptPiece(key: string, value: unknown): string {
		if (!SEALED_FIELDS.includes(key) || typeof value !== 'string') {
			throw this.refusal(`The answer has a part "${cut(key, 40).text}" that was not encrypted`);
		}
		// Some models send line breaks between pieces in clear text.
		if (value.trim() === '') return value;
		try {
			return this.session.open(value);
		} catch (error) {
			const why = PIECE_REASONS[error instanceof Error ? error.message : ''];
			const what = key === 'content' ? 'answer' : 'reasoning';
			throw this.refusal(
				`A piece of the ${what} ${why ?? 'was not encrypted to this call, or was changed'}`,
			);
		}
	}
}

const PIECE_REASONS: Record<string, string> = {
	'it is not encrypted': 'was not encrypted',
	'a public key that is not on the curve': 'is no encrypted value',
};
