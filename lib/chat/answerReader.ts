import { createParser } from 'eventsource-parser';

import { ERROR_IN_ANSWER, requireJson, type Answer } from '../core/answer';
import { failureOrRethrow, ServiceFailure } from '../core/failure';
import { isRecord, type Json } from '../core/record';
import { isDoneMarker } from '../core/streams';
import { markDamagedTexts } from '../core/unreadMarks';
import type { AnswerAssembler } from './assembler';
import {
	type Chunk,
	isKeepAlive,
	isUnrelatedEvent,
	readChunk,
	textEventOf,
	textIn,
	type TextEvent,
} from './chunks';
import { findErrorInAnswer } from '../wire/errors/errorInAnswer';
import { JsonEnd } from './jsonEnd';
import { INVALID_JSON_MESSAGE, MAX_SHOWN_WORDS, PartialAnswer } from './partialAnswer';
import { parseOrRepair } from './readArguments';

/** How long a last word is waited for once every answer has its end word: where the tokens are counted and the last chunk had no content, and where more may come. */
const AFTER_END_MS = 5_000;
const AFTER_UNSURE_END_MS = 30_000;
/** How long the end of the connection is waited for after that of the stream, so that it can be used again and none too many are open. */
const AFTER_DONE_MS = 100;
/**
 * Reads the text of a chat answer into the assembler, by what it is and not by its label: server-sent events or values of JSON, one of
 * which may be the whole answer (docs/maintainers/service.md#chat). Throws a ServiceFailure for an error of the
 * service, and where the text ends before its answer has ended; what arrived is then in its details. Whatever follows the end changes nothing.
 */
export class AnswerReader {
	isOver = false;

	/** How long nothing was added to the answer, and how long it may be so, in milliseconds. */
	waitedMs = 0;

	patienceMs: number;

	private form: 'unknown' | 'events' | 'json' | 'other' = 'unknown';

	private isInComment = false;

	/** Pieces of a line or of a value that goes on. */
	private held: string[] = [];

	private readonly jsonEnd = new JsonEnd();

	private valueCount = 0;

	private lastTextEvent?: TextEvent;

	/** Whether bytes so far were not valid UTF-8. */
	private isDamaged = false;

	private readonly decoder = new TextDecoder();

	/** Sees every byte too, as a character may go on in the next piece. */
	private readonly strictDecoder = new TextDecoder('utf-8', { fatal: true });

	/** The last piece that could not be read and was taken for none of the answer, until more of that follows. */
	private skipped?: { error: unknown; isBehindEnd: boolean };

	private hasDoneMark = false;

	private ignoresRest = false;

	/** Words between the events, for an answer that breaks off. */
	private wordsBetweenEvents = '';

	private readonly partial: PartialAnswer;

	private readonly parser = createParser({
		onEvent: ({ data, event = '' }) => this.openEvent(data, event),
		// A gateway writes its own words between the events without the name of a field.
		onError: ({ line = '' }) => {
			if (this.answer.opener === undefined) this.readEvent(line, '');
		},
	});

	constructor(
		private readonly answer: Answer,
		private readonly assembler: AnswerAssembler,
		private readonly silenceMs: number,
	) {
		this.patienceMs = silenceMs;
		this.partial = new PartialAnswer(answer, assembler);
	}

	feed(bytes: Uint8Array): void {
		for (let rest = this.decode(bytes); rest !== '' && !this.ignoresRest;)
			rest = this.takeFrom(rest);
		this.patienceMs = Math.min(this.silenceMs, this.waitLimitMs());
	}

	/** Takes an answer, or one value of it, that was whole when it came. */
	addWhole(chunks: Json[], text?: string): void {
		if (chunks.length === 0) this.rejectUnlessJson(text ?? this.answer.body);
		this.valueCount += chunks.length;
		for (const chunk of chunks) this.addChunk(chunk, '', text);
		this.assembler.isWhole = this.valueCount === 1;
	}

	/** Takes the end of the text, and why it ended where it ended early. */
	end(failure?: ServiceFailure): void {
		this.isOver = true;
		if (this.ignoresRest) return;
		this.readHeld(failure);
		if (failure === undefined) this.answer.opener?.requireWhole();
		this.assembler.joinCountedPieces();
		const { isFinished, isWhole, hasBegun, hasContent } = this.assembler;
		// Whoever checks the answer says what a whole one lacks.
		if (isFinished || (isWhole && !hasContent)) return;
		if (this.hasDoneMark && !hasBegun && failure === undefined) return;
		throw this.partial.brokenOffFailure(this.wordsBetweenEvents, failure);
	}

	private decode(bytes: Uint8Array): string {
		try {
			if (!this.isDamaged) this.strictDecoder.decode(bytes, { stream: true });
		} catch {
			this.isDamaged = true;
		}
		return this.decoder.decode(bytes, { stream: true });
	}

	/** What is left of a piece after the next part of it. */
	private takeFrom(text: string): string {
		if (this.form === 'unknown') return this.begin(text);
		if (this.form !== 'events' && text.trim() !== '') this.waitedMs = 0;
		if (this.form === 'json') return this.takeValue(text);
		this.held.push(text);
		// Whole lines only: the parser reads an unfinished one again with every piece.
		if (this.form === 'events' && /[\r\n]/.test(text))
			this.parser.feed(this.held.splice(0).join(''));
		return '';
	}

	/** Skips blank lines and comments, which may come before either form, and a byte order mark; what follows shows the form. */
	private begin(text: string): string {
		const start = this.isInComment ? text.search(/[\r\n]/) : 0;
		if (start < 0) return '';
		const rest = text.slice(start).trimStart();
		this.isInComment = rest.startsWith(':');
		if (rest === '' || this.isInComment) return rest;
		const { opener } = this.answer;
		if (opener && /^[{[<]/.test(rest)) throw opener.refusal('The answer was not encrypted');
		if (/^[{[]/.test(rest)) this.form = 'json';
		// What follows a whole answer in another form is no part of it.
		else if (this.assembler.isFinished) this.ignoresRest = true;
		else this.form = rest.startsWith('<') ? 'other' : 'events';
		return rest;
	}

	private takeValue(text: string): string {
		const end = this.jsonEnd.next(text);
		this.held.push(text.slice(0, end));
		if (!this.jsonEnd.isClosed) return '';
		this.form = 'unknown';
		const whole = this.held.splice(0).join('');
		if (isDoneMarker(whole)) this.readDone();
		else this.addWhole(this.chunksOf(whole), whole);
		return text.slice(end);
	}

	private chunksOf(text: string): Json[] {
		try {
			return [parseOrRepair(text)].flat().filter(isRecord);
		} catch (error) {
			const isNone = !(error instanceof ServiceFailure) && !this.assembler.hasBegun;
			if (isNone) return [];
			this.partial.keepUnread(text);
			throw this.partial.unreadFailure(error);
		}
	}

	private readHeld(failure: ServiceFailure | undefined): void {
		const held = this.held.splice(0).join('');
		// The last event counts without the empty line that ends it; what was cut in the middle does not.
		if (failure !== undefined && this.answer.opener) return;
		if (this.form === 'events') return this.parser.feed(`${held}\n\n`);
		if (held === '') return;
		this.partial.keepUnread(held);
		if (failure === undefined && !this.assembler.hasBegun) this.rejectUnlessJson(held);
	}

	private openEvent(data: string, name: string): void {
		const { opener } = this.answer;
		if (opener === undefined) this.readEvent(data, name);
		else if (!this.ignoresRest) this.readEvent(opener.open(data), '');
	}

	private readEvent(data: string, name: string): void {
		if (this.ignoresRest) return;
		const text = this.isDamaged ? undefined : textIn(data, name, this.lastTextEvent);
		if (text !== undefined) {
			this.assembler.addText(this.lastTextEvent as TextEvent, text);
			if (text !== '') this.waitedMs = 0;
		} else if (isDoneMarker(data)) this.readDone();
		// Some gateways write the name of the field twice, or not at the start of the line.
		else if (/^\s*data:/i.test(data)) this.readEvent(data.replace(/^(\s*data:)+/i, ''), name);
		else if (!/^\s*[{[]/.test(data)) this.readWords(data.trim(), name);
		else this.readValue(data, name);
	}

	private readValue(data: string, name: string): void {
		this.lastTextEvent = undefined;
		let value: unknown;
		try {
			value = parseOrRepair(data);
		} catch (error) {
			// Some servers leave out the empty lines between events.
			if (data.includes('\n'))
				return data.split('\n').forEach((line) => this.readEvent(line, name));
			this.partial.keepUnread(data);
			const { hasSaidAll, isFinished, facts } = this.assembler;
			if (!this.isOver && !hasSaidAll) throw this.partial.unreadFailure(error);
			this.skipped = { error, isBehindEnd: isFinished };
			if (isFinished) facts.serviceError ??= { message: INVALID_JSON_MESSAGE };
			return;
		}
		const chunks = [value].flat().filter(isRecord);
		let last: Chunk | undefined;
		for (const chunk of chunks) {
			if (!isUnrelatedEvent(chunk, name)) last = this.addChunk(chunk, name, data);
			else if (!isKeepAlive(chunk, name)) this.partial.keepUnread(data);
		}
		if (last && chunks.length === 1 && !this.isDamaged)
			this.lastTextEvent = textEventOf(data, name, last);
	}

	private readWords(words: string, name: string): void {
		if (name === 'error') this.addChunk({ error: words }, name);
		else if (name === '' || name === 'message')
			this.wordsBetweenEvents = words || this.wordsBetweenEvents;
		if (words.length > MAX_SHOWN_WORDS) this.partial.keepUnread(words);
	}

	private readDone(): void {
		this.hasDoneMark = true;
		const { assembler } = this;
		// One of an inner stream may come before anything else.
		if (!assembler.hasBegun) return;
		assembler.joinCountedPieces();
		if (!assembler.isFinished && assembler.hasContent) {
			const message = 'The service ended the answer without saying that it is complete';
			throw this.partial.failure(`${message}${this.partial.endWords}`);
		}
		this.ignoresRest = true;
		this.waitedMs = 0;
	}

	private rejectUnlessJson(body: unknown): void {
		try {
			requireJson({ ...this.answer, body });
		} catch (error) {
			const failure = failureOrRethrow(error);
			throw failure.withMessage(failure.message, { details: this.partial.details });
		}
	}

	/** Adds a chunk, or what it says of a failure; undefined where it has no more than that. */
	private addChunk(sent: Json, name: string, text = ''): Chunk | undefined {
		const { assembler } = this;
		if (this.isDamaged) markDamagedTexts(sent);
		const read = readChunk(sent);
		const chunk = typeof read === 'string' ? undefined : read;
		const said = findErrorInAnswer(sent, name, chunk?.errors);
		if (said !== undefined) delete chunk?.facts.error;
		const isError = said !== undefined && sent.choices === undefined;
		if (chunk === undefined && !isError) {
			this.partial.keepUnread(text === '' ? JSON.stringify(sent) : text);
			const message = `The service sent a piece of the answer that cannot be read: ${String(read)}`;
			throw this.partial.failure(message);
		}
		if (chunk !== undefined && !isError) {
			assembler.addChunk(chunk);
			this.rejectHoleBefore(chunk);
			if (chunk.hasNews) this.waitedMs = 0;
		}
		if (said === undefined) return chunk;
		if (!assembler.isFinished || !assembler.hasContent)
			throw this.partial.failure(said.message, { code: ERROR_IN_ANSWER });
		assembler.addFacts({ serviceError: said.sent });
		return undefined;
	}

	private rejectHoleBefore({ choices }: Chunk): void {
		const { error, isBehindEnd } = this.skipped ?? {};
		if (error && (!isBehindEnd || choices.some(({ hasText }) => hasText)))
			throw this.partial.unreadFailure(error);
	}

	private waitLimitMs(): number {
		if (this.ignoresRest) return AFTER_DONE_MS;
		if (!this.assembler.hasAllAnswers) return this.silenceMs;
		return this.assembler.isSureToEnd ? AFTER_END_MS : AFTER_UNSURE_END_MS;
	}
}
