import type { Gap } from '../files/sound/containers/recording';
import { roundToMilliseconds } from './clockTime';
import {
	columnsOf,
	endsSentence,
	joinSpokenTexts,
	linePieces,
	segmentsOf,
	SPACING_UNITS,
} from './textSegments';
import { pieceText, type Transcript, type TranscriptPiece } from './transcript';

/** What is shown at once: text and its times, in seconds. */
export interface Cue {
	start: number;
	end: number;
	text: string;
}

interface CueLimits {
	lines: number;
	columns: number;
	seconds: number;
}

/** Columns of a line of subtitles, as many as are read at a glance. */
export const LINE_COLUMNS = 42;
/** Two lines that can be read in time. */
const SUBTITLE_LIMITS: CueLimits = { lines: 2, columns: LINE_COLUMNS, seconds: 7 };
const SENTENCE_LIMITS: CueLimits = { lines: 1, columns: 300, seconds: 30 };
const PAUSE_SECONDS = 0.8;
/** A sentence that is shorter is shown with the next one. */
export const SHORTEST_CUE_SECONDS = 5 / 6;

/** Cues for subtitles in the order of their starts, from whatever times the model returns; empty when it returns none. */
export function subtitleCuesOf(transcript: Transcript): Cue[] {
	const { word, segment } = transcript.timestamps ?? {};
	const isBySegment = !word?.length && segment?.length;
	const cues = isBySegment ? cuesOfSegments(segment) : sentencesOf(transcript, SUBTITLE_LIMITS);
	return byStart(cues);
}

/** What is said from pause to pause: the segments of the model or, where it times words or characters only, sentences. */
export function spokenSegmentsOf(transcript: Transcript): Cue[] {
	const { segment } = transcript.timestamps ?? {};
	if (!segment?.length) return sentencesOf(transcript, SENTENCE_LIMITS);
	return segment.map((span) => ({ start: span.start, end: span.end, text: pieceText(span) }));
}

/** How long a cue is shown that says that the recording breaks off, in seconds. */
const BREAK_NOTE_SECONDS = 3;

/** A gap that takes no syllable: a recorded radio stream has one at each title that was sent among its sound. */
const SHORT_GAP_SECONDS = 0.1;

/** The cues, with one for each gap of the recording in its place; short ones are counted in one. */
export function withGaps(cues: readonly Cue[], gaps: readonly Gap[]): Cue[] {
	const short = gaps.filter(({ start, end }) => end !== null && end - start < SHORT_GAP_SECONDS);
	const [first] = short;
	if (first === undefined || short.length === 1) return byStart([...cues, ...gaps.map(gapCue)]);
	const seconds = short.reduce((sum, { start, end }) => sum + Number(end) - start, 0);
	const text = `[From here on, ${roundToMilliseconds(seconds)} s of the recording in ${short.length} short gaps could not be read]`;
	const counted = { start: first.start, end: first.start + BREAK_NOTE_SECONDS, text };
	const long = gaps.filter(({ start, end }) => end === null || end - start >= SHORT_GAP_SECONDS);
	return byStart([...cues, counted, ...long.map(gapCue)]);
}

const byStart = (cues: Cue[]) => cues.sort((one, other) => one.start - other.start);

function gapCue({ start, end, place }: Gap): Cue {
	if (end === null)
		return { start, end: start + BREAK_NOTE_SECONDS, text: '[The recording breaks off here]' };
	const how = place ? 'are missing, here or earlier' : 'could not be read';
	return { start, end, text: `[${roundToMilliseconds(end - start)} s of the recording ${how}]` };
}

function sentencesOf({ text, timestamps }: Transcript, limits: CueLimits): Cue[] {
	const { word, char } = timestamps ?? {};
	const pieces = word?.length ? word : (char ?? []);
	return groupPieces(timedTextOf(pieces, text), limits);
}

/** Each segment on its own, as another may be said at the same time; one that is not alone stays whole where it can. */
function cuesOfSegments(segments: readonly TranscriptPiece[]): Cue[] {
	const inOrder = segments.toSorted((one, other) => one.start - other.start);
	let latest = 0;
	return inOrder.flatMap((segment, index) => {
		const { start } = segment;
		const text = pieceText(segment).replace(/\s+/gu, ' ');
		const end = Math.max(start, segment.end);
		const isAlone = start >= latest && (inOrder[index + 1]?.start ?? end) >= end;
		latest = Math.max(latest, end);
		const timed = { text, spans: [{ from: 0, to: text.length, start, end }] };
		if (isAlone) return groupPieces(timed, SUBTITLE_LIMITS);
		const whole = groupPieces(timed, { ...SUBTITLE_LIMITS, seconds: Infinity }, false);
		return whole.map((cue) => ({
			...cue,
			end: Math.min(cue.end, cue.start + SUBTITLE_LIMITS.seconds),
		}));
	});
}

interface OpenCue {
	start: number;
	end: number;
	from: number;
	to: number;
	line: number;
	columns: number;
}

function groupPieces(
	{ text, spans }: TimedText,
	{ lines, columns, seconds }: CueLimits,
	endsWithSentence = true,
): Cue[] {
	const clock = new Clock(spans);
	const cues: OpenCue[] = [];
	let open: OpenCue | undefined;
	let at = 0;
	for (const piece of fittingPieces(text, columns)) {
		const [from, to] = [at, at + piece.trimEnd().length];
		at += piece.length;
		if (from === to) continue;
		const times = clock.timesOf(from, to);
		const width = columnsOf(text.slice(from, to));
		const space = open === undefined ? 0 : columnsOf(text.slice(open.to, from).slice(0, 1));
		const isOnLine = open !== undefined && open.columns + space + width <= columns;
		const isTooLong =
			open !== undefined &&
			((!isOnLine && open.line === lines) ||
				times.end - open.start > seconds ||
				times.start - open.end > PAUSE_SECONDS ||
				times.start < open.start);
		if (open === undefined || isTooLong) {
			cues.push((open = { ...times, from, to, line: 1, columns: width }));
		} else {
			open.columns = isOnLine ? open.columns + space + width : width;
			open.line += isOnLine ? 0 : 1;
			Object.assign(open, { to, end: Math.max(open.end, times.end) });
		}
		const isShort = open.end - open.start < SHORTEST_CUE_SECONDS;
		if (endsWithSentence && !isShort && endsSentence(text.slice(open.from, to))) open = undefined;
	}
	return cues.map(({ start, end, from, to }) => ({ start, end, text: text.slice(from, to) }));
}

/** Pieces that fit on a line; what is wider is cut between its characters. */
export function* fittingPieces(text: string, columns: number): Generator<string> {
	for (const piece of linePieces(text)) {
		if (columnsOf(piece.trimEnd()) <= columns) {
			yield piece;
			continue;
		}
		let [part, width] = ['', 0];
		for (const grapheme of segmentsOf(piece, 'grapheme')) {
			const more = columnsOf(grapheme);
			if (part !== '' && width + more > columns && grapheme.trim() !== '') {
				yield part;
				[part, width] = ['', 0];
			}
			part += grapheme;
			width += more;
		}
		yield part;
	}
}

/** A text, and when it is said: places in it, in their order, with their times in seconds. */
interface TimedText {
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
function timedTextOf(pieces: readonly TranscriptPiece[], text: string): TimedText {
	const sorted = pieces.toSorted((one, other) => one.start - other.start);
	const [asTheyCome, byTime] = [placedIn(pieces, text), placedIn(sorted, text)];
	return byTime.inRow > asTheyCome.inRow ? byTime : asTheyCome;
}

function placedIn(pieces: readonly TranscriptPiece[], text: string): TimedText & { inRow: number } {
	const spans: TimedText['spans'] = [];
	let [joined, end, cursor, inRow] = ['', '', 0, 0];
	for (const piece of pieces) {
		const words = pieceText(piece);
		if (words === '') continue;
		const at = text.slice(cursor, cursor + words.length + LOOKAHEAD).indexOf(words);
		const skipped = at < 0 ? '' : text.slice(cursor, cursor + at);
		if (at >= 0 && !WORDS.test(skipped)) inRow++;
		const isAhead = at >= 0 && (spans.length > 0 || !WORDS.test(skipped));
		// To look at the end of the whole text would copy it for each piece.
		const added = isAhead ? skipped + words : joinSpokenTexts(end, words).slice(end.length);
		joined += added;
		end = (end + added).slice(-SPACING_UNITS);
		if (at >= 0) cursor += at + words.length;
		const to = joined.length;
		spans.push({ from: to - words.length, to, start: piece.start, end: piece.end });
	}
	const rest = text.slice(cursor, cursor + LOOKAHEAD);
	return { text: WORDS.test(rest) ? joined : joined + rest.trimEnd(), spans, inRow };
}

/** When what stands between two places is said. */
class Clock {
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
