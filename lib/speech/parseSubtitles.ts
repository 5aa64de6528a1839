import { cut } from '../core/cut';
import { isRecord } from '../core/record';
import { badInput } from '../core/failure';
import { secondsOf } from '../core/duration';
import { clockText } from './clockTime';
import { entriesOfJson, JSON_CUE_EXAMPLE } from './captionJson';
import { isWebVtt, missingTimesFailure, readRawCues, isTimesLine } from './cueLines';
import { plainLines, speakersIn, withoutInvisible, withoutReadings } from './cueText';
import { withoutRepeats } from './repeatedCues';
import { MAX_PART_CHARACTERS } from './speechText';
import {
	comparableName,
	leaveOut,
	namesBeforeColons,
	severalSpeakersFailure,
	withoutSounds,
	withSpeaker,
	type LeftOut,
	type ShownCue,
} from './voiceCues';

/** What is spoken at a time, in seconds, and by whom where the subtitles say so. */
export interface TimedText {
	start: number;
	end: number;
	text: string;
	speaker?: string;
}

/** In seconds; a WAV file of common sample rates holds as much. */
const MAX_SUBTITLE_SECONDS = 6 * 3600;
const JSON_START = /^\s*(?:\[\s*[{\]]|\{\s*["}])/;
const CODE_FENCE = /^[ \t]*(?:`{3,}|~{3,})[^\r\n]*$/m;
/** What an encoder writes for what it could not read; a voice would speak nothing, or another word. */
const REPLACEMENT_CHARACTER = '\uFFFD';

export interface ParsedSubtitles {
	cues: TimedText[];
	leftOut: LeftOut;
	/** Names that are spoken, as no list of speakers has any, by the number of their cues. */
	spokenNames: ReadonlyMap<string, number>;
}

interface Reading {
	/** Speakers that the user knows. */
	names?: readonly string[];
	keepsSounds?: boolean;
}

/**
 * What is spoken of subtitles, in order of its start, and how much is not: SubRip, WebVTT (W3C), or JSON. Throws a ServiceFailure that names the place that cannot be read.
 */
export function parseSubtitles(
	subtitleText: string,
	{ names = [], keepsSounds = false }: Reading = {},
): ParsedSubtitles {
	const leftOut: LeftOut = { repeats: 0, sounds: 0, readings: 0, remarks: 0, names: 0, texts: [] };
	const text = withoutRemarks(subtitleText.replace(/^\uFEFF/, ''), leftOut);
	const all = JSON_START.test(text) ? parseJsonCues(text, leftOut) : parseCueFile(text, leftOut);
	all.sort((a, b) => a.start - b.start || a.end - b.end);
	const once = withoutRepeats(all, leftOut);
	const found = namesBeforeColons(once);
	const others = names.length === 0 ? [] : found.keys();
	const isNamed = (speaker?: string) =>
		names.some((name) => comparableName(name) === comparableName(speaker ?? ''));
	const known = new Map(
		[...names, ...others].reverse().map((name) => [comparableName(name), name]),
	);
	const cues = once.map((shown) => {
		const lines = keepsSounds ? shown.lines : withoutSounds(shown.lines, known, leftOut);
		const speaker = shown.speaker && (known.get(comparableName(shown.speaker)) ?? shown.speaker);
		const cue = withSpeaker({ ...shown, lines, ...(speaker && { speaker }) }, known);
		if (cue.speaker !== speaker && !isNamed(cue.speaker))
			leaveOut(leftOut, 'names', `${cue.speaker}:`);
		rejectUnspeakable(cue);
		return timedText(cue);
	});
	const spoken = cues.filter(hasSpokenText);
	if (spoken.length === 0)
		throw badInput(
			'Subtitles must contain at least one cue with text',
			'Check that the file is SRT or WebVTT and not empty.',
		);
	const last = spoken.reduce((latest, { end }) => Math.max(latest, end), 0);
	if (last > MAX_SUBTITLE_SECONDS) {
		throw badInput(
			`Subtitles may last at most 6 hours, but the last cue ends at ${clockText(last)}`,
			lateStart(spoken) ?? 'Split the subtitles into parts of up to 6 hours.',
		);
	}
	return { cues: spoken, leftOut, spokenNames: names.length === 0 ? found : new Map() };
}

/** What users must know of a timeline that begins at a full hour or later, as those of broadcasts do; undefined for others. */
export function lateStart(cues: readonly TimedText[]): string | undefined {
	const first = Math.min(...cues.map(({ start }) => start));
	if (first < 3600) return undefined;
	return `The first cue starts at ${clockText(first)}, after as much silence: shift the times if the film starts earlier.`;
}

/** The inside of the code fences in which chat models send files; what they say around it is no part of it. */
function withoutRemarks(text: string, leftOut: LeftOut): string {
	const pieces = text.split(CODE_FENCE);
	if (pieces.length === 1) return text;
	const isFile = (piece: string) =>
		JSON_START.test(piece) ||
		piece.split(/[\r\n]+/).some((line) => isTimesLine(withoutInvisible(line)));
	const files = pieces.filter((piece) => isFile(piece));
	const remarks = pieces.filter((piece) => !isFile(piece) && piece.trim() !== '');
	for (const remark of remarks) leaveOut(leftOut, 'remarks', remark);
	return files.join('\n');
}

/** Refuses a cue that the service would not speak whole, or would speak wrong. */
function rejectUnspeakable(cue: ShownCue): void {
	const { text, speaker = '' } = timedText(cue);
	const place = `Cue ${cue.number}`;
	if (`${text}${speaker}`.includes(REPLACEMENT_CHARACTER)) {
		throw badInput(
			`${place} has characters that were lost when its text was decoded: "${cut(text, 80).text}"`,
			'Read the file again in its own encoding. Options > Encoding sets it for a file of the item.',
		);
	}
	if (text.length <= MAX_PART_CHARACTERS) return;
	throw badInput(
		`${place} may have at most ${MAX_PART_CHARACTERS} characters, but has ${text.length}`,
		'Split this cue in two.',
	);
}

/** What captions of a broadcast begin the words of another speaker with. */
const TURN_MARKS = /(?<!\S)>{2,}\s*/g;

function timedText({ start, end, lines, speaker }: ShownCue): TimedText {
	return { start, end, text: lines.join(' ').replace(TURN_MARKS, ''), ...(speaker && { speaker }) };
}

/** What has no letter or digit, such as a note of music, is not spoken. */
function hasSpokenText({ text }: TimedText): boolean {
	return /[\p{L}\p{N}]/u.test(text);
}

function parseJsonCues(text: string, leftOut: LeftOut): ShownCue[] {
	let json: unknown;
	try {
		json = JSON.parse(text);
	} catch {
		throw badInput(
			'Subtitles must be SRT, WebVTT or a JSON list, but the JSON cannot be read',
			'Correct the JSON, or pass the text of an SRT or WebVTT file.',
		);
	}
	return entriesOfJson(json).map((entry, index) => {
		const { start, end, text: said, speaker } = isRecord(entry) ? entry : {};
		const [from, to] = [secondsOf(start), secondsOf(end)];
		if (from === undefined || to === undefined || typeof said !== 'string' || said.trim() === '') {
			throw badInput(
				`Cue ${index + 1} must have start and end in seconds, and a text`,
				`Write each cue as ${JSON_CUE_EXAMPLE}.`,
			);
		}
		if (to < from)
			throw badInput(
				`Cue ${index + 1} must end after it starts, at ${from} seconds`,
				'Correct the times of this cue.',
			);
		const hasSpeaker = typeof speaker === 'string' && speaker.trim() !== '';
		return {
			...{ start: from, end: to, number: index + 1, place: `Cue ${index + 1}` },
			lines: linesOf(said, 'srt', leftOut),
			written: said,
			...(hasSpeaker && { speaker: speaker.trim() }),
		};
	});
}

function parseCueFile(text: string, leftOut: LeftOut): ShownCue[] {
	const format = isWebVtt(text) ? 'vtt' : 'srt';
	const cues = readRawCues(text);
	if (cues.length === 0) throw missingTimesFailure(text, 1);
	return cues.map(({ start, end, text: said, line }, index) => {
		const place = `The cue at line ${line}`;
		const speakers = speakersIn(said);
		const [speaker] = speakers;
		if (new Set(speakers.map(comparableName)).size > 1)
			throw severalSpeakersFailure(place, speakers);
		const shown = { start, end: Math.max(start, end), written: said, number: index + 1, place };
		return { ...shown, lines: linesOf(said, format, leftOut), ...(speaker && { speaker }) };
	});
}

function linesOf(said: string, format: 'srt' | 'vtt', leftOut: LeftOut): string[] {
	const { text, count } = withoutReadings(said);
	leftOut.readings += count;
	return plainLines(text, format);
}
