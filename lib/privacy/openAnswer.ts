import { createParser } from 'eventsource-parser';

import { cut } from '../core/cut';
import { unreadableAnswerFailure, type Answer, NOT_ENCRYPTED } from '../core/answer';
import { failureOf, type ServiceFailure } from '../core/failure';
import { isRecord, type Json } from '../core/record';
import { cancelBody, isDoneMarker, isStream, streamOf } from '../core/streams';
import type { EncryptionSession } from './enclave/cipher';
import { parsedJsonOrUndefined, readCalls, type ToolOffer } from './toolsInside';

const CUT_OFF_CODE = 'ENCRYPTED_ANSWER_CUT_OFF';

export const DROPPED_ANSWER_CODES = [NOT_ENCRYPTED, CUT_OFF_CODE];

/** What an event says in clear text; anything else that a relay adds is dropped. */
const CLEAR_EVENT_FIELDS = ['id', 'object', 'created', 'model', 'usage', 'cost', 'error'];
const SEALED_FIELDS = ['content', 'reasoning_content', 'reasoning'];
const MAX_LINE_CHARACTERS = 10_000_000;

/**
 * The same answer with its pieces decrypted. Reading it throws a ServiceFailure for a piece that is not encrypted to the session, for one
 * that was changed, where the end is missing, and for calls of offered tools that cannot be used; the session is wiped when it ends.
 */
export function openAnswer(
	answer: Answer,
	session: EncryptionSession,
	offered?: ToolOffer,
): Answer {
	if (!isStream(answer.body)) {
		session.wipe();
		throw refusedAnswerFailure(answer, 'The answer was not encrypted');
	}
	const { body } = answer;
	const pieces = decryptedEvents(answer, body, session, offered);
	const closableEvents: AsyncIterableIterator<Uint8Array> = {
		next: async () => await pieces.next(),
		// A generator that waits for a body that hangs would not end with it.
		return: async () => {
			cancelBody(body);
			return await pieces.return(undefined);
		},
		[Symbol.asyncIterator]: () => closableEvents,
	};
	return { ...answer, body: streamOf(closableEvents, body) };
}

async function* decryptedEvents(
	answer: Answer,
	body: AsyncIterable<Uint8Array>,
	session: EncryptionSession,
	offered: ToolOffer | undefined,
): AsyncGenerator<Uint8Array> {
	const reader = new EncryptedEventReader(answer, session, offered);
	try {
		for await (const chunk of body) {
			for (const event of reader.read(chunk)) yield Buffer.from(`data: ${event}\n\n`);
		}
		for (const event of reader.finish()) yield Buffer.from(`data: ${event}\n\n`);
	} catch (error) {
		throw failureOf(error, 'unreachable');
	} finally {
		session.wipe();
	}
}

class EncryptedEventReader {
	private readonly decoder = new TextDecoder();

	private readonly arrivedEvents: string[] = [];

	private readonly parser = createParser({
		onEvent: ({ data }) => void this.arrivedEvents.push(data),
	});

	private lineParts: string[] = [];

	private lineLength = 0;

	private readonly openChoices = new Set<unknown>();

	/** The text of each choice so far, which is kept until its end shows whether it calls functions. */
	private readonly textByChoice = new Map<unknown, string>();

	private endedChoices = 0;

	private hasDoneMarker = false;

	private isFirst = true;

	constructor(
		private readonly answer: Answer,
		private readonly session: EncryptionSession,
		private readonly offered: ToolOffer | undefined,
	) {}

	read(chunk: Uint8Array): string[] {
		const text = this.decoder.decode(chunk, { stream: true });
		if (this.isFirst && /^\s*[{[<]/.test(text))
			throw refusedAnswerFailure(this.answer, 'The answer was not encrypted');
		this.isFirst &&= text.trim() === '';
		this.lineParts.push(text);
		this.lineLength += text.length;
		if (this.lineLength > MAX_LINE_CHARACTERS)
			throw refusedAnswerFailure(this.answer, 'The answer was not encrypted');
		if (!/[\r\n]/.test(text)) return [];
		this.parser.feed(this.lineParts.join(''));
		this.lineParts = [];
		this.lineLength = 0;
		return this.arrivedEvents.splice(0).map((data) => this.decryptEvent(data));
	}

	/** The last event, which counts without the empty line that ends it. Throws a ServiceFailure where the answer is not whole. */
	finish(): string[] {
		this.parser.feed(`${this.lineParts.join('')}\n\n`);
		const last = this.arrivedEvents.splice(0).map((data) => this.decryptEvent(data));
		this.requireWhole();
		return last;
	}

	private requireWhole(): void {
		if (
			this.hasDoneMarker &&
			this.openChoices.size + this.textByChoice.size === 0 &&
			this.endedChoices > 0
		)
			return;
		throw refusedAnswerFailure(
			this.answer,
			'The encrypted answer ended before it was complete',
			CUT_OFF_CODE,
		);
	}

	private decryptEvent(data: string): string {
		if (isDoneMarker(data)) {
			this.hasDoneMarker = true;
			// What fails after it is not heard.
			this.requireWhole();
			return '[DONE]';
		}
		const event = parsedJsonOrUndefined(data);
		// Whatever it is, it is not what an enclave sends.
		if (!isRecord(event))
			throw refusedAnswerFailure(this.answer, 'A piece of the answer was not encrypted');
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
		if (!isRecord(choice))
			throw refusedAnswerFailure(this.answer, 'A piece of the answer was not encrypted');
		const { index = 0, delta, finish_reason: reason, ...rest } = choice;
		const more = Object.values(rest).find((value) => value !== null && value !== undefined);
		if (more !== undefined)
			throw refusedAnswerFailure(this.answer, 'A piece of the answer was not encrypted');
		if (typeof reason === 'string') {
			this.openChoices.delete(index);
			this.endedChoices++;
		} else this.openChoices.add(index);
		const pieces = isRecord(delta) ? this.decryptDelta(delta) : {};
		const opened = { index, delta: pieces, finish_reason: reason ?? null };
		return this.offered === undefined ? opened : this.withToolCalls(opened, this.offered);
	}

	/** The choice without its text while that grows; with the whole text, or the calls that it makes, at its end. */
	private withToolCalls({ index, delta, finish_reason: reason }: Json, offered: ToolOffer): Json {
		const { content = '', ...others } = delta as { content?: string };
		const text = `${this.textByChoice.get(index) ?? ''}${content}`;
		this.textByChoice.set(index, text);
		if (typeof reason !== 'string') return { index, delta: others };
		this.textByChoice.delete(index);
		const read = readCalls(text, offered);
		if ('problem' in read) {
			throw refusedAnswerFailure(
				this.answer,
				`The model answered with a function call that cannot be used: ${read.problem}`,
			);
		}
		if (read.calls.length === 0) {
			return { index, delta: { ...others, content: read.text }, finish_reason: reason };
		}
		const said = { ...others, content: read.text, tool_calls: read.calls };
		return { index, delta: said, finish_reason: 'tool_calls' };
	}

	private decryptDelta({ role, ...pieces }: Json): Json {
		const opened = Object.entries(pieces)
			.filter(([, value]) => value !== null && value !== undefined && value !== '')
			.map(([key, value]) => [key, this.decryptPiece(key, value)]);
		return { ...(typeof role === 'string' ? { role } : {}), ...Object.fromEntries(opened) };
	}

	private decryptPiece(key: string, value: unknown): string {
		if (!SEALED_FIELDS.includes(key) || typeof value !== 'string') {
			throw refusedAnswerFailure(
				this.answer,
				`The answer has a part "${cut(key, 40).text}" that was not encrypted`,
			);
		}
		// Some models send line breaks between pieces in clear text.
		if (value.trim() === '') return value;
		try {
			return this.session.open(value);
		} catch (error) {
			return throwPieceFailure(this.answer, key, error);
		}
	}
}

const PIECE_REASONS: Record<string, string> = {
	'it is not encrypted': 'was not encrypted',
	'a public key that is not on the curve': 'is no encrypted value',
};

function throwPieceFailure(answer: Answer, key: string, cause: unknown): never {
	const why = PIECE_REASONS[cause instanceof Error ? cause.message : ''];
	const what = key === 'content' ? 'answer' : 'reasoning';
	throw refusedAnswerFailure(
		answer,
		`A piece of the ${what} ${why ?? 'was not encrypted to this call, or was changed'}`,
	);
}

/** The failure of an answer that was received. Nothing of it is returned. */
function refusedAnswerFailure(
	{ headers, charge }: Answer,
	message: string,
	code = NOT_ENCRYPTED,
): ServiceFailure {
	const cure = 'Nothing of the answer is returned. Try again, or choose another model.';
	return unreadableAnswerFailure({ headers, charge }, message, { code, cure });
}
