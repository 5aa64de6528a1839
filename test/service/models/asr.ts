import { other } from './images';
import { type Model, usd } from './model';

/** Which kind of timestamps a model gives; `none` ignores the wish, as the default model does. */
export type Stamps = 'none' | 'segment' | 'word' | 'char';

const asr = (id: string, name: string, stamps: Stamps, perSecond: number): Model => ({
	...other(id, 'asr', name, { pricing: { per_audio_second: usd(perSecond) } }),
	stamps,
});

export const ASR_MODELS: Model[] = [
	asr('asr-basic', 'Transcription Basic', 'none', 0.0001),
	asr('lab/asr-segments', 'Transcription Segments', 'segment', 0.0002),
	asr('asr-words', 'Transcription Words', 'word', 0.0003),
	asr('asr-chars', 'Transcription Characters', 'char', 0.0004),
];
