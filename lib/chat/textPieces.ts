import type { Answer } from '../core/answer';
import { LONGEST_SILENCE_MS } from '../core/bounds';
import type { AnswerAssembler } from './assembler';
import { readChunks } from './readChunks';

/**
 * The text of the first choice of an answer, as it arrives and without secrets; the assembler has all of it. A stream that adds nothing
 * for `silenceMs` is ended. Throws a ServiceFailure.
 */
export async function* textPieces(
	answer: Answer,
	assembler: AnswerAssembler,
	silenceMs = LONGEST_SILENCE_MS,
): AsyncGenerator<string> {
	const clean = answer.redact?.flow() ?? ((piece = '') => piece);
	const chunks = readChunks(answer, assembler, silenceMs);
	try {
		for (let next = await chunks.next(); next.done !== true; next = await chunks.next()) {
			const piece = clean(assembler.takeText());
			if (piece !== '') yield piece;
		}
	} finally {
		// Whoever stops reading also ends the request.
		await chunks.return(undefined);
	}
	const remainingText = clean(assembler.takeText() + assembler.takeRemainingText()) + clean();
	if (remainingText !== '') yield remainingText;
}
