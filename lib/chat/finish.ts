import type { LengthBound } from '../core/answer';
import { cut } from '../core/cut';
import { endOf } from '../core/endWord';
import type { Json } from '../core/record';

/** How an answer ended: the one value that all who ask about it read. */
export type Finish = {
	/** The end word as it came; empty where none did. */
	word: string;
	/** What a person should know of it, in a sentence without a full stop; empty where it is whole. */
	sentence: string;
} & (
	| { kind: 'cut'; cutBy: CutBy }
	| { kind: 'whole' | 'filtered' | 'refused' | 'unknown'; cutBy?: undefined }
);

/** What set the limit by which an answer was cut: what was asked for or the model, or a step of this package. */
type CutBy = 'length' | LengthBound;

/** Why an answer was cut, after "because" and a colon, and what to do about it. */
export const CUT_WORDS: Record<CutBy, { why: string; cure: string }> = {
	length: {
		why: 'its tokens were used up',
		cure: 'Raise Max Answer Length (Tokens), or lower Reasoning.',
	},
	maxCostPerRun: { why: 'Max Cost per Run left no more', cure: 'Raise Max Cost per Run.' },
};

const UNKNOWN_END = 'The finish reason is not one that is known, so the answer may be incomplete';

/** More of a refusal is in the answer itself. */
const MAX_REFUSAL_CHARACTERS = 500;

/** How a choice ended whose message refuses with these words. `bound` is who set the limit of its length, where that was not the user, and `tokens` counts its tokens: null where they are not known. */
export function finishOf(
	choice: Json,
	refusal: string,
	{ bound, tokens }: { bound?: LengthBound; tokens(): number | null },
): Finish {
	const { kind, word } = endOf(choice);
	if (refusal !== '') {
		const said = cut(refusal, MAX_REFUSAL_CHARACTERS).text;
		return { kind: 'refused', word, sentence: `The model refused to answer: "${said}"` };
	}
	if (kind === 'filtered')
		return { kind, word, sentence: 'The content filter of the service stopped the answer' };
	if (kind === 'cut') {
		const cutBy = bound ?? 'length';
		const count = tokens();
		const length = count === null ? '' : ` after ${count} tokens`;
		return { kind, word, cutBy, sentence: `The answer was cut${length}: ${CUT_WORDS[cutBy].why}` };
	}
	if (kind === 'whole' || kind === 'called') return { kind: 'whole', word, sentence: '' };
	return { kind: 'unknown', word, sentence: word === '' ? '' : UNKNOWN_END };
}
