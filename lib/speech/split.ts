/**
 * The text in parts of at most `most` UTF-16 units, cut at sentence ends of any script; at white space, words or characters only
 * where one sentence is longer. White space at the ends of a part is dropped, and no part is empty.
 * Counted in UTF-16 units, because no other way to count characters results in more. Throws a RangeError for a single character that is longer.
 */
export function splitText(text: string, most: number): string[] {
	const parts: string[] = [];
	let rest = trimStart(text);
	while (rest.trimEnd() !== '') {
		const end = cutAt(rest.slice(0, most + AHEAD), most);
		parts.push(rest.slice(0, end).trimEnd());
		rest = trimStart(rest.slice(end));
	}
	return parts;
}

/** What follows a sentence shows whether it has ended. */
const AHEAD = 512;
/** A mark after white space belongs to it, as one character. */
const AFTER_SPACE = /(?<=\s)(?![\s\p{M}\u200d])/u;
const LEADING_SPACE = /^\s+(?![\p{M}\u200d])/u;

type Cutter = (text: string) => Iterable<string>;

/** From the coarsest to the finest. Thai, Lao and Khmer end a sentence with nothing but white space. */
const CUTTERS: Cutter[] = [
	(text) => segments(text, 'sentence'),
	(text) => text.split(AFTER_SPACE),
	(text) => segments(text, 'word'),
	(text) => segments(text, 'grapheme'),
];

function cutAt(text: string, most: number): number {
	if (text.trimEnd().length <= most) return text.length;
	for (const cutter of CUTTERS) {
		const end = lastEnd(cutter(text), most);
		if (end > 0) return end;
	}
	throw new RangeError(`One character of the text has more than ${most} units`);
}

/** Where the last piece ends that fits. */
function lastEnd(pieces: Iterable<string>, most: number): number {
	let end = 0;
	for (const piece of pieces) {
		if (end + piece.trimEnd().length > most) break;
		end += piece.length;
	}
	return end;
}

function* segments(text: string, granularity: 'grapheme' | 'word' | 'sentence') {
	for (const { segment } of new Intl.Segmenter('en', { granularity }).segment(text)) yield segment;
}

function trimStart(text: string): string {
	return text.replace(LEADING_SPACE, '');
}
