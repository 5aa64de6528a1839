import type { IDataObject } from 'n8n-workflow';

import type { Jump } from '../files/sound/recordingParts';
import { roundToMilliseconds } from './clockTime';
import { joinSpokenTexts } from './textSegments';

export interface TranscriptPiece {
	start: number;
	end: number;
	text?: string | null;
	word?: string | null;
	char?: string | null;
}

export type Timestamps = Partial<Record<'segment' | 'word' | 'char', TranscriptPiece[] | null>>;

export interface Transcript {
	text: string;
	timestamps?: Timestamps | null;
}

/** The transcript of a part, and where the part lies in the whole recording, in seconds. */
export interface PartTranscript extends Transcript {
	start: number;
	seconds: number;
	/** How many seconds of its start the part before it has as well. */
	overlap: number;
	/** Where the times of the recording go on later than those of the part. */
	jumps?: Jump[];
}

interface MergedTranscript extends Transcript {
	/** Seconds at which a word may be missing or there twice: parts that overlap and have no words in common there. */
	unsureAt: number[];
}
type KeptRange = [from: number, to: number];

const TIMESTAMP_KINDS = ['segment', 'word', 'char'] as const;

/** One transcript of parts in their order: without what was heard twice, and with the times of the whole recording. */
export function mergeTranscripts(parts: readonly PartTranscript[]): MergedTranscript {
	const ranges = parts.map(({ text }): KeptRange => [0, text.length]);
	const unsureAt: number[] = [];
	for (const [index, { text, start, overlap }] of parts.entries()) {
		const [before, range, ahead] = [ranges[index - 1], ranges[index], parts[index - 1]];
		if (overlap === 0 || before === undefined || range === undefined || ahead === undefined)
			continue;
		if (text.trim() === '' || ahead.text.trim() === '') continue;
		const seam = findSeam(ahead.text, text, overlap);
		if (seam === undefined) unsureAt.push(roundToMilliseconds(start));
		else [before[1], range[0]] = [Math.max(seam.end, before[0]), seam.begin];
	}
	const text = parts.reduce(
		(sum, part, index) => joinSpokenTexts(sum, part.text.slice(...rangeAt(ranges, index))),
		'',
	);
	const timestamps: Timestamps = {};
	for (const kind of TIMESTAMP_KINDS) {
		if (!parts.some((part) => part.timestamps?.[kind])) continue;
		timestamps[kind] = parts.flatMap((part, index) =>
			piecesInRange(part.timestamps?.[kind] ?? [], part, rangeAt(ranges, index)),
		);
	}
	const isTimed = Object.keys(timestamps).length > 0;
	return { text, ...(isTimed ? { timestamps } : {}), unsureAt };
}

function rangeAt(ranges: KeptRange[], index: number): KeptRange {
	return ranges[index] ?? [0, 0];
}

/** The spans inside the range of the text, with the times of the whole recording; one across its edge is cut there. */
function piecesInRange(
	spans: readonly TranscriptPiece[],
	part: PartTranscript,
	[from, to]: KeptRange,
): TranscriptPiece[] {
	const { text } = part;
	let cursor = 0;
	return spans.flatMap((span) => {
		const words = pieceText(span);
		const found = text.indexOf(words, cursor);
		const at = found < 0 ? cursor : found;
		const end = found < 0 ? cursor : at + words.length;
		cursor = end;
		const keptRange: KeptRange = [Math.max(at, from), Math.min(end, to)];
		if (found >= 0 ? keptRange[0] >= keptRange[1] : at < from || at >= to) return [];
		const length = Math.max(1, end - at);
		const pace = (span.end - span.start) / length;
		const isWhole = keptRange[0] === at && keptRange[1] === end;
		const times = {
			start: timeInRecording(part, span.start + (keptRange[0] - at) * pace),
			end: timeInRecording(part, span.end - (end - keptRange[1]) * pace),
		};
		return [
			{ ...span, ...(isWhole ? {} : withPieceText(span, text.slice(...keptRange))), ...times },
		];
	});
}

/** When something plays in the whole recording that plays after so many seconds of a part. */
export function timeInRecording(
	{ start, jumps = [] }: Pick<PartTranscript, 'start' | 'jumps'>,
	seconds: number,
): number {
	const later = jumps.reduce((sum, { at, by }) => (at <= seconds ? sum + by : sum), 0);
	return Math.max(0, roundToMilliseconds(start + seconds + later));
}

/** What a span says, without the white space around it. */
export function pieceText({ text, word, char }: TranscriptPiece): string {
	return (text ?? word ?? char ?? '').trim();
}

function withPieceText({ text, word }: TranscriptPiece, words: string): Partial<TranscriptPiece> {
	if (typeof text === 'string') return { text: words };
	return typeof word === 'string' ? { word: words } : { char: words };
}

export interface UnreadableFields {
	unreadNumbers?: string[];
	unreadTexts?: string[];
}
export function mergeUnreadMarks(parts: readonly Pick<PartResult, 'unread'>[]): UnreadableFields {
	const marks: UnreadableFields = {};
	for (const kind of ['unreadNumbers', 'unreadTexts'] as const) {
		const names = parts.flatMap(({ unread }, index) =>
			(unread?.[kind] ?? []).map((name) => `part ${index + 1}: ${name}`),
		);
		if (names.length > 0) marks[kind] = names;
	}
	return marks;
}

export interface PartResult extends PartTranscript {
	model: string | null;
	requestId: string | null;
	cost: IDataObject | null;
	/** Whether the service heard nothing in it, and charged nothing. */
	silent: boolean;
	unread?: UnreadableFields;
}

/** More words than anyone says in a second. */
const WORDS_PER_SECOND = 6;
const MAX_WORD_LENGTH = 40;
/** So many words in a row are the same by chance hardly ever; fewer have to lie where the parts meet. */
const CERTAIN_WORD_RUN = 4;
const NEAR_SEAM_WORDS = 3;

/** Where the first of two texts ends, and the second one begins, as offsets of characters. */
interface Seam {
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
