import type { Answer } from '../core/answer';
import { LONGEST_SILENCE_MS, stalledAnswerFailure } from '../core/bounds';
import { failureOf, ServiceFailure } from '../core/failure';
import { isRecord } from '../core/record';
import { AnswerBody, cancelBody, isStream } from '../core/streams';
import { WaitTimer } from '../core/clock';
import { AnswerReader } from './answerReader';
import type { AnswerAssembler } from './assembler';
import { citationsOf } from './chatAnswer';
import { createMarkLinker } from './citationMarks';

/**
 * The text of the first choice of an answer, as it arrives and without secrets: what came in one read is one piece, which is empty where the
 * answer begins without text. The assembler has all of it. A stream that adds nothing for `silenceMs` is ended. Throws a ServiceFailure.
 */
export async function* textPieces(
	answer: Answer,
	assembler: AnswerAssembler,
	silenceMs = LONGEST_SILENCE_MS,
): AsyncGenerator<string> {
	const clean = answer.redact?.flow() ?? ((piece = '') => piece);
	const link = createMarkLinker(() => citationsOf(assembler.facts, answer.namePrefix));
	const reader = new AnswerReader(answer, assembler, silenceMs);
	const { body } = answer;
	const bytes = bytesOf(body);
	if (bytes === undefined) {
		reader.addWhole([body].flat().filter(isRecord));
		reader.end();
	} else {
		const pieces = bytes[Symbol.asyncIterator]();
		const timer = new WaitTimer();
		let hasBegun = false;
		try {
			while (!reader.isOver) {
				const next = await nextOf(pieces, reader, timer).catch((error: unknown) =>
					failureOf(error, 'unreachable'),
				);
				try {
					if (next instanceof ServiceFailure) reader.end(next);
					else if (next.done === true) reader.end();
					else reader.feed(next.value);
				} finally {
					// What came before a failure is shown too.
					const piece = clean(link(assembler.takeText()));
					const isFirst: boolean = !hasBegun && assembler.hasBegun;
					hasBegun ||= isFirst;
					if (isFirst && body instanceof AnswerBody) body.begin();
					if (piece !== '' || isFirst) yield piece;
				}
			}
		} finally {
			// Whoever stops reading also ends the request, without waiting for a body that hangs.
			answer.opener?.close();
			timer.clearTimer();
			cancelBody(body);
			void pieces.return?.(undefined).catch(() => undefined);
		}
	}
	const rest = link(assembler.takeText() + assembler.takeRemainingText()) + link();
	const remainingText = clean(rest) + clean();
	if (remainingText !== '') yield remainingText;
}

function bytesOf(body: unknown): AsyncIterable<Uint8Array> | undefined {
	if (isStream(body)) return body;
	if (Buffer.isBuffer(body)) return singleChunk(body);
	return typeof body === 'string' ? singleChunk(Buffer.from(body)) : undefined;
}

async function* singleChunk(bytes: Buffer): AsyncGenerator<Uint8Array> {
	yield bytes;
}

/** The next bytes; throws where nothing is added to the answer for too long. What the reader does meanwhile does not count. */
async function nextOf(
	pieces: AsyncIterator<Uint8Array>,
	reader: AnswerReader,
	timer: WaitTimer,
): Promise<IteratorResult<Uint8Array>> {
	const since = performance.now();
	const stalledFailure = () => stalledAnswerFailure(reader.patienceMs, 'content');
	const leftMs = reader.patienceMs - reader.waitedMs;
	const next = await timer.within(pieces.next(), leftMs, stalledFailure);
	reader.waitedMs += performance.now() - since;
	return next;
}
