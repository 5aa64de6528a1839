import { toWav } from '../media/wav';
import { lecture, type LectureOptions } from './lecture';
import { loadVocabulary, SAMPLE_RATE } from './vocabulary';

/** Enough words that one in the wrong place is noticed, and few enough to learn them quickly. */
const WORDS = 12;

/** The words that the local service knows in these tests. */
export const vocabulary = loadVocabulary(WORDS);

/** A speech of these words as a WAV file, and its text. */
export async function wavLecture(options: LectureOptions) {
	const words: string[] = [];
	const pieces: Int16Array[] = [];
	for (const { word, samples } of lecture(await vocabulary, options)) {
		words.push(word);
		pieces.push(samples);
	}
	const samples = new Int16Array(pieces.reduce((sum, { length }) => sum + length, 0));
	let at = 0;
	for (const piece of pieces) {
		samples.set(piece, at);
		at += piece.length;
	}
	const tone = { samples, sampleRate: SAMPLE_RATE };
	return { tone, wav: toWav(tone), text: words.join(' ') };
}
