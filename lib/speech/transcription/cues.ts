import type { Gap } from '../../files/sound/containers/recording';
import { roundToMilliseconds } from '../clockTime';
import { joinSpokenTexts, pieceText, type TranscriptPiece, type Timestamps } from './transcript';

/** What is shown at once: text and its times, in seconds. */
export interface Cue {
	start: number;
	end: number;
	text: string;
}

interface CueLimits {
	characters: number;
	seconds: number;
}

/** Two lines that can be read in time. */
const SUBTITLE_LIMITS: CueLimits = { characters: 84, seconds: 7 };
const PAUSE_SECONDS = 0.8;
const SENTENCE_END = /[.!?…。！？]["'”’»)]*$/u;

/** Cues for subtitles, from whatever times the model returns; empty when it returns none. */
export function subtitleCuesOf(timestamps: Timestamps | null | undefined): Cue[] {
	return groupWords(timedWords(timestamps), SUBTITLE_LIMITS);
}

/** What is said from pause to pause: the segments of the model or, where it times words or characters only, sentences. */
export function spokenSegmentsOf(timestamps: Timestamps | null | undefined): Cue[] {
	const { segment } = timestamps ?? {};
	if (!segment) return groupWords(timedWords(timestamps), { characters: 300, seconds: 30 });
	return segment.map((span) => ({ start: span.start, end: span.end, text: pieceText(span) }));
}

/** How long a cue is shown that says that the recording breaks off, in seconds. */
const BREAK_NOTE_SECONDS = 3;

/** The cues, with one for each gap of the recording in its place. */
export function withGaps(cues: readonly Cue[], gaps: readonly Gap[]): Cue[] {
	const missing = gaps.map(({ start, end, place }) => ({
		start,
		end: end ?? start + BREAK_NOTE_SECONDS,
		text:
			end === null
				? '[The recording breaks off here]'
				: `[${roundToMilliseconds(end - start)} s of the recording ${place ? 'are missing, here or earlier' : 'could not be read'}]`,
	}));
	return [...cues, ...missing].sort((one, other) => one.start - other.start);
}

type TimedWord = Cue & { endsSegment?: boolean };

function timedWords(timestamps: Timestamps | null | undefined): TimedWord[] {
	const { word, segment, char } = timestamps ?? {};
	if (word)
		return word.map((span) => ({ start: span.start, end: span.end, text: pieceText(span) }));
	if (segment) return segment.flatMap(wordsOfSegment);
	return wordsOfCharacters(char ?? []);
}

/** The words of a segment, each with as much of its time as of its characters. */
function wordsOfSegment(span: TranscriptPiece): TimedWord[] {
	const text = pieceText(span);
	const pace = (span.end - span.start) / Math.max(1, text.length);
	const pieces = [...text.matchAll(/\S+/gu)].flatMap(({ 0: piece, index }) =>
		splitUnspaced(piece, index),
	);
	return pieces.map(({ piece, at }, index) => ({
		text: piece,
		start: span.start + at * pace,
		end: span.start + (at + piece.length) * pace,
		endsSegment: index === pieces.length - 1,
	}));
}

/** What is written without spaces, in pieces of some characters. */
function splitUnspaced(text: string, start: number) {
	const pieces = text.match(/.{1,40}/gsu) ?? [];
	let at = start;
	return pieces.map((piece) => {
		at += piece.length;
		return { piece, at: at - piece.length };
	});
}

function wordsOfCharacters(spans: readonly TranscriptPiece[]): TimedWord[] {
	const found: TimedWord[] = [];
	let open: TimedWord | undefined;
	for (const { char, start, end } of spans) {
		const text = char ?? '';
		if (text.trim() === '') open = undefined;
		else if (open === undefined) found.push((open = { start, end, text }));
		else Object.assign(open, { end, text: open.text + text });
	}
	return found;
}

function groupWords(words: readonly TimedWord[], { characters, seconds }: CueLimits): Cue[] {
	const cues: Cue[] = [];
	let open: Cue | undefined;
	for (const { start, end, text, endsSegment = false } of words) {
		if (text === '') continue;
		const joined: string = joinSpokenTexts(open?.text ?? '', text);
		const isTooLong =
			open !== undefined &&
			(joined.length > characters ||
				end - open.start > seconds ||
				start - open.end > PAUSE_SECONDS);
		if (open === undefined || isTooLong) cues.push((open = { start, end, text }));
		else Object.assign(open, { end, text: joined });
		if (endsSegment || SENTENCE_END.test(text)) open = undefined;
	}
	return cues;
}
