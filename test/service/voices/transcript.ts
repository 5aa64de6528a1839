import type { HeardWord } from '../hearing/recognizer';
import type { Stamps } from '../models/asr';

const TEXTS: Record<string, string> = {
	de: 'Guten Tag. Dies ist eine Aufnahme.',
	en: 'Good day. This is a recording.',
};

/** What a recording says; a hint changes the language where the model heeds it. */
export function transcriptText(stamps: Stamps, language = 'en'): string {
	const heard = stamps === 'none' ? 'en' : language;
	return TEXTS[heard] ?? `${TEXTS.en}`;
}

/** Pieces of a text with their times in seconds, in the shape of the model. */
export function stampsOf(text: string, seconds: number, stamps: Exclude<Stamps, 'none'>) {
	switch (stamps) {
		case 'segment':
			return { segment: timed(text.match(/\s?[^.]+\./g) ?? [text], seconds, 'text') };
		case 'word':
			return { word: timed(text.split(' '), seconds, 'word') };
		case 'char':
			return { char: timed([...text], seconds, 'char') };
	}
}

/** Words with the times at which they were heard, in the shape of the model; a segment ends at a pause. */
export function stampsOfWords(words: readonly HeardWord[], stamps: Exclude<Stamps, 'none'>) {
	switch (stamps) {
		case 'word':
			return { word: words };
		case 'segment':
			return { segment: segmentsOf(words) };
		case 'char':
			return { char: words.flatMap(charactersOf) };
	}
}

const PAUSE_SECONDS = 0.3;

function segmentsOf(words: readonly HeardWord[]) {
	const segments: Array<{ text: string; start: number; end: number }> = [];
	for (const { word, start, end } of words) {
		const open = segments.at(-1);
		if (open === undefined || start - open.end > PAUSE_SECONDS) {
			segments.push({ text: ` ${word}`, start, end });
		} else Object.assign(open, { text: `${open.text} ${word}`, end });
	}
	return segments;
}

function charactersOf({ word, start, end }: HeardWord, index: number) {
	const letters = [...(index === 0 ? word : ` ${word}`)];
	const pace = (end - start) / letters.length;
	return letters.map((char, at) => ({
		char,
		start: round(start + at * pace),
		end: round(start + (at + 1) * pace),
	}));
}

function timed(pieces: string[], seconds: number, name: string) {
	const total = pieces.reduce((sum, piece) => sum + piece.length, 0);
	let passed = 0;
	return pieces.map((piece, index) => {
		const start = round((passed / total) * seconds);
		passed += piece.length;
		const spoken = name === 'text' && index === 0 ? ` ${piece}` : piece;
		return { [name]: spoken, start, end: round((passed / total) * seconds) };
	});
}

function round(seconds: number): number {
	return Math.round(seconds * 1000) / 1000;
}
