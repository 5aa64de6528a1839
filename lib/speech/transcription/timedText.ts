import { joinSpokenTexts } from '../textPieces';
import { pieceText, type TranscriptPiece } from './transcript';

/** A text, and when it is said: places in it, in their order, with their times in seconds. */
export interface TimedText {
	text: string;
	spans: Array<{ from: number; to: number; start: number; end: number }>;
}

/** How far ahead a word is looked for that the text does not go on with. */
const LOOKAHEAD = 100;
const WORDS = /[\p{L}\p{N}]/u;

/**
 * Words or characters with their times as one text: that of the answer, which knows where spaces and signs are, as far as they are found in
 * it. They come in the order of the text or, where their times fit it better, of their times.
 */
export function timedTextOf(pieces: readonly TranscriptPiece[], text: string): TimedText {
	const sorted = pieces.toSorted((one, other) => one.start - other.start);
	const [asTheyCome, byTime] = [placedIn(pieces, text), placedIn(sorted, text)];
	return byTime.inRow > asTheyCome.inRow ? byTime : asTheyCome;
}

function placedIn(pieces: readonly TranscriptPiece[], text: string): TimedText & { inRow: number } {
	const spans: TimedText['spans'] = [];
	let [joined, cursor, inRow] = ['', 0, 0];
	for (const piece of pieces) {
		const words = pieceText(piece);
		if (words === '') continue;
		const at = text.slice(cursor, cursor + words.length + LOOKAHEAD).indexOf(words);
		const skipped = at < 0 ? '' : text.slice(cursor, cursor + at);
		if (at >= 0 && !WORDS.test(skipped)) inRow++;
		const isAhead = at >= 0 && (spans.length > 0 || !WORDS.test(skipped));
		joined = isAhead ? joined + skipped + words : joinSpokenTexts(joined, words);
		if (at >= 0) cursor += at + words.length;
		const { start, end } = piece;
		spans.push({ from: joined.length - words.length, to: joined.length, start, end });
	}
	const rest = text.slice(cursor, cursor + LOOKAHEAD);
	return { text: WORDS.test(rest) ? joined : joined + rest.trimEnd(), spans, inRow };
}

/** When what stands between two places is said. */
export class Clock {
	private index = 0;

	constructor(private readonly spans: TimedText['spans']) {}

	/** Places come in their order. */
	timesOf(from: number, to: number): { start: number; end: number } {
		const { spans } = this;
		while (this.index < spans.length - 1 && (spans[this.index]?.to ?? 0) <= from) this.index++;
		let last = this.index;
		while (last < spans.length - 1 && (spans[last + 1]?.from ?? Infinity) < to) last++;
		const start = timeAt(spans[this.index], from);
		return { start, end: Math.max(start, timeAt(spans[last], to)) };
	}
}

function timeAt(span: TimedText['spans'][number] | undefined, place: number): number {
	if (span === undefined) return 0;
	const part = (place - span.from) / Math.max(1, span.to - span.from);
	return span.start + (span.end - span.start) * Math.min(1, Math.max(0, part));
}
