import type { Answer } from '../core/answer';
import {
	LONGEST_SILENCE_MS,
	MAX_ANSWER_BYTES,
	stalledAnswerFailure,
	tooLargeFailure,
} from '../core/bounds';
import { failureOf, type ServiceFailure } from '../core/failure';
import { isRecord } from '../core/record';
import { cancelBody, isStream, megabytes } from '../core/streams';
import { WaitTimer } from '../core/waitTimer';
import { AnswerReader } from './answerReader';
import type { AnswerAssembler } from './assembler';

/**
 * The text of the first choice of an answer, as it arrives and without secrets: what came in one read is one piece. The assembler has all
 * of it. A stream that adds nothing for `silenceMs` is ended. Throws a ServiceFailure.
 */
export async function* textPieces(
	answer: Answer,
	assembler: AnswerAssembler,
	silenceMs = LONGEST_SILENCE_MS,
): AsyncGenerator<string> {
	const clean = answer.redact?.flow() ?? ((piece = '') => piece);
	const reader = new AnswerReader(answer, assembler, silenceMs);
	const { body } = answer;
	const bytes = bytesOf(body);
	if (bytes === undefined) {
		reader.addWhole([body].flat().filter(isRecord));
		reader.end();
	} else {
		const texts = new DecodedTexts(bytes, reader);
		try {
			while (!reader.isOver) {
				const text = await texts.next();
				try {
					if (text === undefined) reader.end(texts.failure);
					else reader.feed(text, texts.isDamaged);
				} finally {
					// What came before a failure is shown too.
					const piece = clean(assembler.takeText());
					if (piece !== '') yield piece;
				}
			}
		} finally {
			// Whoever stops reading also ends the request.
			texts.close();
		}
	}
	const remainingText = clean(assembler.takeText() + assembler.takeRemainingText()) + clean();
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

/** The text of a body, piece by piece; why it broke is kept, as what arrived may be whole. */
class DecodedTexts {
	failure?: ServiceFailure;

	/** Whether bytes were no UTF-8. */
	isDamaged = false;

	private readonly decoder = new TextDecoder();

	private readonly strictDecoder = new TextDecoder('utf-8', { fatal: true });

	private readonly pieces: AsyncIterator<Uint8Array>;

	private readonly timeout = new WaitTimer();

	private byteCount = 0;

	constructor(
		private readonly body: AsyncIterable<Uint8Array>,
		private readonly reader: AnswerReader,
	) {
		this.pieces = body[Symbol.asyncIterator]();
	}

	/** The next piece; undefined where there is none, or where nothing is added to the answer for too long. What the reader does meanwhile does not count. */
	async next(): Promise<string | undefined> {
		const { reader } = this;
		const since = performance.now();
		try {
			const stalledFailure = () => stalledAnswerFailure(reader.patienceMs, 'content');
			const leftMs = reader.patienceMs - reader.waitedMs;
			const next = await this.timeout.within(this.pieces.next(), leftMs, stalledFailure);
			reader.waitedMs += performance.now() - since;
			if (next.done !== true) return this.decodeBytes(next.value);
		} catch (error) {
			this.failure = failureOf(error, 'unreachable');
		}
		return undefined;
	}

	private decodeBytes(bytes: Uint8Array): string {
		this.byteCount += bytes.length;
		const most = MAX_ANSWER_BYTES.paid;
		if (this.byteCount > most) throw tooLargeFailure(`more than ${megabytes(most)} MB`);
		try {
			if (!this.isDamaged) this.strictDecoder.decode(bytes, { stream: true });
		} catch {
			this.isDamaged = true;
		}
		return this.decoder.decode(bytes, { stream: true });
	}

	/** Does not wait for a body that hangs. */
	close(): void {
		this.timeout.clearTimer();
		cancelBody(this.body);
		void this.pieces.return?.(undefined).catch(() => undefined);
	}
}
