import type { SpeechFormat } from '../schemas/speech';
import { silentAac } from './aac';
import { toFlac } from './flac';
import { silentMp3 } from './mp3';
import { silentOpus } from './opus';
import { secondsOf, type Tone, toneFor, toPcm } from './tone';
import { toWav } from './wav';

export const CONTENT_TYPES: Record<SpeechFormat, string> = {
	mp3: 'audio/mpeg',
	opus: 'audio/opus',
	aac: 'audio/aac',
	flac: 'audio/flac',
	wav: 'audio/wav',
	pcm: 'audio/pcm',
};

/** How a text is spoken. */
export interface Manner {
	speed: number;
	sampleRate: number;
	voice?: string;
}

/** Well-formed audio for a text: a tone where samples are written, silence where frames are coded. */
export function spoken(text: string, format: SpeechFormat, { speed, sampleRate }: Manner): Buffer {
	const seconds = secondsOf(text, speed);
	const tone = (): Tone => toneFor(text, seconds, sampleRate);
	switch (format) {
		case 'wav':
			return toWav(tone());
		case 'pcm':
			return toPcm(tone());
		case 'flac':
			return toFlac(tone());
		case 'mp3':
			return silentMp3(seconds);
		case 'aac':
			return silentAac(seconds);
		case 'opus':
			return silentOpus(seconds);
	}
}
