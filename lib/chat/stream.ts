import { createParser } from 'eventsource-parser';

import { isRecord } from '../record';
import { unreadable, type Answer } from '../transport/http/answer';
import { isStream } from '../transport/http/decodeBody';
import { explain } from '../transport/errors/explain';
import { failureOf, type ServiceFailure } from '../transport/errors/failure';
import { Assembler } from './assemble';

type Json = Record<string, unknown>;

/**
 * The whole chat answer out of a stream of server-sent events (docs/service.md#chat).
 * Throws a ServiceFailure when the stream holds an error or breaks off; the part that had come is then in its details.
 */
export async function assembledStream(answer: Answer): Promise<Json> {
	const assembler = new Assembler(answer.redact);
	const chunks = chatChunks(answer, assembler);
	while ((await chunks.next()).done !== true);
	return assembler.completion();
}

/** The chunks of a streamed chat answer as they arrive, each one in the assembler already; throws like `assembledStream`. */
export async function* chatChunks(answer: Answer, assembler: Assembler): AsyncGenerator<Json> {
	let done = false;
	for await (const data of events(answer.body)) {
		if (data instanceof Error) throw brokenOff(assembler, answer, data);
		done ||= data === '[DONE]';
		const chunk = done ? undefined : chunkOf(data, assembler, answer);
		if (chunk === undefined) continue;
		assembler.add(chunk);
		yield chunk;
	}
	if (!done && !assembler.finished) throw brokenOff(assembler, answer);
}

/** The data of each event; an error of the connection comes last, as a value. */
async function* events(body: unknown): AsyncGenerator<string | Error> {
	const decoder = new TextDecoder();
	const arrived: string[] = [];
	const parser = createParser({ onEvent: ({ data }) => void arrived.push(data) });
	const pieces = chunksOf(body);
	// Whole lines only: the parser reads an unfinished one again with every piece.
	let line: string[] = [];
	try {
		for (;;) {
			const next = await pieces.next().catch((error: unknown) => failureOf(error, 'unreachable'));
			if (next instanceof Error) return yield next;
			if (next.done === true) return;
			const text = decoder.decode(next.value, { stream: true });
			line.push(text);
			if (!/[\r\n]/.test(text)) continue;
			parser.feed(line.join(''));
			line = [];
			yield* arrived.splice(0);
		}
	} finally {
		// Whoever stops reading also ends the request.
		await pieces.return(undefined);
	}
}

async function* chunksOf(body: unknown): AsyncGenerator<Uint8Array> {
	if (isStream(body)) yield* body;
	else if (Buffer.isBuffer(body)) yield body;
}

function chunkOf(data: string, assembler: Assembler, answer: Answer): Json | undefined {
	let chunk: unknown;
	try {
		chunk = JSON.parse(data);
	} catch (error) {
		const message = 'The service sent a piece of the answer that is not valid JSON';
		throw failed(assembler, answer, message, error);
	}
	if (!isRecord(chunk)) return undefined;
	if (chunk.error !== undefined && chunk.error !== null) {
		throw failed(assembler, answer, explain(200, chunk).message);
	}
	return chunk;
}

function brokenOff(assembler: Assembler, answer: Answer, cause?: Error): ServiceFailure {
	const message = `The answer broke off after ${assembler.length} characters`;
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
		cure: 'What had come is kept in the details of this error.',
		details: { partialAnswer: assembler.completion() },
	};
	return unreadable(answer, message, facts, cause);
}
