import { createParser } from 'eventsource-parser';

import { isRecord } from '../record';
import type { Answer } from '../transport/answer';
import { isStream } from '../transport/decodeBody';
import { explain } from '../transport/errors';
import { requestId } from '../transport/exchange';
import { ServiceFailure } from '../transport/failure';
import { Assembler } from './assemble';

/**
 * The whole chat answer out of a stream of server-sent events (NOTES 2.6).
 * Throws a ServiceFailure when the stream holds an error or breaks off; the part that had come is then in its details.
 */
export async function assembledStream(answer: Answer): Promise<Record<string, unknown>> {
	const assembler = new Assembler();
	let done = false;
	const parser = createParser({
		onEvent: ({ data }) => {
			if (data === '[DONE]') done = true;
			else if (!done) addEvent(assembler, data, answer);
		},
	});
	const [outcome] = await Promise.allSettled([feedAll(answer.body, (text) => parser.feed(text))]);
	if (outcome.status === 'rejected') {
		throw outcome.reason instanceof ServiceFailure ? outcome.reason : brokenOff(assembler, answer);
	}
	if (!done && !assembler.finished) throw brokenOff(assembler, answer);
	return assembler.completion();
}

async function feedAll(body: unknown, feed: (text: string) => void): Promise<void> {
	const decoder = new TextDecoder();
	for await (const bytes of chunksOf(body)) feed(decoder.decode(bytes, { stream: true }));
}

async function* chunksOf(body: unknown): AsyncIterable<Uint8Array> {
	if (isStream(body)) yield* body;
	else if (Buffer.isBuffer(body)) yield body;
}

function addEvent(assembler: Assembler, data: string, answer: Answer): void {
	let chunk: unknown;
	try {
		chunk = JSON.parse(data);
	} catch {
		throw failed(
			assembler,
			answer,
			'The service sent a piece of the answer that is not valid JSON',
		);
	}
	if (!isRecord(chunk)) return;
	if (chunk.error !== undefined && chunk.error !== null) {
		throw failed(assembler, answer, explain(200, chunk).message);
	}
	assembler.add(chunk);
}

function brokenOff(assembler: Assembler, answer: Answer): ServiceFailure {
	return failed(assembler, answer, `The answer broke off after ${assembler.length} characters`);
}

function failed(assembler: Assembler, answer: Answer, message: string): ServiceFailure {
	return new ServiceFailure(message, {
		kind: 'malformed',
		requestId: requestId(answer.headers),
		cure: 'What had come is kept in the details of this error. The call was probably charged: check the usage history before you run it again.',
		details: { partialAnswer: assembler.completion() },
	});
}
