import { createParser } from 'eventsource-parser';

import { cut } from '../core/cut';
import { unreadable, type Answer, NOT_ENCRYPTED } from '../core/answer';
import { failureOf, type ServiceFailure } from '../core/failure';
import { isRecord, type Json } from '../core/record';
import { giveUp, isDone, isStream, streamOf } from '../core/streams';
import type { Session } from './enclave/cipher';
import { parsedOf, readCalls, type ToolOffer } from './toolsInside';

/** The code of an encrypted answer that broke off. */
const CUT_OFF = 'ENCRYPTED_ANSWER_CUT_OFF';

/** The codes of encrypted answers that are dropped whole. */
export const NOTHING_KEPT = [NOT_ENCRYPTED, CUT_OFF];

/** What an event says in clear text; anything else that a relay adds is dropped. */
const CLEAR = ['id', 'object', 'created', 'model', 'usage', 'cost', 'error'];
const SEALED = ['content', 'reasoning_content', 'reasoning'];
const MOST_LINE = 10_000_000;

/**
 * The same answer with its pieces decrypted. Reading it throws a ServiceFailure for a piece that is not encrypted to the session, for one
 * that was changed, where the end is missing, and for calls of offered tools that cannot be used; the session is wiped when it ends.
 */
export function openAnswer(answer: Answer, session: Session, offered?: ToolOffer): Answer {
	if (!isStream(answer.body)) {
		session.wipe();
		throw refused(answer, 'The answer was not encrypted');
	}
	const { body } = answer;
	const pieces = opened(answer, body, session, offered);
	const closing: AsyncIterableIterator<Uint8Array> = {
		next: async () => await pieces.next(),
		// A generator that waits for a body that hangs would not end with it.
		return: async () => {
			giveUp(body);
			return await pieces.return(undefined);
		},
		[Symbol.asyncIterator]: () => closing,
	};
	return { ...answer, body: streamOf(closing, body) };
}

async function* opened(
	answer: Answer,
	body: AsyncIterable<Uint8Array>,
	session: Session,
	offered: ToolOffer | undefined,
): AsyncGenerator<Uint8Array> {
	const reader = new EventReader(answer, session, offered);
	try {
		for await (const chunk of body) {
			for (const event of reader.read(chunk)) yield Buffer.from(`data: ${event}\n\n`);
		}
		for (const event of reader.end()) yield Buffer.from(`data: ${event}\n\n`);
	} catch (error) {
		throw failureOf(error, 'unreachable');
	} finally {
		session.wipe();
	}
}

/** Reads events, and writes each again with its pieces decrypted. */
class EventReader {
	private readonly decoder = new TextDecoder();

	private readonly arrived: string[] = [];

	private readonly parser = createParser({ onEvent: ({ data }) => void this.arrived.push(data) });

	private line: string[] = [];

	private held = 0;

	private readonly open = new Set<unknown>();

	/** The text of each choice so far, which is kept until its end shows whether it calls functions. */
	private readonly texts = new Map<unknown, string>();

	private ended = 0;

	private done = false;

	private isFirst = true;

	constructor(
		private readonly answer: Answer,
		private readonly session: Session,
		private readonly offered: ToolOffer | undefined,
	) {}

	read(chunk: Uint8Array): string[] {
		const text = this.decoder.decode(chunk, { stream: true });
		if (this.isFirst && /^\s*[{[<]/.test(text))
			throw refused(this.answer, 'The answer was not encrypted');
		this.isFirst &&= text.trim() === '';
		this.line.push(text);
		this.held += text.length;
		if (this.held > MOST_LINE) throw refused(this.answer, 'The answer was not encrypted');
		if (!/[\r\n]/.test(text)) return [];
		this.parser.feed(this.line.join(''));
		this.line = [];
		this.held = 0;
		return this.arrived.splice(0).map((data) => this.event(data));
	}

	/** The last event, which counts without the empty line that ends it. Throws a ServiceFailure where the answer is not whole. */
	end(): string[] {
		this.parser.feed(`${this.line.join('')}\n\n`);
		const last = this.arrived.splice(0).map((data) => this.event(data));
		this.requireWhole();
		return last;
	}

	private requireWhole(): void {
		if (this.done && this.open.size + this.texts.size === 0 && this.ended > 0) return;
		throw refused(this.answer, 'The encrypted answer ended before it was complete', CUT_OFF);
	}

	private event(data: string): string {
		if (isDone(data)) {
			this.done = true;
			// What fails after it is not heard.
			this.requireWhole();
			return '[DONE]';
		}
		const event = parsedOf(data);
		// Whatever it is, it is not what an enclave sends.
		if (!isRecord(event)) throw refused(this.answer, 'A piece of the answer was not encrypted');
		const clear = Object.fromEntries(
			CLEAR.filter((key) => key in event).map((key) => [key, event[key]]),
		);
		if (event.choices === undefined) return JSON.stringify(clear);
		const choices = Array.isArray(event.choices) ? event.choices : [event.choices];
		return JSON.stringify({ ...clear, choices: choices.map((choice) => this.choice(choice)) });
	}

	private choice(choice: unknown): Json {
		if (!isRecord(choice)) throw refused(this.answer, 'A piece of the answer was not encrypted');
		const { index = 0, delta, finish_reason: reason, ...rest } = choice;
		const more = Object.values(rest).find((value) => value !== null && value !== undefined);
		if (more !== undefined) throw refused(this.answer, 'A piece of the answer was not encrypted');
		if (typeof reason === 'string') {
			this.open.delete(index);
			this.ended++;
		} else this.open.add(index);
		const pieces = isRecord(delta) ? this.delta(delta) : {};
		if (this.offered === undefined) return { index, delta: pieces, finish_reason: reason ?? null };
		return this.withCalls({ index, delta: pieces, finish_reason: reason ?? null }, this.offered);
	}

	/** The choice without its text while that grows; with the whole text, or the calls that it makes, at its end. */
	private withCalls({ index, delta, finish_reason: reason }: Json, offered: ToolOffer): Json {
		const { content = '', ...others } = delta as { content?: string };
		const text = `${this.texts.get(index) ?? ''}${content}`;
		this.texts.set(index, text);
		if (typeof reason !== 'string') return { index, delta: others, finish_reason: null };
		this.texts.delete(index);
		const read = readCalls(text, offered);
		if ('problem' in read) {
			throw refused(
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

	private delta({ role, ...pieces }: Json): Json {
		const opened = Object.entries(pieces)
			.filter(([, value]) => value !== null && value !== undefined && value !== '')
			.map(([key, value]) => [key, this.piece(key, value)]);
		return { ...(typeof role === 'string' ? { role } : {}), ...Object.fromEntries(opened) };
	}

	private piece(key: string, value: unknown): string {
		if (!SEALED.includes(key) || typeof value !== 'string') {
			throw refused(
				this.answer,
				`The answer has a part "${cut(key, 40).text}" that was not encrypted`,
			);
		}
		// Some models send line breaks between pieces in clear text.
		if (value.trim() === '') return value;
		try {
			return this.session.open(value);
		} catch (error) {
			return changed(this.answer, key, error);
		}
	}
}

/** Why a piece cannot be read, by what the cipher says. */
const REASONS: Record<string, string> = {
	'it is not encrypted': 'was not encrypted',
	'a public key that is not on the curve': 'is no encrypted value',
};

function changed(answer: Answer, key: string, cause: unknown): never {
	const why = REASONS[cause instanceof Error ? cause.message : ''];
	const what = key === 'content' ? 'answer' : 'reasoning';
	throw refused(
		answer,
		`A piece of the ${what} ${why ?? 'was not encrypted to this call, or was changed'}`,
	);
}

/** The failure of an answer that was received. Nothing of it is returned. */
function refused(
	{ headers, charge }: Answer,
	message: string,
	code = NOT_ENCRYPTED,
): ServiceFailure {
	const cure = 'Nothing of the answer is returned. Try again, or choose another model.';
	return unreadable({ headers, charge }, message, { code, cure });
}
