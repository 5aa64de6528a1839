import { Unjoinable, type Joinable } from './survey';

/** Raw samples of 16 bits: they follow one another as they are (NOTES 4.1). */
export const pcm: Joinable = {
	survey(bytes) {
		if (bytes.length % 2 === 1) throw new Unjoinable('ends in the middle of a sample');
		return { sound: 'raw samples', slices: [[0, bytes.length]] };
	},
};
