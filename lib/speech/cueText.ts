import { decodeCharacterReferences } from './htmlCharacterReferences';

/** What is shown as no character, between words and in them: marks of the direction of writing, soft hyphens, joiners of words. */
const INVISIBLE = /[\u00AD\u200B\u200E\u200F\u202A-\u202E\u2060-\u2064\u2066-\u2069\uFEFF]/g;

/** Tags that subtitles use; another word in brackets is text. */
const TAG_NAME = '(?:b|br|c|em|font|i|lang|p|rt|ruby|s|span|strike|strong|u|v)';
const TAG = new RegExp(String.raw`<\/?${TAG_NAME}(?=[\s.>/])[^<>]*>`, 'gi');
/** A tag that the end of the text cuts off. */
const CUT_TAG = new RegExp(String.raw`<\/?(?:${TAG_NAME}(?:[\s.][^<>]*)?)?$`, 'i');
const LINE_BREAK = /<br\s*\/?>|\\[Nh]/gi;
const TIMESTAMP = /<[\d:.,]+>/g;
/** Styles of other formats that players leave out of SubRip. */
const STYLE_OVERRIDE = /\{(?:\\|[CFOPSY]:)[^{}]*\}/gi;
/** A drawing, from the mark that begins it to the one that ends it. */
const DRAWING = /\{[^{}]{0,200}\\p[1-9][^{}]{0,200}\}[^]*?(?:(?=\{[^{}]{0,200}\\p0)|$)/g;
const VOICE_TAG = /<v(?:\.[^\s<>]*)?\s([^<>]+)>/gi;

/** A line as it can be compared: without what is not shown. */
export function withoutInvisible(line: string): string {
	return line.replace(INVISIBLE, '').replaceAll('\0', '');
}

export function withoutTags(line: string): string {
	return line.replace(/<\/?[A-Za-z][^<>]*>|\{\\[^{}]*\}/g, '');
}

/** How the characters of a text are read, in small beside them or in brackets (HTML, 4.5.10 to 4.5.12). */
const READING = /<r[tp](?=[\s.>])[^<>]*>[^]*?(?:<\/r(?:t|p|uby)>|(?=<r[tp][\s.>])|$)/gi;

export function withoutReadings(text: string): { text: string; count: number } {
	let count = 0;
	const words = text.replace(READING, (reading) => {
		if (/\p{L}/u.test(reading.replace(/<[^<>]*>/g, ''))) count++;
		return '';
	});
	return { text: words, count };
}

/** The words alone, by line: without tags, positions, character references and empty lines. */
export function plainLines(text: string, format: 'srt' | 'vtt'): string[] {
	const unmarked = text
		.replaceAll('\0', '')
		.replace(DRAWING, '')
		.replace(LINE_BREAK, '\n')
		.replace(TIMESTAMP, '')
		.replace(format === 'vtt' ? /<\/?[A-Za-z.][^<>]*>|<\/?>/g : TAG, '')
		.replace(CUT_TAG, '')
		.replace(STYLE_OVERRIDE, '');
	return decodeCharacterReferences(unmarked, format === 'srt')
		.replace(INVISIBLE, '')
		.split('\n')
		.flatMap((line) => line.replace(/[\s\p{Cc}]+/gu, ' ').trim() || []);
}

/** The names in the voice tags of a cue (W3C WebVTT, 4.2.2), each once. */
export function speakersIn(text: string): string[] {
	const names = [...text.matchAll(VOICE_TAG)].map(([, name = '']) =>
		plainLines(name, 'vtt').join(' '),
	);
	return [...new Set(names.filter((name) => name !== ''))];
}

/** What the reader of a format would take for markup and cannot be written in another way. */
const MARKUP_START = {
	srt: new RegExp(
		String.raw`<(?=\/?${TAG_NAME}[\s.>/])|<(?=[\d:.,]+>)|\{(?=\\|[CFOPSY]:)|&(?=#?\w+;)|\\(?=[Nh])`,
		'gi',
	),
	vtt: /\{(?=\\|[CFOPSY]:)|\\(?=[Nh])/gi,
};

/** Text with a character that is not shown where it would be read as markup. */
export function withDisarmedMarkup(text: string, format: keyof typeof MARKUP_START): string {
	return text.replace(MARKUP_START[format], '$&\u200B');
}
