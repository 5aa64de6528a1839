import type { Tone } from '../media/tone';
import { difference, type Print, printsOf } from './prints';
import type { SpokenWord } from './vocabulary';

export interface HeardWord {
	word: string;
	start: number;
	end: number;
}

/** What is said in place of a word that is not known, such as half of one. */
export const UNKNOWN = 'hmm';
const ALIKE = 0.28;

/** The words in a recording: each stretch of sound is the word of the vocabulary that it is most like. */
export function recognizer(vocabulary: readonly SpokenWord[]): (sound: Tone) => HeardWord[] {
	return (sound) =>
		printsOf(sound).map((print) => ({
			word: wordOf(print, vocabulary),
			start: rounded(print.start),
			end: rounded(print.end),
		}));
}

function wordOf(print: Print, vocabulary: readonly SpokenWord[]): string {
	let best = { text: UNKNOWN, distance: ALIKE };
	for (const word of vocabulary) {
		const distance = difference(word.print, print);
		if (distance < best.distance) best = { text: word.text, distance };
	}
	return best.text;
}

function rounded(seconds: number): number {
	return Math.round(seconds * 1000) / 1000;
}
