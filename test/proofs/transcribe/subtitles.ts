import Srt from 'srt-parser-2';
import { WebVTTParser } from 'webvtt-parser';

export interface ParsedSubtitles {
	/** What the parser did not accept. */
	errors: number;
	cues: Array<{ start: number; words: string[] }>;
}

/** A subtitle file as parsers read it that others wrote. */
export function parsedSubtitles(text: string, format: 'srt' | 'vtt'): ParsedSubtitles {
	const { errors, cues } = format === 'srt' ? fromSrt(text) : fromVtt(text);
	return {
		errors,
		cues: cues.map(({ start, text: words }) => ({ start, words: words.trim().split(/\s+/) })),
	};
}

/** Its parser passes over what it does not understand, so that each block must have become a cue. */
function fromSrt(text: string) {
	const found = new Srt().fromSrt(text);
	const blocks = text.split(/\n\n/).filter((block) => block.trim() !== '').length;
	return {
		errors: Math.abs(blocks - found.length),
		cues: found.map(({ startSeconds, text: words }) => ({ start: startSeconds, text: words })),
	};
}

function fromVtt(text: string) {
	const { errors, cues } = new WebVTTParser().parse(text, 'subtitles');
	return {
		errors: errors.length,
		cues: cues.map(({ startTime, text: words }) => ({ start: startTime, text: words })),
	};
}
