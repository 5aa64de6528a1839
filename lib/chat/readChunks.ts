import { ERROR_IN_ANSWER, unreadableAnswerFailure, requireJson, type Answer } from '../core/answer';
import { markDamagedTexts } from '../core/unreadMarks';
import { ServiceFailure } from '../core/failure';
import { ANSWER_TOO_LARGE, LONGEST_SILENCE_MS } from '../core/bounds';
import { isRecord, omitKeys, type Json } from '../core/record';
import { isDoneMarker, isStream } from '../core/streams';
import { DROPPED_ANSWER_CODES } from '../privacy/openAnswer';
import { cut } from '../core/cut';
import type { AnswerAssembler } from './assembler';
import {
	hasNewContent,
	chunksOfEvent,
	readCompletion,
	isUnrelatedEvent,
	isReadableChunk,
	chunksOfWholeAnswer,
} from './chunks';
import { readChatEvents, SilenceTimer, type ChatEvent } from './chatEvents';
import { findErrorInAnswer } from './errorInAnswer';

/** How long a stream is read on for a last word, once the answer has ended and its tokens are counted. */
const AFTER_FINISH_MS = 5_000;
/** How long the end of the connection is waited for after that of the stream, so that it can be used again and none too many are open. */
const AFTER_DONE_MS = 100;

/**
 * Reads a chat answer into the assembler, whatever its form (docs/maintainers/service.md#chat), and returns after each part of it; a stream that adds
 * nothing for `silenceMs` is ended. Throws a ServiceFailure for an error of the service, and where a stream breaks off before the
 * answer has ended; the part that arrived is then in its details. Whatever follows the end changes nothing.
 */
export async function* readChunks(
	answer: Answer,
	assembler: AnswerAssembler,
	silenceMs = LONGEST_SILENCE_MS,
): AsyncGenerator<void> {
	const reader = new ChunkReader(answer, assembler, new SilenceTimer(silenceMs));
	const { body } = answer;
	const bytes = bytesOf(body);
	if (bytes === undefined) return reader.addWholeAnswer([body].flat().filter(isRecord), answer);
	for await (const event of readChatEvents(bytes, reader.patience)) {
		const goesOn = reader.readEvent(event);
		yield;
		if (!goesOn) return;
	}
	reader.rejectUnfinished();
}

function bytesOf(body: unknown): AsyncIterable<Uint8Array> | undefined {
	if (isStream(body)) return body;
	if (Buffer.isBuffer(body)) return singleChunk(body);
	return typeof body === 'string' ? singleChunk(Buffer.from(body)) : undefined;
}

async function* singleChunk(bytes: Buffer): AsyncGenerator<Uint8Array> {
	yield bytes;
}

const INVALID_JSON_MESSAGE = 'The service sent a piece of the answer that is not valid JSON';

class ChunkReader {
	/** Words between the events, for an answer that breaks off. */
	private wordsBetweenEvents = '';

	private hasDoneMark = false;

	/** Whether nothing of what follows counts. */
	private ignoresRest = false;

	constructor(
		private readonly answer: Answer,
		private readonly assembler: AnswerAssembler,
		readonly patience: SilenceTimer,
	) {}

	/** Whether there may be more to read. */
	readEvent(event: ChatEvent): boolean {
		if (this.ignoresRest) return !('failure' in event);
		if ('whole' in event) {
			const chunks = chunksOfWholeAnswer(event.whole);
			if (event.isDamaged) chunks?.forEach(markDamagedTexts);
			if (chunks === undefined && event.failure !== undefined)
				throw this.brokenOffFailure(event.failure);
			this.addWholeAnswer(chunks ?? [], { ...this.answer, body: event.whole });
			return false;
		}
		if ('failure' in event) {
			if (this.isCompleteDespite(event.failure)) return false;
			throw this.brokenOffFailure(event.failure);
		}
		const { data, name, isDamaged } = event;
		// One of an inner stream may come before anything else.
		if (isDoneMarker(data)) {
			this.hasDoneMark = true;
			if (this.assembler.hasBegun) this.handleDone();
			return true;
		}
		for (const chunk of this.chunksOfData(data, name)) {
			if (isDamaged) markDamagedTexts(chunk);
			this.addChunk(chunk, name);
		}
		if (this.assembler.hasTokenCount && this.assembler.isFinished)
			this.patience.limitTo(AFTER_FINISH_MS);
		return true;
	}

	/** Takes an answer that came whole. Throws a ServiceFailure where it is none. */
	addWholeAnswer(chunks: Json[], answer: Answer): void {
		if (chunks.length === 0) requireJson(answer);
		for (const chunk of chunks)
			this.addChunk(chunk, '', (body) => readCompletion({ ...answer, body }));
	}

	/** Throws a ServiceFailure where a stream has ended before its answer. */
	rejectUnfinished(): void {
		if (this.ignoresRest) return;
		const isEmpty = this.hasDoneMark && !this.assembler.hasBegun;
		if (!isEmpty && !this.assembler.isFinished) throw this.brokenOffFailure();
	}

	private handleDone(): void {
		const { isFinished: finished, hasContent } = this.assembler;
		if (!finished && hasContent) {
			throw this.partialAnswerFailure(
				'The service ended the answer without saying that it is complete',
			);
		}
		this.ignoresRest = true;
		this.patience.restartWait();
		this.patience.limitTo(AFTER_DONE_MS);
	}

	/** Whether an answer is whole although its connection broke; one that is not encrypted as it must be is refused all the same. */
	private isCompleteDespite(failure: ServiceFailure): boolean {
		return this.assembler.isFinished && !DROPPED_ANSWER_CODES.includes(failure.facts.code ?? '');
	}

	private chunksOfData(data: string, name: string): Json[] {
		try {
			const chunks = chunksOfEvent(data);
			if (typeof chunks !== 'string')
				return chunks.filter((chunk) => !isUnrelatedEvent(chunk, name));
			if (name === 'error') return [{ error: chunks }];
			if (name === '' || name === 'message')
				this.wordsBetweenEvents = chunks || this.wordsBetweenEvents;
			return [];
		} catch (error) {
			if (this.assembler.isFinished && this.assembler.hasTokenCount) return [];
			const isOwn = error instanceof ServiceFailure;
			throw this.partialAnswerFailure(isOwn ? error.message : INVALID_JSON_MESSAGE, error);
		}
	}

	private addChunk(
		chunk: Json,
		name: string,
		read = (body: Json) => this.requireReadable(body),
	): void {
		const { assembler } = this;
		const errorInChunk = findErrorInAnswer(chunk, name);
		if (errorInChunk === undefined || chunk.choices !== undefined) {
			assembler.addChunk(
				read(errorInChunk === undefined ? chunk : omitKeys(chunk, 'error')),
				chunk,
			);
			if (hasNewContent(chunk)) this.patience.restartWait();
		}
		if (errorInChunk === undefined) return;
		if (!assembler.isFinished || !assembler.hasContent) {
			throw this.partialAnswerFailure(errorInChunk.message).withMessage(errorInChunk.message, {
				code: ERROR_IN_ANSWER,
			});
		}
		assembler.addChunk({ serviceError: errorInChunk.sent });
	}

	private requireReadable(chunk: Json): Json {
		if (isReadableChunk(chunk)) return chunk;
		throw this.partialAnswerFailure('The service sent a piece of the answer that cannot be read');
	}

	private brokenOffFailure(cause?: ServiceFailure): ServiceFailure {
		const { code } = cause?.facts ?? {};
		// An encrypted answer that is refused keeps its own words, and nothing of what arrived.
		if (cause !== undefined && DROPPED_ANSWER_CODES.includes(code ?? '')) return cause;
		// What is too large would be so again.
		if (cause !== undefined && code === ANSWER_TOO_LARGE) {
			const { charge } = this.answer;
			return cause.withMessage(cause.message, { charge, details: this.partialDetails() });
		}
		const why =
			cause?.facts.kind === 'timeout' ? cause.message : cut(this.wordsBetweenEvents, 500).text;
		const { textLength: length, hasContent } = this.assembler;
		const message = hasContent
			? `The answer broke off after ${length} characters`
			: 'The answer broke off before its first word';
		return this.partialAnswerFailure(why === '' ? message : `${message}: ${why}`, cause);
	}

	private partialAnswerFailure(message: string, cause?: unknown): ServiceFailure {
		const { answer } = this;
		const facts = {
			status: undefined,
			cure: 'The partial response is in the error details.',
			details: this.partialDetails(),
		};
		return unreadableAnswerFailure(answer, message, facts, cause);
	}

	private partialDetails() {
		return { partialAnswer: this.assembler.completion() };
	}
}
