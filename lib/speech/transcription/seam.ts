/** More words than anyone says in a second. */
const WORDS_PER_SECOND = 6;
const LONGEST_WORD = 40;
/** So many words in a row are the same by chance hardly ever; fewer have to lie where the parts meet. */
const SURE_RUN = 4;
const NEAR = 3;

/** Where the first of two texts ends, and the second one begins, as offsets of characters. */
export interface Seam {
	end: number;
	begin: number;
}

interface Word {
	text: string;
	start: number;
}

/**
 * Where two transcripts meet whose recordings overlap for some seconds: before the last word of the longest run that both have there.
 * Undefined when there is none that is long enough to be sure.
 */
export function seamOf(first: string, second: string, overlapSeconds: number): Seam | undefined {
	const most = Math.ceil(overlapSeconds * WORDS_PER_SECOND) + NEAR;
	const from = Math.max(0, first.length - most * LONGEST_WORD);
	const tail = words(first.slice(from), from).slice(-most);
	const head = words(second.slice(0, most * LONGEST_WORD), 0).slice(0, most);
	const run = longestRun(tail, head);
	const [last, next] = [tail[run.tailEnd - 1], head[run.headEnd - 1]];
	if (last === undefined || next === undefined) return undefined;
	const after = tail.length - run.tailEnd;
	const before = run.headEnd - run.length;
	const isNear = after <= NEAR && before <= NEAR;
	const isNext = after <= 1 && before <= 1 && last.text.length > NEAR;
	const isSure = run.length >= SURE_RUN || (isNear && run.length >= 2) || isNext;
	return isSure ? { end: last.start, begin: next.start } : undefined;
}

function words(text: string, offset: number): Word[] {
	const segments = new Intl.Segmenter('en', { granularity: 'word' }).segment(text);
	return [...segments].flatMap(({ segment, index, isWordLike }) => {
		if (isWordLike !== true) return [];
		return [{ text: segment.normalize('NFKC').toLowerCase(), start: offset + index }];
	});
}

/** The longest run of words that both lists have, less the words between it and where they meet: what is said twice may be repeated further away. */
function longestRun(tail: Word[], head: Word[]) {
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
