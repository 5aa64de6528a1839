import { decodeCharacterReferences } from './htmlCharacterReferences';
import { withoutTags } from './cueText';

export interface CueTimes {
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

/** The times that a line starts with; tags in them are skipped. */
export function cueTimesIn(line: string): CueTimes | undefined {
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
export function isOnlySettings(line: string): boolean {
	return ONLY_SETTINGS.test(line);
}

/** Whether the end of times goes on in what stands behind them, or on the next line. */
export function isEndContinued({ rest, isShort }: CueTimes, next: string): boolean {
	return isShort && (/^\S/.test(rest) || /^\s*[:.,]*\d/.test(next.normalize('NFKC')));
}

/**
 * Whether a line is what is left of the times of a cue: they lost something, such as their arrow, or were broken in two. Below the name of a cue,
 * digits are times.
 */
export function looksLikeTimes(written: string, isBelowName: boolean, isFirst: boolean): boolean {
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
