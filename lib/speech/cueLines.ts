import { cut } from '../core/cut';
import { badInput, type ServiceFailure } from '../core/failure';
import { withoutReferences } from './characterReferences';
import { isBehindTimes, isOnlySettings, looksLikeTimes, cueTimesIn, type Times } from './cueTimes';
import { visible, withoutTags } from './cueText';

/** A cue as it stands in a file: times in seconds, text with its markup, and the number of the line of its times. */
export interface WrittenCue {
	start: number;
	end: number;
	text: string;
	line: number;
}

const HEADER = /^\s*WEBVTT(?:[ \t]|$)/;
const HIDDEN_BLOCK = /^(?:NOTE|STYLE|REGION|WEBVTT)(?:\s|$)/;
/** The clock of a stream, which stands in the header of WebVTT and of each part that was joined. */
const STREAM_CLOCK = /MPEGTS:\d|LOCAL:\d+:\d/;
const NUMBER = /^\s*\d+\s*$/;
/** A number with signs that slipped onto its line. */
const NUMBER_LIKE = /^[^\p{L}\d]*(\d+)[^\p{L}\d]*$/u;

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
		`Subtitles cannot be read at line ${line}: a cue with times such as 00:00:01,000 --> 00:00:04,000 must start there, but it is "${cut(first, 80).text}"`,
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

	/** The number, or the name, of a cue whose times have not come yet. */
	private nextName: string | undefined;

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
			const times = cueTimesIn(line);
			if (times !== undefined) {
				this.begin(times, index);
				isHidden = false;
				continue;
			}
			if (raw === '' && isAfterHeader) isHidden = false;
			if (line.trim() !== '') isAfterHeader = true;
			if (isHidden || line.trim() === '' || STREAM_CLOCK.test(line)) continue;
			isHidden = this.startsBlock(index) && this.isHiddenBlock(line, index);
			if (!isHidden) this.read(raw, index);
		}
		this.finish();
		return this.cues;
	}

	/** A line that is no times: the number or name of the next cue, or words. */
	private read(raw: string, index: number): void {
		const line = visible(raw);
		const isBelowName = this.nextName !== undefined && !this.startsBlock(index);
		const name = withoutReferences(withoutTags(line), true);
		this.nextName = this.isIdentifier(name, index) ? name : undefined;
		if (this.nextName !== undefined) return;
		this.refuseTimes(line, index, isBelowName);
		if (this.cues.length > 0 && !(this.isVtt && isOnlySettings(line))) this.said.push(raw);
	}

	private begin(times: Times, index: number): void {
		const { start, end, rest } = times;
		if (isBehindTimes(times, visible(this.lines[this.nextLine(index)] ?? '')))
			throw noTimes(this.lines[index] ?? '', index + 1);
		this.finish();
		const above = visible(this.lines[index - 1] ?? '');
		if (this.cues.length > 0)
			this.hasGaps = this.startsBlock(NUMBER.test(above) ? index - 1 : index);
		const [, digits] = NUMBER_LIKE.exec(this.nextName ?? '') ?? [];
		// Times that stand there twice have one number.
		if (digits !== undefined || this.said.length > 0) this.number = undefined;
		if (digits !== undefined) [this.number, this.isNumbered] = [Number(digits), true];
		this.nextName = undefined;
		this.cues.push({ start, end, text: '', line: index + 1 });
		this.said = [];
		if (rest === '') return;
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

	/** Whether a block of WebVTT is shown nowhere; SubRip has none but a header in front of parts that were joined. */
	private isHiddenBlock(line: string, index: number): boolean {
		if (this.isVtt) return HIDDEN_BLOCK.test(line);
		return HEADER.test(line) && STREAM_CLOCK.test(this.lines[index + 1] ?? '');
	}

	/** Whether a line is the number, or in WebVTT the name, of the cue that comes next. */
	private isIdentifier(line: string, index: number): boolean {
		const isAboveTimes = this.timesAt(index + 1) !== undefined;
		const isFirstOfBlock = this.startsBlock(index);
		const next = this.nextLine(index);
		const isBeforeCue = next < 0 || this.timesAt(next) !== undefined;
		const number = Number(NUMBER_LIKE.exec(line)?.[1]);
		const isNext = number === (this.number ?? this.cues.length) + 1;
		// The times below have no other number, and cues have one in this file.
		const isMissed = this.isNumbered && isBeforeCue && next >= 0 && (isNext || number === 1);
		if (isMissed) return true;
		if (!NUMBER.test(line)) return isAboveTimes && (isNext || (this.isVtt && isFirstOfBlock));
		if (isAboveTimes) return !this.isVtt || this.isNumbered || isNext || isFirstOfBlock;
		if (isFirstOfBlock && (this.isVtt || (this.isNumbered && isNext))) return true;
		if (!isBeforeCue || this.cues.length === 0) return isBeforeCue;
		return this.said.length > 0 && (isFirstOfBlock || (isNext && !this.hasGaps));
	}

	/** The index of the next line that is not blank, or -1. */
	private nextLine(index: number): number {
		for (let at = index + 1; at < this.lines.length; at++) {
			if (visible(this.lines[at] ?? '').trim() !== '') return at;
		}
		return -1;
	}

	private timesAt(index: number): Times | undefined {
		return cueTimesIn(visible(this.lines[index] ?? ''));
	}

	/** What would be spoken otherwise: the times of a cue that lost something, such as their arrow. */
	private refuseTimes(line: string, index: number, isBelowName = false): void {
		const isFirst = this.startsBlock(index) || NUMBER.test(visible(this.lines[index - 1] ?? ''));
		if (looksLikeTimes(line, isBelowName, isFirst)) throw noTimes(line, index + 1);
	}
}
