import { withDisarmedMarkup } from '../cueText';
import { columnsOf } from '../textSegments';
import { fittingPieces, LINE_COLUMNS, SHORTEST_CUE_SECONDS, type Cue } from '../cues';

export type SubtitleFormat = 'srt' | 'vtt';

export const SUBTITLE_TYPES: Record<SubtitleFormat, string> = {
	srt: 'application/x-subrip',
	vtt: 'text/vtt',
};

/** A subtitle file with these cues: SubRip, or WebVTT (W3C). */
export function writeSubtitles(cues: readonly Cue[], format: SubtitleFormat): string {
	const blocks = cues.map((cue, index) => {
		const [from, to] = cueTimesInMs(cue, cues[index + 1]);
		const times = `${timestampText(from, format)} --> ${timestampText(to, format)}`;
		return `${index + 1}\n${times}\n${subtitleLines(cue.text, format)}\n`;
	});
	return `${format === 'vtt' ? 'WEBVTT\n\n' : ''}${blocks.join('\n')}`;
}

/** Two cues of one voice, which times that were rounded let overlap. */
const ROUNDING_MS = 100;

/** In milliseconds. A cue is shown long enough for the eye, unless the next one comes; cues of voices that overlap overlap. */
function cueTimesInMs({ start, end }: Cue, next: Cue | undefined): [from: number, to: number] {
	const from = Math.max(0, Math.round(start * 1000));
	const nextFrom = next === undefined ? Infinity : Math.round(next.start * 1000);
	const ownEnd = Math.round(end * 1000);
	const readable = Math.min(from + Math.round(SHORTEST_CUE_SECONDS * 1000), nextFrom);
	const isRounded = ownEnd > nextFrom && ownEnd - nextFrom <= ROUNDING_MS;
	return [from, Math.max(from + 1, readable, isRounded ? nextFrom : ownEnd)];
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

/** Two lines as even as they get. */
function breakInTwo(text: string): string {
	if (columnsOf(text) <= LINE_COLUMNS) return text;
	let [at, best, widest] = [0, 0, Infinity];
	for (const piece of fittingPieces(text, LINE_COLUMNS)) {
		at += piece.length;
		const [left, right] = [text.slice(0, at).trimEnd(), text.slice(at)].map(columnsOf);
		const wider = Math.max(left ?? 0, right ?? 0);
		if (wider < widest) [best, widest] = [at, wider];
	}
	return `${text.slice(0, best).trimEnd()}\n${text.slice(best)}`;
}
