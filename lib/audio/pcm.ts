import { Unreadable } from './unreadable';
import type { Sliceable } from './slices';

/** Raw samples of 16 bits: they follow one another as they are (docs/service.md#speech). */
export const pcm: Sliceable = {
	survey(bytes) {
		if (bytes.length % 2 === 1) throw new Unreadable('ends in the middle of a sample');
		return { sound: 'raw samples', slices: [[0, bytes.length]] };
	},
};
