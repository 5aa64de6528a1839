import { Unjoinable, type Joinable } from './survey';

/** Raw samples of 16 bits: they follow one another as they are (docs/service.md#speech). */
export const pcm: Joinable = {
	survey(bytes) {
		if (bytes.length % 2 === 1) throw new Unjoinable('ends in the middle of a sample');
		return { sound: 'raw samples', slices: [[0, bytes.length]] };
	},
};
