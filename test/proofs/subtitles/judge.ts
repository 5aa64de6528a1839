import { WebVTTParser } from 'webvtt-parser';

import { ServiceFailure } from '../../../lib/core/failure';
import { parseSubtitles, type ParsedSubtitles } from '../../../lib/speech/parseSubtitles';
import type { Mutant } from './mutants';

/** A cue as someone hears it: its start in milliseconds, and what is said. */
export interface Heard {
	start: number;
	text: string;
}

export interface Verdict {
	/** Why it was refused, where it was. */
	refused?: string;
	/** Times and numbers that are spoken though no judge hears them, and cues that all judges hear and that are not spoken, repeats aside. */
	wrong: string[];
}

const TIME = /\d\s*:\s*\d{2}[.,:]\d{3}.*(?:-->|\d\s*:\s*\d{2}[.,:]\d)/;
const NUMBER = /\d+/g;

/** What a parser hears that follows the rules of the W3C; SubRip is put into that form first. */
export function heardByW3c({ text, format }: Mutant): Heard[] {
	const web =
		format === 'vtt'
			? text
			: `WEBVTT\n\n${text.replace(/^\uFEFF/, '').replace(/^.*-->.*$/gm, (line) => line.replaceAll(',', '.'))}`;
	const { cues } = new WebVTTParser().parse(web, 'subtitles');
	return cues.map(({ startTime, text: said }) => ({
		start: Math.round(startTime * 1000),
		text: said,
	}));
}

const CLOCK = String.raw`((?:\d+\s*:\s*)?\d{1,2}\s*:\s*\d{1,2}(?:\s*[.,:]\s*\d+)?)`;
const WITH_TIMES = new RegExp(`^\\s*${CLOCK}[^\\p{L}\\d]+${CLOCK}`, 'gmu');
const NOT_SHOWN = /[\u00AD\u200B-\u200F\u202A-\u202E\u2060-\u2064\uFEFF\0]/g;

/**
 * The file as it looks: without characters that are not shown, with times as players want them, and as SubRip, whose players show words
 * behind an empty line too.
 */
export function asItLooks({ text, ...mutant }: Mutant): Mutant {
	const shown = text
		.normalize('NFKC')
		.replace(NOT_SHOWN, '')
		.replace(/\r+\n?/g, '\n');
	const form = (time: string) => {
		const [part = '0', ...units] = time.match(/\d+/g)?.reverse() ?? [];
		const [seconds = '0', minutes = '0', hours = '0'] =
			units.length > 1 && /[.,:]\s*\d{3}$/.test(time) ? units : [part, ...units];
		return `${[hours, minutes, seconds].map((unit) => unit.padStart(2, '0')).join(':')}.000`;
	};
	const times = (_all: string, from: string, to: string) => `${form(from)} --> ${form(to)} `;
	return { ...mutant, format: 'srt', text: shown.replace(WITH_TIMES, times) };
}

/** What the node would speak, held against what the judges hear: each is one list of cues. Numbers may be heard in the file as it looks, too. */
export function judged({ text, words }: Mutant, judges: Heard[][], looks: Heard[] = []): Verdict {
	let parsed: ParsedSubtitles;
	try {
		parsed = parseSubtitles(text);
	} catch (error) {
		if (error instanceof ServiceFailure) return { refused: error.message, wrong: [] };
		return { wrong: [`crash: ${String(error)}`] };
	}
	const spoken = parsed.cues.map(({ start, end, text: said }) => ({
		start: Math.round(start * 1000),
		end: Math.round(end * 1000),
		text: said,
	}));
	const heard = [...judges.flat(), ...looks].map(({ text: said }) => said).join(' ');
	const numbers = new Set(`${heard} ${words}`.match(NUMBER) ?? []);
	const times = spoken.flatMap(({ text: said }) => (TIME.test(said) ? [`time: ${said}`] : []));
	const strange = spoken.flatMap(({ text: said }) =>
		(said.match(NUMBER) ?? [])
			.filter((number) => !numbers.has(number))
			.map((number) => `number: ${number} in ${said}`),
	);
	const [first = [], ...others] = judges;
	const starts = new Set(spoken.map(({ start }) => start));
	let repeats = parsed.leftOut.repeats;
	const dropped = first
		.filter(
			({ start, text: said }) =>
				isSaid(said) &&
				others.every((one) => one.some((cue) => cue.start === start && isSaid(cue.text))),
		)
		.filter(({ start }) => !starts.has(start))
		// Captions that scroll show words again: a cue that is on at that time ends with them, and the node counts each.
		.filter((cue) => !(spoken.some((one) => isRepeat(cue, one)) && repeats-- > 0))
		.map(({ start, text: said }) => `dropped: ${start} ${said}`);
	return { wrong: [...times, ...strange, ...dropped] };
}

/** The number of the next cue, which no empty line sets apart. */
const NEXT_NUMBER = /\n\d+\s*$/;

function isRepeat({ start, text }: Heard, spoken: Heard & { end: number }): boolean {
	const isOn = spoken.start < start && start <= spoken.end;
	const words = wordsOf(withoutTags(text).replace(NEXT_NUMBER, ''));
	return isOn && ` ${wordsOf(spoken.text)}`.endsWith(` ${words}`);
}

function wordsOf(text: string): string {
	return (text.replace(NOT_SHOWN, '').match(/[\p{L}\p{N}]+/gu) ?? []).join(' ');
}

/** Words, without what stands in tags. */
function isSaid(text: string): boolean {
	return /[A-Za-z]/.test(withoutTags(text));
}

function withoutTags(text: string): string {
	return text.replace(/<[^>]*(?:>|$)|\{[^}]*\}|&#?\w+;?/g, '');
}
