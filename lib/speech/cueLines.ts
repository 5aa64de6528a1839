import { badInput, type ServiceFailure } from '../core/failure';
import { withoutReferences } from './characterReferences';
import { visible } from './cueText';

/** A cue as it stands in a file: times in seconds, text with its markup, and the number of the line of its times. */
export interface WrittenCue {
	start: number;
	end: number;
	text: string;
	line: number;
}

const ONE_TIME = String.raw`(-)?(?:(\d+)\s*:\s*)?(\d{1,2})\s*:\s*(\d{1,2})(?:\s*[.,:]\s*(\d+))?`;
/** Of translators and word processors too, which make another character of the hyphens. */
const ARROW = String.raw`(?:-\s*-?\s*(?:>|&gt;)|[–—]+>|→)`;
const TIMES = new RegExp(String.raw`^\s*${ONE_TIME}\s*${ARROW}\s*${ONE_TIME}(?!\d)(.*)$`, 's');
/** Nothing but times: the line of a cue that lost its arrow, or one of its times. */
const LOOKS_LIKE_TIMES = /^[\d\s:.,;>=–—→-]*\d\s*:\s*\d\d[\d\s:.,;>=–—→-]*$/;
/** Two times at the start of a line, whatever stands between them and behind. */
const STARTS_WITH_TIMES = /^\s*\d+\s*:\s*\d\d[\d:.,]*[^\p{L}\d]+\d+\s*:\s*\d\d[\d:]*[.,]\d{3}/u;
const ARROW_LIKE = /\d\s*(?:-\s?-\s?>|[-–—=]+>)|(?:-\s?-\s?>|[-–—=]+>)\s*\d/;
/** Where a cue is shown: settings of WebVTT, coordinates of SubRip. */
const SETTING = /^(?:[A-Za-z][\w-]*\s*[:=]\s*\S*|[\d.,%-]+)$/;
const HEADER = /^\s*WEBVTT(?:[ \t]|$)/;
const HIDDEN_BLOCK = /^(?:NOTE|STYLE|REGION|WEBVTT)(?:\s|$)/;
const NUMBER = /^\s*\d+\s*$/;

/** Formats of subtitles that are not read, by how they begin. */
const OTHERS: Array<[start: RegExp, name: string]> = [
	[/^\s*\[Script Info\]/i, 'ASS'],
	[/^\s*<SAMI/i, 'SAMI'],
	[/^\s*<(?:\?xml|tt\b)/i, 'XML'],
	[/^\s*\{\d+\}\{\d+\}/, 'MicroDVD'],
	[/^\s*\d+:\d+:\d+\.\d+,\d+:\d+:\d+\.\d+/, 'SBV'],
];

/** The failure of a line that holds no times where some must be. */
export function noTimes(text: string, line: number): ServiceFailure {
	const other = OTHERS.find(([start]) => start.test(text))?.[1];
	const [first = ''] = text.trim().split(/[\r\n]/, 1);
	return badInput(
		`Subtitles cannot be read at line ${line}: a cue with times such as 00:00:01,000 --> 00:00:04,000 must start there, but it is "${first.slice(0, 80)}"`,
		other === undefined ? '' : `This is ${other}. Convert it to SRT or WebVTT first.`,
	);
}

/** Whether subtitles call themselves WebVTT. */
export function isWebVtt(text: string): boolean {
	return HEADER.test(text.trimStart().split(/[\r\n]/, 1)[0] ?? '');
}

/**
 * The cues of SubRip or WebVTT, in their order. A line with times begins a cue, whatever stands before it (W3C WebVTT, 6.1; players read
 * SubRip so too). What stands between the words of a cue and the next times and is neither a number nor a note belongs to the words.
 * Throws a ServiceFailure that names a line that looks like times and is none.
 */
export function writtenCues(text: string): WrittenCue[] {
	return new CueReader(text).all();
}

class CueReader {
	private readonly lines: string[];

	private readonly isVtt: boolean;

	private readonly cues: WrittenCue[] = [];

	/** The words of the last cue, by line. */
	private said: string[] = [];

	/** The number above the times of the last cue. */
	private number: number | undefined;

	/** Whether a cue so far had a number. */
	private isNumbered = false;

	/** Whether the cues so far had an empty line before the next. */
	private hasGaps = true;

	constructor(text: string) {
		// Some programs write the end of a line of Windows twice.
		this.lines = text.split(/\r\r\n|\r\n|\r|\n/);
		this.isVtt = isWebVtt(text);
	}

	all(): WrittenCue[] {
		let isHidden = this.isVtt;
		let isAfterHeader = false;
		for (const [index, raw] of this.lines.entries()) {
			const line = visible(raw);
			const times = timesOf(line);
			if (times !== undefined) {
				this.begin(times, index);
				isHidden = false;
				continue;
			}
			if (raw === '' && isAfterHeader) isHidden = false;
			if (line.trim() !== '') isAfterHeader = true;
			if (isHidden || line.trim() === '') continue;
			isHidden = this.isVtt && this.startsBlock(index) && HIDDEN_BLOCK.test(line);
			if (isHidden || this.isIdentifier(line, index)) continue;
			this.refuseTimes(line, index);
			if (this.cues.length > 0) this.said.push(raw);
		}
		this.finish();
		return this.cues;
	}

	private begin({ start, end, rest }: Times, index: number): void {
		this.finish();
		const above = visible(this.lines[index - 1] ?? '');
		if (this.cues.length > 0)
			this.hasGaps = this.startsBlock(NUMBER.test(above) ? index - 1 : index);
		this.number = NUMBER.test(above) ? Number(above) : undefined;
		if (this.number !== undefined) this.isNumbered = true;
		this.cues.push({ start, end, text: '', line: index + 1 });
		this.said = [];
		if (!/\p{L}/u.test(rest) || isSettings(rest)) return;
		this.refuseTimes(rest, index);
		this.said.push(rest);
	}

	private finish(): void {
		const cue = this.cues.at(-1);
		if (cue !== undefined) cue.text = this.said.join('\n');
	}

	/** Whether an empty line stands before this one; in WebVTT, one with a space is text. */
	private startsBlock(index: number): boolean {
		const before = this.lines[index - 1];
		return before === undefined || (this.isVtt ? before === '' : visible(before).trim() === '');
	}

	/** Whether a line is the number, or in WebVTT the name, of the cue that comes next. */
	private isIdentifier(line: string, index: number): boolean {
		const isAboveTimes = timesOf(visible(this.lines[index + 1] ?? '')) !== undefined;
		if (!NUMBER.test(line)) return isAboveTimes && this.isVtt && this.startsBlock(index);
		const isNext = Number(line) === (this.number ?? this.cues.length) + 1;
		if (isAboveTimes) return !this.isVtt || this.isNumbered || isNext || this.startsBlock(index);
		if (this.isNumbered && isNext && this.startsBlock(index)) return true;
		const rest = this.lines.slice(index + 1).find((one) => visible(one).trim() !== '');
		const isBeforeCue = rest === undefined || timesOf(visible(rest)) !== undefined;
		if (!isBeforeCue || this.said.length === 0) return isBeforeCue && this.cues.length === 0;
		return this.startsBlock(index) || (isNext && !this.hasGaps);
	}

	/** What would be spoken otherwise: the times of a cue that lost something, such as their arrow. */
	private refuseTimes(written: string, index: number): void {
		const line = withoutReferences(written, true).normalize('NFKC');
		if (
			!STARTS_WITH_TIMES.test(line) &&
			!LOOKS_LIKE_TIMES.test(line) &&
			!(ARROW_LIKE.test(line) && /\d\s*:\s*\d/.test(line))
		)
			return;
		throw noTimes(written, index + 1);
	}
}

interface Times {
	start: number;
	end: number;
	/** What stands behind the times. */
	rest: string;
}

function timesOf(line: string): Times | undefined {
	const found = TIMES.exec(line) ?? TIMES.exec(line.normalize('NFKC'));
	if (found === null) return undefined;
	const [start, end] = [secondsOf(found.slice(1, 6)), secondsOf(found.slice(6, 11))];
	return { start, end, rest: found[11] ?? '' };
}

/** As players read it: `,5` are five milliseconds. */
function secondsOf([minus, hours = '0', minutes, seconds, part = '']: Array<string | undefined>) {
	const milliseconds = Number(part.slice(0, 3));
	const whole = Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds);
	return minus === undefined ? (whole * 1000 + milliseconds) / 1000 : 0;
}

/** Whether what stands behind the times says where the cue is shown; one setting may be cut off. */
function isSettings(rest: string): boolean {
	return SETTING.test(rest.trim().split(/\s+/, 1)[0] ?? '');
}
