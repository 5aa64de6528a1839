import { cut } from '../core/cut';
import { badInput, type ServiceFailure } from '../core/failure';
import { decodeCharacterReferences } from './htmlCharacterReferences';
import { withoutInvisible, withoutTags } from './cueText';

/** A cue as it stands in a file: times in seconds, text with its markup, and the number of the line of its times. */
interface RawCue {
	start: number;
	end: number;
	text: string;
	line: number;
}

const WEBVTT_HEADER = /^\s*WEBVTT(?:[ \t]|$)/;
const HIDDEN_BLOCK = /^(?:NOTE|STYLE|REGION|WEBVTT)(?:\s|$)/;
/** The clock of a stream, which stands in the header of WebVTT and of each part that was joined. */
const STREAM_CLOCK = /MPEGTS:\d|LOCAL:\d+:\d/;
const CUE_NUMBER = /^\s*\d+\s*$/;
/** A number with signs that slipped onto its line. */
const CUE_NUMBER_LIKE = /^[^\p{L}\d]*(\d+)[^\p{L}\d]*$/u;

/** Formats of subtitles that are not read, by how they begin. */
const UNREADABLE_FORMATS: Array<[start: RegExp, name: string]> = [
	[/^\s*\[Script Info\]/i, 'ASS'],
	[/^\s*<SAMI/i, 'SAMI'],
	[/^\s*<(?:\?xml|tt\b)/i, 'XML'],
	[/^\s*\{\d+\}\{\d+\}/, 'MicroDVD'],
	[/^\s*\[\d+\]\[\d+\]/, 'MPL2'],
	[/^\s*\[(?:[a-z]{2}:|\d+:\d\d[.:\]])/i, 'LRC'],
	[/^\s*start\tend\ttext/, 'TSV'],
	[/^\s*\d+:\d+:\d+\.\d+,\d+:\d+:\d+\.\d+/, 'SBV'],
];

/** The failure of a line that holds no times where some must be. */
export function missingTimesFailure(text: string, line: number): ServiceFailure {
	const other = UNREADABLE_FORMATS.find(([start]) => start.test(text))?.[1];
	const [first = ''] = text.trim().split(/[\r\n]/, 1);
	return badInput(
		`Subtitles cannot be read at line ${line}: a cue with times such as 00:00:01,000 --> 00:00:04,000 must start there, but it is "${cut(first, 80).text}"`,
		other === undefined ? '' : `This is ${other}. Convert it to SRT or WebVTT first.`,
	);
}

export function isWebVtt(text: string): boolean {
	return WEBVTT_HEADER.test(text.trimStart().split(/[\r\n]/, 1)[0] ?? '');
}

/**
 * The cues of SubRip or WebVTT, in their order. A line with times begins a cue, whatever stands before it (W3C WebVTT, 6.1; players read
 * SubRip so too). What stands between the words of a cue and the next times and is neither a number nor a note belongs to the words.
 * Throws a ServiceFailure that names a line that looks like times and is none.
 */
export function readRawCues(text: string): RawCue[] {
	return new CueReader(text).readAllCues();
}

class CueReader {
	private readonly lines: string[];

	private readonly isVtt: boolean;

	private readonly cues: RawCue[] = [];
	private textLines: string[] = [];

	/** The number above the times of the last cue. */
	private lastNumber: number | undefined;

	/** Whether a cue so far had a number. */
	private hasNumbers = false;

	/** The number, or the name, of a cue whose times have not come yet. */
	private nextName: string | undefined;

	/** Whether the cues so far had an empty line before the next. */
	private hasBlankLines = true;

	constructor(text: string) {
		// Some programs write the end of a line of Windows twice.
		this.lines = text.split(/\r\r\n|\r\n|\r|\n/);
		this.isVtt = isWebVtt(text);
	}

	readAllCues(): RawCue[] {
		let isHidden = this.isVtt;
		let isAfterHeader = false;
		for (const [index, raw] of this.lines.entries()) {
			const line = withoutInvisible(raw);
			const times = cueTimesIn(line);
			if (times !== undefined) {
				this.beginCue(times, index);
				isHidden = false;
				continue;
			}
			if (raw === '' && isAfterHeader) isHidden = false;
			if (line.trim() !== '') isAfterHeader = true;
			if (isHidden || line.trim() === '' || STREAM_CLOCK.test(line)) continue;
			isHidden = this.startsBlock(index) && this.isHiddenBlock(line, index);
			if (!isHidden) this.readLine(raw, index);
		}
		this.finishCue();
		return this.cues;
	}

	/** A line that is no times: the number or name of the next cue, or words. */
	private readLine(raw: string, index: number): void {
		const line = withoutInvisible(raw);
		const isBelowName = this.nextName !== undefined && !this.startsBlock(index);
		const name = decodeCharacterReferences(withoutTags(line), true);
		this.nextName = this.isIdentifier(name, index) ? name : undefined;
		if (this.nextName !== undefined) return;
		this.rejectDamagedTimes(line, index, isBelowName);
		if (this.cues.length > 0 && !(this.isVtt && isOnlySettings(line))) this.textLines.push(raw);
	}

	private beginCue(times: CueTimes, index: number): void {
		const { start, end, rest } = times;
		if (isEndContinued(times, withoutInvisible(this.lines[this.nextNonBlankLine(index)] ?? '')))
			throw missingTimesFailure(this.lines[index] ?? '', index + 1);
		this.finishCue();
		const above = withoutInvisible(this.lines[index - 1] ?? '');
		if (this.cues.length > 0)
			this.hasBlankLines = this.startsBlock(CUE_NUMBER.test(above) ? index - 1 : index);
		const [, digits] = CUE_NUMBER_LIKE.exec(this.nextName ?? '') ?? [];
		// Times that stand there twice have one number.
		if (digits !== undefined || this.textLines.length > 0) this.lastNumber = undefined;
		if (digits !== undefined) [this.lastNumber, this.hasNumbers] = [Number(digits), true];
		this.nextName = undefined;
		this.cues.push({ start, end, text: '', line: index + 1 });
		this.textLines = [];
		if (rest === '') return;
		this.rejectDamagedTimes(rest, index);
		this.textLines.push(rest);
	}

	private finishCue(): void {
		const cue = this.cues.at(-1);
		if (cue !== undefined) cue.text = this.textLines.join('\n');
	}

	/** Whether an empty line stands before this one; in WebVTT, one with a space is text. */
	private startsBlock(index: number): boolean {
		const before = this.lines[index - 1];
		return (
			before === undefined || (this.isVtt ? before === '' : withoutInvisible(before).trim() === '')
		);
	}

	/** Whether a block of WebVTT is shown nowhere; SubRip has none but a header in front of parts that were joined. */
	private isHiddenBlock(line: string, index: number): boolean {
		if (this.isVtt) return HIDDEN_BLOCK.test(line);
		return WEBVTT_HEADER.test(line) && STREAM_CLOCK.test(this.lines[index + 1] ?? '');
	}

	/** Whether a line is the number, or in WebVTT the name, of the cue that comes next. */
	private isIdentifier(line: string, index: number): boolean {
		const isAboveTimes = this.timesAt(index + 1) !== undefined;
		const isFirstOfBlock = this.startsBlock(index);
		const next = this.nextNonBlankLine(index);
		const isBeforeCue = next < 0 || this.timesAt(next) !== undefined;
		const number = Number(CUE_NUMBER_LIKE.exec(line)?.[1]);
		const isNext = number === (this.lastNumber ?? this.cues.length) + 1;
		// The times below have no other number, and cues have one in this file.
		const isMissed = this.hasNumbers && isBeforeCue && next >= 0 && (isNext || number === 1);
		if (isMissed) return true;
		if (!CUE_NUMBER.test(line)) return isAboveTimes && (isNext || (this.isVtt && isFirstOfBlock));
		if (isAboveTimes) return !this.isVtt || this.hasNumbers || isNext || isFirstOfBlock;
		if (isFirstOfBlock && (this.isVtt || (this.hasNumbers && isNext))) return true;
		if (!isBeforeCue || this.cues.length === 0) return isBeforeCue;
		return this.textLines.length > 0 && (isFirstOfBlock || (isNext && !this.hasBlankLines));
	}

	private nextNonBlankLine(index: number): number {
		for (let at = index + 1; at < this.lines.length; at++) {
			if (withoutInvisible(this.lines[at] ?? '').trim() !== '') return at;
		}
		return -1;
	}

	private timesAt(index: number): CueTimes | undefined {
		return cueTimesIn(withoutInvisible(this.lines[index] ?? ''));
	}

	/** What would be spoken otherwise: the times of a cue that lost something, such as their arrow. */
	private rejectDamagedTimes(line: string, index: number, isBelowName = false): void {
		const isFirst =
			this.startsBlock(index) || CUE_NUMBER.test(withoutInvisible(this.lines[index - 1] ?? ''));
		if (looksLikeTimes(line, isBelowName, isFirst)) throw missingTimesFailure(line, index + 1);
	}
}

interface CueTimes {
	start: number;
	end: number;
	/** The words behind the times; settings and coordinates are none. */
	rest: string;
	/** Whether the end is written with fewer digits than the start, or goes on. */
	isShort: boolean;
}

const ONE_TIME = String.raw`(-)?(?:(\d+)\s*:\s*)?(\d{1,2})\s*:\s*(\d{1,2})(?:\s*[.,:]\s*(\d+))?`;
/** Of translators and word processors too, which make another character of the hyphens. */
const ARROW = String.raw`(?:-\s*(?:-\s*)?(?:>|&gt;)|[–—]+>|→)`;
const TIMES_LINE = new RegExp(String.raw`^\s*${ONE_TIME}\s*${ARROW}\s*${ONE_TIME}(?!\d)(.*)$`, 's');
/** Nothing but times: the line of a cue that lost its arrow, or one of its times. */
const ONLY_SIGNS_OF_TIMES = /^[\d\s:.,;>=–—→-]*$/;
const MINUTES = /\d\s*:\s*\d\d/;
/** Two times at the start of a line, whatever stands between them and behind. */
const STARTS_WITH_TIMES =
	/^\s*\d{1,9}\s*:\s*\d\d[\d:.,]{0,20}[^\p{L}\d]{1,40}\d{1,9}\s*:\s*\d\d[\d:]{0,20}[.,]\d{3}/u;
const ARROW_LIKE = /\d\s*(?:-\s?-\s?>|[-–—=]+>)|(?:-\s?-\s?>|[-–—=]>)\s*\d/;
/** What a line begins with that is the second half of a time, and the first half of one that is a block of its own. */
const SECOND_HALF = /^\s*(?::\d\d|,\d{3}|\.\d{3})(?!\d)/;
const FIRST_HALF = /^\s*\d\d\s*:(?:\s*\d|\s*$)/;
/** Where a cue is shown: settings of WebVTT, coordinates of SubRip. The first may be cut off. */
const SETTING = /^(?:[A-Za-z][\w-]*\s*[:=]\s*\S*|[\d.,%-]+)$/;
const KNOWN_SETTING =
	/(?:^|\s)(?:(?:line|position|size|align|region|vertical):\S|[XY][12]:\d|[XY]\d*$)/i;
const ONLY_SETTINGS = /^\s*(?:(?:line|position|size|align|region|vertical):[\w.,%-]+(?:\s+|$))+$/;

/** Whether a line begins a cue, or must be refused as times that are broken. */
export function isTimesLine(line: string): boolean {
	return cueTimesIn(line) !== undefined || looksLikeTimes(line, false, true);
}

/** In brackets, as recognizers print what they hear, with the words behind them. */
const PRINTED_LINE = /^\s*\[([\d:.,\s]{1,40}-->[\d:.,\s]{1,40})\]\s*(.*)$/s;

/** The times that a line starts with; tags in them are skipped. */
function cueTimesIn(line: string): CueTimes | undefined {
	const [, printed, words = ''] = PRINTED_LINE.exec(line) ?? [];
	if (printed !== undefined) {
		const times = cueTimesIn(printed);
		return times?.rest === '' ? { ...times, rest: words } : undefined;
	}
	const ways = [line, line.normalize('NFKC'), withoutTags(line)];
	const matches = ways.map((way) => TIMES_LINE.exec(way)).filter((found) => found !== null);
	const found = matches.find(([, ...parts]) => !/^[<{]/.test(parts[10] ?? '')) ?? matches[0];
	if (found === undefined) return undefined;
	const rest = found[11] ?? '';
	const [digits, endDigits] = [found[5] ?? '', found[10] ?? ''].map(({ length }) => length);
	return {
		start: secondsOfMatch(found.slice(1, 6)),
		end: secondsOfMatch(found.slice(6, 11)),
		rest: /\p{L}/u.test(rest) && !looksLikeSettings(rest) ? rest : '',
		isShort: Number(endDigits) < Number(digits) || /^[:.,]/.test(rest),
	};
}

/** As players read it: `,5` are five milliseconds. */
function secondsOfMatch([minus, hours = '0', minutes, seconds, part = '']: Array<
	string | undefined
>) {
	const milliseconds = Number(part.slice(0, 3));
	const whole = Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds);
	return minus === undefined ? (whole * 1000 + milliseconds) / 1000 : 0;
}

function looksLikeSettings(written: string): boolean {
	const rest = withoutTags(written);
	return SETTING.test(rest.trim().split(/\s+/, 1)[0] ?? '') || KNOWN_SETTING.test(rest);
}

/** Whether a line holds settings of a cue alone, which belong behind its times. */
function isOnlySettings(line: string): boolean {
	return ONLY_SETTINGS.test(line);
}

/** Whether the end of times goes on in what stands behind them, or on the next line. */
function isEndContinued({ rest, isShort }: CueTimes, next: string): boolean {
	return isShort && (/^\S/.test(rest) || /^\s*[:.,]*\d/.test(next.normalize('NFKC')));
}

/**
 * Whether a line is what is left of the times of a cue: they lost something, such as their arrow, or were broken in two. Below the name of a cue,
 * digits are times.
 */
function looksLikeTimes(written: string, isBelowName: boolean, isFirst: boolean): boolean {
	const line = decodeCharacterReferences(written, true).normalize('NFKC');
	return (
		STARTS_WITH_TIMES.test(line) ||
		(ONLY_SIGNS_OF_TIMES.test(line) && MINUTES.test(line)) ||
		SECOND_HALF.test(line) ||
		(isBelowName && /^\s*\d/.test(line)) ||
		(isFirst && FIRST_HALF.test(line)) ||
		(ARROW_LIKE.test(line) && /\d\s*:\s*\d/.test(line))
	);
}
