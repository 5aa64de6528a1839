import { AFTER_SPACE, endsWithAbbreviation, linePieces, segmentsOf } from './textPieces';

/**
 * The text in parts of at most `maxLength` UTF-16 units, cut at sentence ends of any script; at white space, words or characters only
 * where one sentence is longer. White space at the ends of a part is dropped, and no part is empty.
 * Counted in UTF-16 units, because no other way to count characters results in more. Throws a RangeError for a single character that is longer.
 */
export function splitText(text: string, maxLength: number): string[] {
	const parts: string[] = [];
	let rest = trimLeadingSpace(text);
	while (rest.trimEnd() !== '') {
		const end = cutPosition(rest.slice(0, maxLength + LOOKAHEAD_LENGTH), maxLength);
		parts.push(rest.slice(0, end).trimEnd());
		rest = trimLeadingSpace(rest.slice(end));
	}
	return parts;
}

/** What follows a sentence shows whether it has ended. */
const LOOKAHEAD_LENGTH = 512;
const LEADING_SPACE = /^\s+(?![\p{M}\u200d])/u;

type Cutter = (text: string) => Iterable<string>;

/** From the coarsest to the finest. Thai, Lao and Khmer end a sentence with nothing but white space. */
const TEXT_CUTTERS: Cutter[] = [
	sentencesOf,
	(text) => text.split(AFTER_SPACE),
	linePieces,
	(text) => segmentsOf(text, 'word'),
	(text) => segmentsOf(text, 'grapheme'),
];

function cutPosition(text: string, maxLength: number): number {
	if (text.trimEnd().length <= maxLength) return text.length;
	for (const cutter of TEXT_CUTTERS) {
		const end = lastFittingEnd(cutter(text), maxLength);
		if (end > 0) return end;
	}
	throw new RangeError(`One character of the text has more than ${maxLength} units`);
}

function lastFittingEnd(pieces: Iterable<string>, maxLength: number): number {
	let end = 0;
	for (const piece of pieces) {
		if (end + piece.trimEnd().length > maxLength) break;
		end += piece.length;
	}
	return end;
}

/** What ends with an abbreviation goes on. */
function* sentencesOf(text: string): Generator<string> {
	let open = '';
	for (const sentence of segmentsOf(text, 'sentence')) {
		open += sentence;
		if (endsWithAbbreviation(sentence)) continue;
		yield open;
		open = '';
	}
	if (open !== '') yield open;
}

function trimLeadingSpace(text: string): string {
	return text.replace(LEADING_SPACE, '');
}
