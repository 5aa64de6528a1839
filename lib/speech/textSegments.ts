/** Made when first used: ICU takes longer to load than everything else of a node. */
const segmenters = new Map<string, Intl.Segmenter>();

export function* segmentsOf(text: string, granularity: 'grapheme' | 'word' | 'sentence') {
	const segmenter = segmenters.get(granularity) ?? new Intl.Segmenter('en', { granularity });
	segmenters.set(granularity, segmenter);
	for (const { segment } of segmenter.segment(text)) yield segment;
}

/** Scripts that are written without spaces, and their signs: CJK Symbols and Punctuation, and Fullwidth Forms (Unicode, Blocks). */
const UNSPACED = String.raw`[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}\u3000-\u303F\uFF01-\uFF0F\uFF1A-\uFF20\uFF3B-\uFF40\uFF5B-\uFF65]`;
const HAS_UNSPACED = new RegExp(UNSPACED, 'u');
const STARTS_UNSPACED = new RegExp(`^${UNSPACED}`, 'u');
const ENDS_UNSPACED = new RegExp(String.raw`${UNSPACED}\p{M}?$`, 'u');
/** The signs alone: beside them there is no space, whatever the script. */
const WIDE_SIGN = String.raw`[\u3001-\u3003\u3008-\u3011\u3014-\u301F\uFF01-\uFF0F\uFF1A-\uFF20\uFF3B-\uFF40\uFF5B-\uFF65]`;
const STARTS_WITH_SIGN = new RegExp(`^${WIDE_SIGN}`, 'u');
const ENDS_WITH_SIGN = new RegExp(`${WIDE_SIGN}$`, 'u');

/** Two characters, of two UTF-16 units at most: what of the end of a text says whether a space follows. */
export const SPACING_UNITS = 4;

/** Two texts as one, with a space between them unless their scripts have none there. */
export function joinSpokenTexts(one: string, other: string): string {
	const [first, second] = [one.trimEnd(), other.trim()];
	if (first === '' || second === '') return first + second;
	const end = first.slice(-SPACING_UNITS);
	const [ends, starts] = [ENDS_UNSPACED.test(end), STARTS_UNSPACED.test(second)];
	const isUnspaced =
		(ends && (starts || /^\p{P}/u.test(second))) ||
		(starts && /\p{P}$/u.test(end)) ||
		ENDS_WITH_SIGN.test(end) ||
		STARTS_WITH_SIGN.test(second);
	return `${first}${isUnspaced ? '' : ' '}${second}`;
}

/** A mark after white space belongs to it, as one character. */
export const AFTER_SPACE = /(?<=\s)(?![\s\p{M}\u200D])/u;
/** What stands on no new line, and on no line's end, as JLREQ and CLREQ have it. */
const NO_START = /^[\p{M}\p{Lm}\p{Pe}\p{Pf}\p{Po}\u0E33\u0EB3\u200D]/u;
const NO_END = /[\p{Ps}\p{Pi}\p{Nd}]$/u;

/** The text in pieces that may stand on different lines: after white space and, in scripts without it, between words (UAX 29). */
export function linePieces(text: string): string[] {
	return text
		.split(AFTER_SPACE)
		.flatMap((run) => (HAS_UNSPACED.test(run) ? unspacedPieces(run) : [run]));
}

function unspacedPieces(run: string): string[] {
	const pieces: string[] = [];
	for (const word of segmentsOf(run, 'word')) {
		const before = pieces.at(-1) ?? '';
		const isBreak =
			(ENDS_UNSPACED.test(before.slice(-4)) || STARTS_UNSPACED.test(word)) &&
			!NO_START.test(word) &&
			!NO_END.test(before) &&
			word.trim() !== '';
		if (before === '' || isBreak) pieces.push(word);
		else pieces[pieces.length - 1] = before + word;
	}
	return pieces;
}

const ABBREVIATION = /(?:^|[\s(])(?:Dr|Mr|Mrs|Ms|Mx|Prof|St|Sr|Sra|Hr|Fr|vs|\p{Lu})\.\s*$/u;
const SENTENCE_END = /[\p{Sentence_Terminal}…]["'\p{Pe}\p{Pf}]*\s*$/u;
export function endsSentence(text: string): boolean {
	return SENTENCE_END.test(text.slice(-40)) && !endsWithAbbreviation(text);
}

export function endsWithAbbreviation(text: string): boolean {
	return ABBREVIATION.test(text.slice(-40));
}

/** Wide and Fullwidth (UAX 11): scripts, Hangul Jamo, signs and forms; emoji are as wide. */
const WIDE =
	/^[\p{sc=Han}\p{sc=Hiragana}\p{sc=Hangul}\p{sc=Yi}\p{sc=Bopomofo}\p{Emoji_Presentation}\p{RI}\u2E80-\u303E\u30A0-\u30FF\u3190-\u33FF\uFE10-\uFE19\uFE30-\uFE6F\uFF01-\uFF60\uFFE0-\uFFE6]/u;
const HALF_WIDTH = /^[\uFF61-\uFFDC]/u;
const NO_WIDTH = /^[\p{Mn}\p{Me}\p{Cf}]/u;
const PICTURE = /\p{Extended_Pictographic}\uFE0F|\p{Emoji_Presentation}|\p{RI}/u;

/** How wide a text is shown, in columns of a letter. */
export function columnsOf(text: string): number {
	if (/^[\x20-\x7E]*$/.test(text)) return text.length;
	let columns = 0;
	for (const grapheme of segmentsOf(text, 'grapheme')) {
		columns += PICTURE.test(grapheme) ? 2 : columnsOfCharacters(grapheme);
	}
	return columns;
}

function columnsOfCharacters(grapheme: string): number {
	let columns = 0;
	for (const character of grapheme) {
		if (NO_WIDTH.test(character)) continue;
		columns += WIDE.test(character) && !HALF_WIDTH.test(character) ? 2 : 1;
	}
	return columns;
}
