import { WebVTTParser } from 'webvtt-parser';

import { ServiceFailure } from '../../../lib/core/failure';
import { timedTexts } from '../../../lib/speech/subtitles';
import type { Mutant } from './mutants';

/** A cue as someone hears it: its start in milliseconds, and what is said. */
export interface Heard {
	start: number;
	text: string;
}

export interface Verdict {
	/** Why it was refused, where it was. */
	refused?: string;
	/** Times and numbers that are spoken though no judge hears them, and cues that all judges hear and that are not spoken. */
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

/** What the node would speak, held against what the judges hear: each is one list of cues. */
export function judged({ text }: Mutant, judges: Heard[][]): Verdict {
	let spoken: Heard[];
	try {
		spoken = timedTexts(text, []).map(({ start, text: said }) => ({
			start: Math.round(start * 1000),
			text: said,
		}));
	} catch (error) {
		if (error instanceof ServiceFailure) return { refused: error.message, wrong: [] };
		return { wrong: [`crash: ${String(error)}`] };
	}
	const heard = judges
		.flat()
		.map(({ text: said }) => said)
		.join(' ');
	const numbers = new Set(heard.match(NUMBER) ?? []);
	const times = spoken.flatMap(({ text: said }) => (TIME.test(said) ? [`time: ${said}`] : []));
	const strange = spoken.flatMap(({ text: said }) =>
		(said.match(NUMBER) ?? [])
			.filter((number) => !numbers.has(number))
			.map((number) => `number: ${number} in ${said}`),
	);
	const [first = [], ...others] = judges;
	const starts = new Set(spoken.map(({ start }) => start));
	const dropped = first
		.filter(
			({ start, text: said }) =>
				isSaid(said) &&
				others.every((one) => one.some((cue) => cue.start === start && isSaid(cue.text))),
		)
		.filter(({ start }) => !starts.has(start))
		.map(({ start, text: said }) => `dropped: ${start} ${said}`);
	return { wrong: [...times, ...strange, ...dropped] };
}

/** Words, without what stands in tags. */
function isSaid(text: string): boolean {
	return /[A-Za-z]/.test(text.replace(/<[^>]*(?:>|$)|\{[^}]*\}|&#?\w+;?/g, ''));
}
