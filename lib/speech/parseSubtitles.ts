import { cut } from '../core/cut';
import { isRecord } from '../core/record';
import { badInput } from '../core/failure';
import { clockText } from './clockTime';
import { isWebVtt, missingTimesFailure, readRawCues } from './cueLines';
import { speakersIn, plainWords } from './cueText';
import { MAX_PART_CHARACTERS } from './speechText';

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
/** A time of a JSON list that is written as a clock. */
const CLOCK_TIME = /^(?:(\d+):)?(\d{1,2}):(\d{2})(?:[.,](\d{1,3}))?$/;
/** What an encoder writes for what it could not read; a voice would speak nothing, or another word. */
const REPLACEMENT_CHARACTER = '\uFFFD';

/**
 * The cues of subtitles in order of their start: SubRip, WebVTT (W3C), or a JSON list of `{ start, end, text, speaker }` in seconds. A
 * speaker is a voice tag of WebVTT, or one of `names` before a colon. Throws a ServiceFailure that names the place that cannot be read.
 */
export function parseSubtitles(subtitleText: string, names: readonly string[]): TimedText[] {
	const text = subtitleText.replace(/^\uFEFF/, '');
	const all = JSON_START.test(text) ? parseJsonCues(text) : parseCueFile(text);
	const cues = all.map((cue) => withSpeakerFromText(cue, names));
	const spoken = cues.filter(hasSpokenText);
	if (spoken.length === 0) throw badInput('Subtitles must have at least one cue with a text');
	for (const [index, cue] of cues.entries()) rejectUnspeakable(cue, `Cue ${index + 1}`);
	const last = Math.max(...spoken.map(({ end }) => end));
	if (last > MAX_SUBTITLE_SECONDS) {
		throw badInput(
			`Subtitles may last at most 6 hours, but the last cue ends at ${clockText(last)}`,
		);
	}
	return spoken.sort((a, b) => a.start - b.start || a.end - b.end);
}

/** Refuses a cue that the service would not speak whole, or would speak wrong. */
function rejectUnspeakable({ text, speaker = '' }: TimedText, place: string): void {
	if (`${text}${speaker}`.includes(REPLACEMENT_CHARACTER)) {
		throw badInput(
			`${place} has characters that were lost when its text was decoded: "${cut(text, 80).text}"`,
			'Read the file again in its own encoding. Options > Encoding sets it for a file of the item.',
		);
	}
	if (text.length <= MAX_PART_CHARACTERS) return;
	throw badInput(
		`${place} may have at most ${MAX_PART_CHARACTERS} characters, but has ${text.length}`,
	);
}

/** What has no letter or digit, such as a note of music, is not spoken. */
function hasSpokenText({ text }: TimedText): boolean {
	return /[\p{L}\p{N}]/u.test(text);
}

function parseJsonCues(text: string): TimedText[] {
	let entries: unknown;
	try {
		entries = JSON.parse(text);
	} catch {
		throw badInput('Subtitles must be SRT, WebVTT or a JSON list, but the JSON cannot be read');
	}
	if (!Array.isArray(entries)) throw badInput('Subtitles as JSON must be a list of cues');
	return entries.map((entry: unknown, index) => {
		const { start, end, text: said, speaker } = isRecord(entry) ? entry : {};
		const [from, to] = [parseSeconds(start), parseSeconds(end)];
		if (from === undefined || to === undefined || typeof said !== 'string' || said.trim() === '') {
			throw badInput(
				`Cue ${index + 1} must have start and end in seconds, and a text`,
				'Write each cue as { "start": 1.5, "end": 4, "text": "Hello", "speaker": "Ada" }; the speaker is optional.',
			);
		}
		if (to < from) throw badInput(`Cue ${index + 1} must end after it starts, at ${from} seconds`);
		const hasSpeaker = typeof speaker === 'string' && speaker.trim() !== '';
		return {
			start: from,
			end: to,
			text: plainWords(said, 'srt'),
			...(hasSpeaker && { speaker: speaker.trim() }),
		};
	});
}

function parseSeconds(value: unknown): number | undefined {
	if (typeof value === 'number') return Number.isFinite(value) && value >= 0 ? value : undefined;
	const [, hours = 0, minutes, seconds, part = ''] = CLOCK_TIME.exec(String(value).trim()) ?? [];
	if (minutes !== undefined) {
		return Number(hours) * 3600 + Number(minutes) * 60 + Number(`${seconds}.${part}0`);
	}
	const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : Number.NaN;
	return Number.isFinite(number) && number >= 0 ? number : undefined;
}

function parseCueFile(text: string): TimedText[] {
	const format = isWebVtt(text) ? 'vtt' : 'srt';
	const cues = readRawCues(text);
	if (cues.length === 0) throw missingTimesFailure(text, 1);
	return cues.map(({ start, end, text: said, line }) => {
		const speakers = speakersIn(said);
		if (speakers.length > 1) {
			throw badInput(
				`The cue at line ${line} has several speakers: ${speakers.join(', ')}`,
				'Give each speaker a cue of its own.',
			);
		}
		const [speaker] = speakers;
		const cue = { start, end: Math.max(start, end), text: plainWords(said, format) };
		return { ...cue, ...(speaker === undefined ? {} : { speaker }) };
	});
}

function withSpeakerFromText(cue: TimedText, names: readonly string[]): TimedText {
	if (cue.speaker !== undefined) return cue;
	const speaker = names.find((name) => cue.text.startsWith(`${name}:`));
	if (speaker === undefined) return cue;
	return { ...cue, speaker, text: cue.text.slice(speaker.length + 1).trim() };
}
