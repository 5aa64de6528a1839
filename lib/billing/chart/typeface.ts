import { cut } from '../../core/cut';
import glyphs from './glyphs.json';

// glyphs.json is made from Noto Sans (OFL 1.1) by test/lib/billing/chart/glyphTable.ts: GLYPHS=write npm run jest -- test/lib/chart

export type Face = 'text' | 'title';

/** An outline in thousandths of an em, y up; `path` is empty for a space. */
export interface Glyph {
	advance: number;
	path: string;
}

const GLYPHS_BY_FACE: Record<Face, Record<string, string>> = glyphs;

// A hollow box, as wide as the widest of the scripts that the typeface lacks (two contours, the inner one turned round).
const MISSING_GLYPH: Glyph = {
	advance: 1000,
	path: 'M100 -50l0 800l800 0l0-800M160 10l680 0l0 680l-680 0',
};

const ELLIPSIS = '…';

/** What a reader takes for one character each, with its marks and joiners. */
function graphemesOf(text: string): string[] {
	if (/^[ -~]*$/.test(text)) return [...text];
	const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' });
	return Array.from(segmenter.segment(text), ({ segment }) => segment);
}

function lookUpGlyph(face: Face, character: string): Glyph | undefined {
	const tableWithGlyph = [GLYPHS_BY_FACE[face], GLYPHS_BY_FACE.text].find((table) =>
		Object.hasOwn(table, character),
	);
	const entry = tableWithGlyph?.[character];
	if (entry === undefined) return undefined;
	const advance = Number.parseInt(entry, 10);
	return { advance, path: entry.slice(String(advance).length) };
}

/** One symbol as a reader sees it: whole, in its compatible form (ﬁ as fi), else one hollow box. */
function glyphsOfSymbol(face: Face, symbol: string): Glyph[] {
	const whole = lookUpGlyph(face, symbol);
	if (whole) return [whole];
	if (/^[\p{M}\p{Cc}\p{Cf}]+$/u.test(symbol)) return [];
	const parts = [...symbol.normalize('NFKC')].map((part) => lookUpGlyph(face, part));
	return parts.every((part) => part !== undefined) ? parts : [MISSING_GLYPH];
}

/** The outlines of a text in reading order; a symbol the typeface lacks (it has Latin, Greek and Cyrillic) is a hollow box. */
export function glyphRun(face: Face, text: string): Glyph[] {
	return graphemesOf(text.normalize('NFC')).flatMap((symbol) => glyphsOfSymbol(face, symbol));
}

export function textWidth(face: Face, size: number, text: string): number {
	const thousandths = glyphRun(face, text).reduce((sum, { advance }) => sum + advance, 0);
	return (thousandths * size) / 1000;
}

/** Whether the typeface has every letter of a text, so that its width is known and not guessed. */
export function isWritable(face: Face, text: string): boolean {
	return !glyphRun(face, text).includes(MISSING_GLYPH);
}

/** Longer texts never fit, and measuring them takes its time. */
const MAX_MEASURED_LENGTH = 1000;

/** A text on one line, at most `maxWidth` pixels wide: what does not fit is replaced by an ellipsis. */
export function fitText(face: Face, size: number, text: string, maxWidth: number): string {
	return fitByHalving(face, size, text, maxWidth, (all, kept) => [all.slice(0, kept), []]);
}

/** The same with the ellipsis in the middle, for names that differ at their ends. */
export function fitTextCuttingMiddle(
	face: Face,
	size: number,
	text: string,
	maxWidth: number,
): string {
	return fitByHalving(face, size, text, maxWidth, (all, kept) => [
		all.slice(0, Math.ceil(kept / 2)),
		all.slice(all.length - Math.floor(kept / 2)),
	]);
}

/** The whole line where it fits, and else as many symbols as fit around an ellipsis, found by halving. */
function fitByHalving(
	face: Face,
	size: number,
	text: string,
	maxWidth: number,
	split: (all: string[], kept: number) => [head: string[], tail: string[]],
): string {
	const line = cutToMeasurableLength(text.replace(/\s+/g, ' ').trim());
	if (textWidth(face, size, line) <= maxWidth) return line;
	const all = graphemesOf(line);
	const cutTo = (kept: number) => {
		const [head, tail] = split(all, kept).map((part) => part.join(''));
		return `${head?.trimEnd()}${ELLIPSIS}${tail?.trimStart()}`;
	};
	let [fits, tooMany] = [0, all.length];
	while (tooMany - fits > 1) {
		const middle = (fits + tooMany) >> 1;
		if (textWidth(face, size, cutTo(middle)) <= maxWidth) fits = middle;
		else tooMany = middle;
	}
	return cutTo(fits);
}

function cutToMeasurableLength(line: string): string {
	if (line.length <= MAX_MEASURED_LENGTH) return line;
	const half = MAX_MEASURED_LENGTH / 2;
	const tail = line.slice(-half).replace(/^[\uDC00-\uDFFF]/, '');
	return `${cut(line, half).text}${ELLIPSIS}${tail}`;
}
