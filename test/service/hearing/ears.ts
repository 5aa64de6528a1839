import { endianness } from 'node:os';
import { soundFormat, type SoundFormat } from '../media/sound';
import type { Tone } from '../media/tone';
import { recognizer, type HeardWord } from './recognizer';
import type { SpokenWord } from './vocabulary';

/** Turns a file into its samples, of one channel. */
export type Decoder = (file: Buffer) => Promise<Tone>;

/** What is said in a recording; undefined for one of a format that cannot be decoded. */
export type Ears = (file: Buffer) => Promise<HeardWord[] | undefined>;

/** Ears that know the words of a vocabulary. */
export function earsFor(
	vocabulary: readonly SpokenWord[],
	decoders: Partial<Record<SoundFormat, Decoder>> = {},
): Ears {
	const hear = recognizer(vocabulary);
	return async (file) => {
		const format = soundFormat(file);
		const decode = format === 'wav' ? fromWav : format && decoders[format];
		return decode && hear(await decode(file));
	};
}

/** PCM of 8 to 32 bits, the first channel alone. */
async function fromWav(file: Buffer): Promise<Tone> {
	const format = file.indexOf('fmt ', 12, 'latin1') + 8;
	const data = file.indexOf('data', format, 'latin1');
	const [frame, sampleRate] = [file.readUInt16LE(format + 12), file.readUInt32LE(format + 4)];
	const width = file.readUInt16LE(format + 14) / 8;
	// A size of 0 was written before it was known.
	const size = file.readUInt32LE(data + 4) || file.length;
	const sound = file.subarray(data + 8, data + 8 + size);
	const count = Math.floor(sound.length / frame);
	if (width === 2 && frame === 2) return { samples: wordsOf(sound, count), sampleRate };
	const samples = new Int16Array(count);
	for (let at = 0; at < samples.length; at++) {
		samples[at] =
			width === 1
				? ((sound[at * frame] ?? 128) - 128) << 8
				: sound.readInt16LE(at * frame + width - 2);
	}
	return { samples, sampleRate };
}

/** Numbers of two bytes, without a look at each. */
function wordsOf(bytes: Buffer, count: number): Int16Array {
	const samples = new Int16Array(count);
	const copy = Buffer.from(samples.buffer);
	bytes.copy(copy);
	if (endianness() === 'BE') copy.swap16();
	return samples;
}
