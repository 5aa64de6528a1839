import type { Answer } from '../base/answer';
import { isRecord } from '../base/record';
import type { Assembler } from './assemble';
import { textOf } from './simplify';
import { chatChunks } from './stream';

/** The text of the first choice of a streamed answer, as it arrives and without secrets; the assembler has all of it. Throws a ServiceFailure. */
export async function* textPieces(answer: Answer, assembler: Assembler): AsyncGenerator<string> {
	const clean = answer.redact?.flow() ?? ((piece = '') => piece);
	for await (const chunk of chatChunks(answer, assembler)) {
		const piece = clean(textDelta(chunk));
		if (piece !== '') yield piece;
	}
	const rest = clean();
	if (rest !== '') yield rest;
}

/** The text that a chunk adds to the first choice; that of the whole answer, where it came at once. */
function textDelta({ choices }: Record<string, unknown>): string {
	const first = (Array.isArray(choices) ? choices : []).find(isRecord);
	const piece = [first?.delta, first?.message].find(isRecord);
	// An index that cannot be read is taken for 0, as the assembler does.
	const ours = typeof first?.index !== 'number' || first.index === 0;
	return ours ? textOf(piece?.content) : '';
}
