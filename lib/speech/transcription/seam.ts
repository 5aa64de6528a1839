/** More words than anyone says in a second. */
const WORDS_PER_SECOND = 6;
const MAX_WORD_LENGTH = 40;
/** So many words in a row are the same by chance hardly ever; fewer have to lie where the parts meet. */
const CERTAIN_WORD_RUN = 4;
const NEAR_SEAM_WORDS = 3;

/** Where the first of two texts ends, and the second one begins, as offsets of characters. */
export interface Seam {
	end: number;
	begin: number;
}

interface SeamWord {
	text: string;
	start: number;
}

/**
 * Where two transcripts meet whose recordings overlap for some seconds: before the last word of the longest run that both have there.
 * Undefined when there is none that is long enough to be sure.
 */
export function findSeam(first: string, second: string, overlapSeconds: number): Seam | undefined {
	const maxWords = Math.ceil(overlapSeconds * WORDS_PER_SECOND) + NEAR_SEAM_WORDS;
	const from = Math.max(0, first.length - maxWords * MAX_WORD_LENGTH);
	const tail = seamWordsIn(first.slice(from), from).slice(-maxWords);
	const head = seamWordsIn(second.slice(0, maxWords * MAX_WORD_LENGTH), 0).slice(0, maxWords);
	const run = longestRun(tail, head);
	const [last, next] = [tail[run.tailEnd - 1], head[run.headEnd - 1]];
	if (last === undefined || next === undefined) return undefined;
	const after = tail.length - run.tailEnd;
	const before = run.headEnd - run.length;
	const isNear = after <= NEAR_SEAM_WORDS && before <= NEAR_SEAM_WORDS;
	const isNext = after <= 1 && before <= 1 && last.text.length > NEAR_SEAM_WORDS;
	const isSure = run.length >= CERTAIN_WORD_RUN || (isNear && run.length >= 2) || isNext;
	return isSure ? { end: last.start, begin: next.start } : undefined;
}

function seamWordsIn(text: string, offset: number): SeamWord[] {
	const segments = new Intl.Segmenter('en', { granularity: 'word' }).segment(text);
	return [...segments].flatMap(({ segment, index, isWordLike }) => {
		if (isWordLike !== true) return [];
		return [{ text: segment.normalize('NFKC').toLowerCase(), start: offset + index }];
	});
}

/** The longest run of words that both lists have, less the words between it and where they meet: what is said twice may be repeated further away. */
function longestRun(tail: SeamWord[], head: SeamWord[]) {
	let best = { length: 0, tailEnd: 0, headEnd: 0, score: -Infinity };
	let before = new Array<number>(head.length + 1).fill(0);
	for (let row = 1; row <= tail.length; row++) {
		const lengths = new Array<number>(head.length + 1).fill(0);
		for (let column = 1; column <= head.length; column++) {
			if (tail[row - 1]?.text !== head[column - 1]?.text) continue;
			const length = (before[column - 1] ?? 0) + 1;
			lengths[column] = length;
			const score = 2 * length - (tail.length - row) - column;
			if (score >= best.score) best = { length, tailEnd: row, headEnd: column, score };
		}
		before = lengths;
	}
	return best;
}
