import type { IDataObject } from 'n8n-workflow';

import type { Jump } from '../../files/sound/recordingParts';
import { roundToMilliseconds } from '../clockTime';
import { joinSpokenTexts } from '../textPieces';
import { findSeam } from './seam';

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

/** The characters of a text that are kept. */
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

/** The same of all parts, each name with its part. */
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
