import { isRecord } from '../base/record';
import { badInput } from '../base/failure';
import { clockOf } from '../text/clock';
import { PART_LIMIT } from './text';

/** What is spoken at a time, in seconds, and by whom where the subtitles say so. */
export interface TimedText {
	start: number;
	end: number;
	text: string;
	speaker?: string;
}

const TIME = String.raw`(?:(\d+):)?(\d{1,2}):(\d{2})[.,](\d{1,3})`;
const TIMES = new RegExp(String.raw`^\s*${TIME}\s*-->\s*${TIME}(?:\s.*)?$`);
/** In seconds; a WAV file of common sample rates holds as much. */
const LONGEST = 6 * 3600;
/** Blocks of a WebVTT file that are no cues. */
const HIDDEN = /^(WEBVTT|NOTE|STYLE|REGION)\b/;
const ENTITIES: Record<string, string> = {
	...{ amp: '&', lt: '<', gt: '>', quot: '"', nbsp: ' ', lrm: '', rlm: '' },
};

/**
 * The cues of subtitles in order of their start: SubRip, WebVTT (W3C), or a JSON list of `{ start, end, text, speaker }` in seconds. A
 * speaker is a voice tag of WebVTT, or one of `names` before a colon. Throws a ServiceFailure that names the place that cannot be read.
 */
export function timedTexts(given: string, names: readonly string[]): TimedText[] {
	const text = given.replace(/^\uFEFF/, '').replace(/\r\n?/g, '\n');
	const all = /^\s*[[{]/.test(text) ? listed(text) : blocksOf(text);
	const cues = all.map((cue) => withSpeaker(cue, names));
	const spoken = cues.filter(isSpoken);
	if (spoken.length === 0) throw badInput('Subtitles must have at least one cue with a text');
	for (const [index, cue] of cues.entries()) {
		if (!isSpoken(cue)) continue;
		const { start, end, text: said } = cue;
		const place = `Cue ${index + 1}`;
		if (end <= start) throw badInput(`${place} must end after it starts, at ${start} seconds`);
		if (said.length <= PART_LIMIT) continue;
		throw badInput(`${place} may have at most ${PART_LIMIT} characters, but has ${said.length}`);
	}
	const last = Math.max(...spoken.map(({ end }) => end));
	if (last > LONGEST) {
		throw badInput(`Subtitles may last at most 6 hours, but the last cue ends at ${clockOf(last)}`);
	}
	return spoken.sort((a, b) => a.start - b.start || a.end - b.end);
}

/** What has no letter or digit, such as a note of music, is not spoken. */
function isSpoken({ text }: TimedText): boolean {
	return /[\p{L}\p{N}]/u.test(text);
}

function listed(text: string): TimedText[] {
	let entries: unknown;
	try {
		entries = JSON.parse(text);
	} catch {
		throw badInput('Subtitles must be SRT, WebVTT or a JSON list, but the JSON cannot be read');
	}
	if (!Array.isArray(entries)) throw badInput('Subtitles as JSON must be a list of cues');
	return entries.map((entry: unknown, index) => {
		const { start, end, text: said, speaker } = isRecord(entry) ? entry : {};
		const [from, to] = [secondsOf(start), secondsOf(end)];
		if (from === undefined || to === undefined || typeof said !== 'string' || said.trim() === '') {
			throw badInput(
				`Cue ${index + 1} must have start and end in seconds, and a text`,
				'Write each cue as { "start": 1.5, "end": 4, "text": "Hello", "speaker": "Ada" }; the speaker is optional.',
			);
		}
		const named = typeof speaker === 'string' && speaker.trim() !== '';
		return { start: from, end: to, text: plain(said), ...(named && { speaker: speaker.trim() }) };
	});
}

function secondsOf(value: unknown): number | undefined {
	if (typeof value === 'number') return Number.isFinite(value) && value >= 0 ? value : undefined;
	const found = new RegExp(`^${TIME}$`).exec(String(value).trim());
	if (found !== null) return clock(found.slice(1));
	const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : Number.NaN;
	return Number.isFinite(number) && number >= 0 ? number : undefined;
}

function clock([hours, minutes, seconds, part = '']: Array<string | undefined>): number {
	const whole = Number(hours ?? 0) * 3600 + Number(minutes) * 60 + Number(seconds);
	return whole + Number(part.padEnd(3, '0')) / 1000;
}

/** The cues of SubRip and WebVTT, which both are blocks between empty lines. */
function blocksOf(text: string): TimedText[] {
	const cues: TimedText[] = [];
	let line = 1;
	for (const block of text.split(/\n[ \t]*(?=\n)/)) {
		const lines = block.replace(/^\n/, '').split('\n');
		const first = line + (block.startsWith('\n') ? 1 : 0);
		line += block.split('\n').length;
		if (block.trim() === '' || HIDDEN.test(lines[0] ?? '')) continue;
		const at = lines.findIndex((one) => one.includes('-->'));
		const times = TIMES.exec(lines[at] ?? '');
		if (times === null || at > 1) {
			throw badInput(
				`Subtitles cannot be read at line ${first}: a cue with times such as 00:00:01,000 --> 00:00:04,000 must start there`,
			);
		}
		const said = lines.slice(at + 1).join('\n');
		const cue = { start: clock(times.slice(1, 5)), end: clock(times.slice(5, 9)) };
		const speakers = [...said.matchAll(/<v(?:\.[^\s>]*)?\s+([^>]+)>/g)].map(([, name = '']) =>
			name.trim(),
		);
		if (new Set(speakers).size > 1) {
			throw badInput(
				`The cue at line ${first} has several speakers: ${speakers.join(', ')}`,
				'Give each speaker a cue of its own.',
			);
		}
		const [speaker] = speakers;
		cues.push({ ...cue, text: plain(said), ...(speaker === undefined ? {} : { speaker }) });
	}
	return cues;
}

/** The words alone: without tags, positions and entities, on one line. */
function plain(text: string): string {
	return text
		.replace(/<\/?[A-Za-z][^<>]*>|<[\d:.]+>|\{\\[^}]*\}/g, '')
		.replace(/&(\w+);/g, (whole, name: string) => ENTITIES[name] ?? whole)
		.replace(/\s+/gu, ' ')
		.trim();
}

function withSpeaker(cue: TimedText, names: readonly string[]): TimedText {
	if (cue.speaker !== undefined) return cue;
	const speaker = names.find((name) => cue.text.startsWith(`${name}:`));
	if (speaker === undefined) return cue;
	return { ...cue, speaker, text: cue.text.slice(speaker.length + 1).trim() };
}
