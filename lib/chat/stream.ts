import { createParser } from 'eventsource-parser';
import { z } from 'zod';

import { isRecord } from '../base/record';
import { unreadable, wholeBody, type Answer } from '../base/answer';
import { decodeBody, parseJson, unreadMark } from '../base/decodeBody';
import { explain } from '../errors/explain';
import { failureOf, ServiceFailure } from '../base/failure';
import { withHead } from '../files/sniff';
import { isStream } from '../base/streams';
import { NOT_ENCRYPTED } from '../encryption/openAnswer';
import { having, readAs } from '../http/readAs';
import type { Assembler } from './assemble';

type Json = Record<string, unknown>;

/** A part that later versions may add, and that holds nothing of the answer. */
const isOther = (name: string) =>
	z.unknown().refine((part) => !isRecord(part) || part[name] === undefined);

const CHOICE = having({
	delta: having({
		content: z.string().nullish(),
		reasoning_content: z.string().nullish(),
		tool_calls: z.array(z.union([having({}), isOther('function')])).nullish(),
	}).nullish(),
});

const CHUNK = having({ choices: z.array(z.union([CHOICE, isOther('delta')])).nullish() });

/**
 * The chunks of a chat answer that was asked for as a stream, as they arrive and each one in the assembler already; an answer that comes
 * whole all the same, as JSON, is the only one (docs/service.md#chat). Throws a ServiceFailure when the stream holds an error or breaks
 * off; the part that had come is then in its details.
 */
export async function* chatChunks(answer: Answer, assembler: Assembler): AsyncGenerator<Json> {
	const { head, all } = await withHead(chunksOf(answer.body), 1).catch((error: unknown) => {
		throw brokenOff(assembler, answer, error);
	});
	if (/^\s*[{[<]/.test(head.toString('latin1'))) {
		return yield assembler.take(await json({ ...answer, body: all }));
	}
	let done = false;
	for await (const data of events(all)) {
		if (data instanceof Error) throw brokenOff(assembler, answer, data);
		done ||= data === '[DONE]';
		const chunk = done ? undefined : chunkOf(data, assembler, answer);
		if (chunk === undefined) continue;
		assembler.add(chunk);
		yield chunk;
	}
	if (!done && !assembler.finished) throw brokenOff(assembler, answer);
}

async function json(answer: Answer): Promise<Json> {
	const body = decodeBody(await wholeBody(answer));
	return { ...readAs({ ...answer, body }, having({})), ...unreadMark(body) };
}

/** The data of each event; an error of the connection comes last, as a value. */
async function* events(body: AsyncIterable<Uint8Array>): AsyncGenerator<string | Error> {
	const decoder = new TextDecoder();
	const arrived: string[] = [];
	const parser = createParser({ onEvent: ({ data }) => void arrived.push(data) });
	const pieces = body[Symbol.asyncIterator]();
	// Whole lines only: the parser reads an unfinished one again with every piece.
	let line: string[] = [];
	try {
		for (;;) {
			const next = await pieces.next().catch((error: unknown) => failureOf(error, 'unreachable'));
			if (next instanceof Error) return yield next;
			if (next.done === true) break;
			const text = decoder.decode(next.value, { stream: true });
			line.push(text);
			if (!/[\r\n]/.test(text)) continue;
			parser.feed(line.join(''));
			line = [];
			yield* arrived.splice(0);
		}
		// The last event counts without the empty line that ends it; what was cut in the middle does not.
		parser.feed(`${line.join('')}\n\n`);
		yield* arrived.filter(isWhole);
	} finally {
		// Whoever stops reading also ends the request.
		await pieces.return?.(undefined);
	}
}

function isWhole(data: string): boolean {
	try {
		return data === '[DONE]' || isRecord(parseJson(data));
	} catch {
		return false;
	}
}

async function* chunksOf(body: unknown): AsyncGenerator<Uint8Array> {
	if (isStream(body)) yield* body;
	else if (Buffer.isBuffer(body)) yield body;
}

function chunkOf(data: string, assembler: Assembler, answer: Answer): Json | undefined {
	let chunk: unknown;
	try {
		chunk = parseJson(data);
	} catch (error) {
		const message = 'The service sent a piece of the answer that is not valid JSON';
		throw failed(assembler, answer, message, error);
	}
	if (!isRecord(chunk)) return undefined;
	if (chunk.error !== undefined && chunk.error !== null) {
		throw failed(assembler, answer, explain(200, chunk).message);
	}
	if (CHUNK.safeParse(chunk).success) return chunk;
	throw failed(assembler, answer, 'The service sent a piece of the answer that cannot be read');
}

function brokenOff(assembler: Assembler, answer: Answer, cause?: unknown): ServiceFailure {
	// An encrypted answer that is refused keeps its own words, and nothing of what had come.
	if (cause instanceof ServiceFailure && cause.facts.code === NOT_ENCRYPTED) return cause;
	const isLate = cause instanceof ServiceFailure && cause.facts.kind === 'timeout';
	const why = isLate ? `: ${cause.message}` : '';
	const message = `The answer broke off after ${assembler.length} characters${why}`;
	return failed(assembler, answer, message, cause);
}

function failed(
	assembler: Assembler,
	answer: Answer,
	message: string,
	cause?: unknown,
): ServiceFailure {
	const facts = {
		status: undefined,
		cure: 'The partial response is in the error details.',
		details: { partialAnswer: assembler.completion() },
	};
	return unreadable(answer, message, facts, cause);
}
