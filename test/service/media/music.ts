import { toFlac } from './flac';
import { silentMp3 } from './mp3';
import { toneFor } from './tone';
import { toWav } from './wav';

const LONGEST_TONE_SECONDS = 3;
const SAMPLE_RATE = 24_000;

/** A piece in the format of a model; what is written as samples is kept short. */
export function music(format: string | undefined, seconds: number, prompt: string) {
	if (format !== 'wav' && format !== 'flac') {
		return { bytes: silentMp3(seconds), type: 'audio/mpeg' };
	}
	const tone = toneFor(prompt, Math.min(seconds, LONGEST_TONE_SECONDS), SAMPLE_RATE);
	return format === 'wav'
		? { bytes: toWav(tone), type: 'audio/wav' }
		: { bytes: toFlac(tone), type: 'audio/flac' };
}
