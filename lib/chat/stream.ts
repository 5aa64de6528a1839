import { ERROR_IN_ANSWER, unreadable, withJson, type Answer } from '../core/answer';
import { markTexts } from '../core/unreadMarks';
import { ServiceFailure } from '../core/failure';
import { ANSWER_TOO_LARGE, LONGEST_SILENCE_MS } from '../core/bounds';
import { isRecord, without, type Json } from '../core/record';
import { isDone, isStream } from '../core/streams';
import { NOTHING_KEPT } from '../privacy/openAnswer';
import { cut } from '../core/cut';
import type { Assembler } from './assemble';
import { addsSomething, chunksIn, completionIn, isBeside, isReadable, wholeIn } from './chunks';
import { events, Patience, type ChatEvent } from './events';
import { serviceErrorIn } from './serviceError';

/** How long a stream is read on for a last word, once the answer has ended and its tokens are counted. */
const GRACE_MS = 5_000;
/** How long the end of the connection is waited for after that of the stream, so that it can be used again and none too many are open. */
const CLOSING_MS = 100;

/**
 * Reads a chat answer into the assembler, whatever its form (docs/maintainers/service.md#chat), and returns after each part of it; a stream that adds
 * nothing for `silenceMs` is ended. Throws a ServiceFailure for an error of the service, and where a stream breaks off before the
 * answer has ended; the part that had come is then in its details. Whatever follows the end changes nothing.
 */
export async function* readChunks(
	answer: Answer,
	assembler: Assembler,
	silenceMs = LONGEST_SILENCE_MS,
): AsyncGenerator<void> {
	const reader = new ChunkReader(answer, assembler, new Patience(silenceMs));
	const { body } = answer;
	const bytes = bytesOf(body);
	if (bytes === undefined) return reader.whole([body].flat().filter(isRecord), answer);
	for await (const event of events(bytes, reader.patience)) {
		const goesOn = reader.read(event);
		yield;
		if (!goesOn) return;
	}
	reader.end();
}

function bytesOf(body: unknown): AsyncIterable<Uint8Array> | undefined {
	if (isStream(body)) return body;
	if (Buffer.isBuffer(body)) return once(body);
	return typeof body === 'string' ? once(Buffer.from(body)) : undefined;
}

async function* once(bytes: Buffer): AsyncGenerator<Uint8Array> {
	yield bytes;
}

const NO_JSON = 'The service sent a piece of the answer that is not valid JSON';

class ChunkReader {
	/** Words between the events, for an answer that breaks off. */
	private words = '';

	private hasEnded = false;

	/** Whether nothing of what follows counts. */
	private isOver = false;

	constructor(
		private readonly answer: Answer,
		private readonly assembler: Assembler,
		readonly patience: Patience,
	) {}

	/** Whether there may be more to read. */
	read(event: ChatEvent): boolean {
		if (this.isOver) return !('failure' in event);
		if ('whole' in event) {
			const chunks = wholeIn(event.whole);
			if (event.isDamaged) chunks?.forEach(markTexts);
			if (chunks === undefined && event.failure !== undefined) throw this.brokenOff(event.failure);
			this.whole(chunks ?? [], { ...this.answer, body: event.whole });
			return false;
		}
		if ('failure' in event) {
			if (this.isWhole(event.failure)) return false;
			throw this.brokenOff(event.failure);
		}
		const { data, name, isDamaged } = event;
		// One of an inner stream may come before anything else.
		if (isDone(data)) {
			this.hasEnded = true;
			if (this.assembler.isBegun) this.done();
			return true;
		}
		for (const chunk of this.chunksOf(data, name)) {
			if (isDamaged) markTexts(chunk);
			this.add(chunk, name);
		}
		if (this.assembler.finished && this.assembler.isCounted) this.patience.shorten(GRACE_MS);
		return true;
	}

	/** Takes an answer that came whole. Throws a ServiceFailure where it is none. */
	whole(chunks: Json[], answer: Answer): void {
		if (chunks.length === 0) withJson(answer);
		for (const chunk of chunks) this.add(chunk, '', (body) => completionIn({ ...answer, body }));
	}

	/** Throws a ServiceFailure where a stream has ended before its answer. */
	end(): void {
		if (this.isOver) return;
		const isEmpty = this.hasEnded && !this.assembler.isBegun;
		if (!isEmpty && !this.assembler.finished) throw this.brokenOff();
	}

	private done(): void {
		const { finished, hasContent } = this.assembler;
		if (!finished && hasContent) {
			throw this.failed('The service ended the answer without saying that it is complete');
		}
		this.isOver = true;
		this.patience.restart();
		this.patience.shorten(CLOSING_MS);
	}

	/** Whether an answer is whole although its connection broke; one that is not encrypted as it must be is refused all the same. */
	private isWhole(failure: ServiceFailure): boolean {
		return this.assembler.finished && !NOTHING_KEPT.includes(failure.facts.code ?? '');
	}

	private chunksOf(data: string, name: string): Json[] {
		try {
			const chunks = chunksIn(data);
			if (typeof chunks !== 'string') return chunks.filter((chunk) => !isBeside(chunk, name));
			if (name === 'error') return [{ error: chunks }];
			if (name === '' || name === 'message') this.words = chunks || this.words;
			return [];
		} catch (error) {
			if (this.assembler.finished && this.assembler.isCounted) return [];
			const isOwn = error instanceof ServiceFailure;
			throw this.failed(isOwn ? error.message : NO_JSON, error);
		}
	}

	private add(chunk: Json, name: string, read = (body: Json) => this.readable(body)): void {
		const { assembler } = this;
		const said = serviceErrorIn(chunk, name);
		if (said === undefined || chunk.choices !== undefined) {
			assembler.add(read(said === undefined ? chunk : without(chunk, 'error')), chunk);
			if (addsSomething(chunk)) this.patience.restart();
		}
		if (said === undefined) return;
		if (!assembler.finished || !assembler.hasContent) {
			throw this.failed(said.message).as(said.message, { code: ERROR_IN_ANSWER });
		}
		assembler.add({ serviceError: said.sent });
	}

	private readable(chunk: Json): Json {
		if (isReadable(chunk)) return chunk;
		throw this.failed('The service sent a piece of the answer that cannot be read');
	}

	private brokenOff(cause?: ServiceFailure): ServiceFailure {
		const { code } = cause?.facts ?? {};
		// An encrypted answer that is refused keeps its own words, and nothing of what had come.
		if (cause !== undefined && NOTHING_KEPT.includes(code ?? '')) return cause;
		// What is too large would be so again.
		if (cause !== undefined && code === ANSWER_TOO_LARGE) {
			const { charge } = this.answer;
			return cause.as(cause.message, { charge, details: this.partial() });
		}
		const why = cause?.facts.kind === 'timeout' ? cause.message : cut(this.words, 500).text;
		const { length, hasContent } = this.assembler;
		const message = hasContent
			? `The answer broke off after ${length} characters`
			: 'The answer broke off before its first word';
		return this.failed(why === '' ? message : `${message}: ${why}`, cause);
	}

	private failed(message: string, cause?: unknown): ServiceFailure {
		const { answer } = this;
		const facts = {
			status: undefined,
			cure: 'The partial response is in the error details.',
			details: this.partial(),
		};
		return unreadable(answer, message, facts, cause);
	}

	private partial() {
		return { partialAnswer: this.assembler.completion() };
	}
}
