import { SAMPLE_RATE, type SpokenWord } from './vocabulary';

export interface LectureOptions {
	seed: number;
	seconds: number;
	/** Between two words, and after a sentence; without the second one the speaker never pauses. */
	gapSeconds?: number;
	pauseSeconds?: number;
}

const SENTENCE_WORDS = [5, 14] as const;

/** A speech of a known text: what is said, and the sound of it, word by word. */
export function* lecture(
	vocabulary: readonly SpokenWord[],
	{ seed, seconds, gapSeconds = 0.14, pauseSeconds = 0.5 }: LectureOptions,
): Generator<{ word: string; samples: Int16Array }> {
	const next = random(seed);
	let [passed, left] = [0, 0];
	while (passed < seconds * SAMPLE_RATE) {
		if (left === 0) left = SENTENCE_WORDS[0] + (next() % (SENTENCE_WORDS[1] - SENTENCE_WORDS[0]));
		left--;
		const { text = '', samples: sound = new Int16Array(0) } =
			vocabulary[next() % vocabulary.length] ?? {};
		const pause = Math.round((left === 0 ? pauseSeconds : gapSeconds) * SAMPLE_RATE);
		const samples = new Int16Array(sound.length + pause);
		samples.set(sound);
		passed += samples.length;
		yield { word: text, samples };
	}
}

/** Numbers that follow from the seed (Lehmer). */
function random(seed: number): () => number {
	let state = (seed * 48_271 + 11) % 0x7fff_ffff;
	return () => {
		state = (state * 48_271) % 0x7fff_ffff;
		return state >>> 3;
	};
}
