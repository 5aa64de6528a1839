import { withDisarmedMarkup } from '../cueText';
import type { Cue } from './cues';

export type SubtitleFormat = 'srt' | 'vtt';

export const SUBTITLE_TYPES: Record<SubtitleFormat, string> = {
	srt: 'application/x-subrip',
	vtt: 'text/vtt',
};

const MAX_LINE_LENGTH = 42;

/** A subtitle file with these cues: SubRip, or WebVTT (W3C). */
export function writeSubtitles(cues: readonly Cue[], format: SubtitleFormat): string {
	const blocks = cues.map((cue, index) => {
		const [from, to] = cueTimesInMs(cue, cues[index + 1]);
		const times = `${timestampText(from, format)} --> ${timestampText(to, format)}`;
		return `${index + 1}\n${times}\n${subtitleLines(cue.text, format)}\n`;
	});
	return `${format === 'vtt' ? 'WEBVTT\n\n' : ''}${blocks.join('\n')}`;
}

/** In milliseconds; a cue ends after it begins, and before the next one begins. */
function cueTimesInMs({ start, end }: Cue, next: Cue | undefined): [from: number, to: number] {
	const from = Math.max(0, Math.round(start * 1000));
	const nextFrom = next === undefined ? Infinity : Math.round(next.start * 1000);
	const to = Math.min(Math.round(end * 1000), nextFrom);
	return [from, Math.max(from + 1, to)];
}

function timestampText(milliseconds: number, format: SubtitleFormat): string {
	const seconds = Math.floor(milliseconds / 1000);
	const units = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
	const clock = units.map((unit) => String(unit).padStart(2, '0')).join(':');
	return `${clock}${format === 'srt' ? ',' : '.'}${String(milliseconds % 1000).padStart(3, '0')}`;
}

/** On two lines where one would be too long. An arrow or an empty line would end the cue, and `&` and `<` begin markup. */
function subtitleLines(text: string, format: SubtitleFormat): string {
	const plain = text.replace(/\s+/gu, ' ').replaceAll('-->', '→').trim();
	const lines = withDisarmedMarkup(breakInTwo(plain), format);
	if (format === 'srt') return lines;
	return lines.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

function breakInTwo(text: string): string {
	if (text.length <= MAX_LINE_LENGTH) return text;
	const middle = text.length / 2;
	const [left, right] = [text.lastIndexOf(' ', middle), text.indexOf(' ', middle)];
	const at = right < 0 || (left >= 0 && middle - left <= right - middle) ? left : right;
	return at < 0 ? text : `${text.slice(0, at)}\n${text.slice(at + 1)}`;
}
