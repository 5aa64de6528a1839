import type { Tone } from '../../media/tone';
import { SAMPLE_RATE, type SpokenWord } from '../vocabulary';

/** A frame of AAC; every word begins and ends where one does. */
const FRAME = 1024;
/** Coding blurs what is next to a word, and a cut needs a pause. */
const SILENCE = 3 * FRAME;

/** Where a word and the silence around it lie in the recording of all words, in samples. */
export interface Clip {
	text: string;
	from: number;
	to: number;
}

/** A recording of all words of a vocabulary, which `words.aac` is the coded form of. */
export function wordList(vocabulary: readonly SpokenWord[]): { tone: Tone; clips: Clip[] } {
	const clips: Clip[] = [];
	let size = 0;
	for (const { text, samples } of vocabulary) {
		const from = size;
		size += Math.ceil((SILENCE * 2 + samples.length) / FRAME) * FRAME;
		clips.push({ text, from, to: size });
	}
	const samples = new Int16Array(size);
	for (const [index, word] of vocabulary.entries()) {
		samples.set(word.samples, (clips[index]?.from ?? 0) + SILENCE);
	}
	return { tone: { samples, sampleRate: SAMPLE_RATE }, clips };
}
