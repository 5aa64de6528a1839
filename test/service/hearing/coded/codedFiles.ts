import { readFile } from 'node:fs/promises';
import { OggPageWriter } from '../../../../lib/files/sound/containers/oggWriter';
import { m4aOf, soundEntry } from '../../../lib/files/sound/m4aFile';
import { SAMPLE_RATE, type SpokenWord } from '../vocabulary';
import { codedWords, type CodedSpeech, type CodedWords } from './codedSpeech';
import { vorbisPackets } from './packets';
import { wordList } from './wordList';

/** A format in which speech can be made and heard. */
export interface CodedFormat extends CodedWords {
	fileOf(speech: CodedSpeech): Buffer;
}

/** What ffmpeg's encoder puts before the sound. */
const AAC_DELAY = 1024;
/** AAC-LC, 16 kHz, mono. */
const AAC_CONFIG = [0x14, 0x08];
const BEST_QUALITY = 10;

/** M4A, of frames in a file that `npm run proof -- transcribe words` writes. */
export async function m4aFormat(
	vocabulary: readonly SpokenWord[],
	wordsFile: string,
): Promise<CodedFormat> {
	const words = await codedWords(await readFile(wordsFile), vocabulary, AAC_DELAY);
	return {
		...words,
		fileOf: ({ packets }) =>
			m4aOf(
				packets.map(({ bytes }) => bytes),
				{ entry: soundEntry(AAC_CONFIG), rate: SAMPLE_RATE },
			),
	};
}

/** Vorbis in Ogg, by the encoder of its makers. */
export async function vorbisFormat(vocabulary: readonly SpokenWord[]): Promise<CodedFormat> {
	const file = await encoded(vocabulary);
	const [head, ...others] = vorbisPackets(file).slice(0, 3);
	if (head === undefined) throw new Error('The encoder wrote no headers');
	return {
		...(await codedWords(file, vocabulary, 0)),
		fileOf({ packets }) {
			const pages = new OggPageWriter();
			const headers = [pages.headerPage(head), pages.headerPage(...others)];
			const sound = packets.flatMap(({ bytes, samples }) => pages.addPacket(bytes, samples));
			return Buffer.concat([...headers, ...sound, pages.lastPage()]);
		},
	};
}

async function encoded(vocabulary: readonly SpokenWord[]): Promise<Buffer> {
	const { createOggEncoder } = await import('wasm-media-encoders');
	const encoder = await createOggEncoder();
	const { samples, sampleRate } = wordList(vocabulary).tone;
	encoder.configure({ sampleRate, channels: 1, vbrQuality: BEST_QUALITY });
	const sound = Float32Array.from(samples, (sample) => sample / 32_768);
	// What it returns is memory of its own, which the next call overwrites.
	const body = Buffer.from(encoder.encode([sound]));
	return Buffer.concat([body, Buffer.from(encoder.finalize())]);
}
