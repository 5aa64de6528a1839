import type { ByteReader } from './byteReader';
import { startsRecording } from './nextRecording';
import {
	PlaybackTimeline,
	UnreadableSoundError,
	type Recording,
	type SoundUnit,
} from './recording';
import { CONTAINER_START_BYTES, findContainerStart, startsContainer } from './tags';

const UNIT_SECONDS = 0.02;
const MAX_FORMAT_BYTES = 4096;
/** Every third sample is enough to tell speech from silence, and reaches both channels of two. */
const LEVEL_SAMPLE_STEP = 3;
const MAX_RIFF_BYTES = 0xffff_ffff;
/** Those whose samples stand alone. */
const SAMPLE_CODE_NAMES: Record<number, string> = { 1: 'PCM', 3: 'float', 6: 'A-law', 7: 'mu-law' };
/** A longer header, which names the code further back. */
const EXTENSIBLE_CODE = 0xfffe;
/** What follows the sound even where the file says that it ends before. */
const KNOWN_CHUNKS = /^(LIST|id3 |ID3 |bext|cue |fact|iXML|_PMX|smpl|PEAK|JUNK)$/;

/** How a WAV file starts, also one of more than 4 GB (EBU Tech 3306). */
export const WAV_START = /^(RIFF|RF64|BW64)[^]{4}WAVE/;

/** WAV, RF64 and WAVE_FORMAT_EXTENSIBLE: samples under a new header (RIFF, 1991; EBU Tech 3306). Throws an UnreadableSoundError. */
export async function readWavRecording(reader: ByteReader): Promise<Recording> {
	const { format, sound, hasSoundAfterEnd: lies } = await readWavSound(reader);
	const samples = readSampleFormat(format);
	const timeline = new PlaybackTimeline();
	return {
		...{ extension: 'wav', mimeType: 'audio/wav', quiet: 0.08, playsLead: false, format },
		...{ units: readWavUnits(reader, samples, sound, timeline), gaps: timeline.gaps },
		leadOf: () => 0,
		hasSoundAfterEnd: lies,
		writer({ bytes }) {
			const tail = Buffer.alloc(bytes % 2);
			return {
				head: [createWavHeader(format, bytes)],
				add: (unit) => [unit.bytes],
				end: () => (tail.length > 0 ? [tail] : []),
			};
		},
	};
}

interface WavSound {
	/** The chunk that says how the samples are stored. */
	format: Buffer;
	/** Passes the chunks between sound, and returns how many bytes of sound follow where the reader then is: Infinity where the file does not say, 0 at its end. */
	sound(): Promise<number>;
	/** Whether sound was found where the file says that there is none. */
	hasSoundAfterEnd(): boolean;
}

/** The format of a WAV file that the reader is at the start of. Throws an UnreadableSoundError when there is no sound, or no format before it. */
async function readWavSound(reader: ByteReader): Promise<WavSound> {
	const start = await reader.take(12);
	if (!WAV_START.test(start.toString('latin1'))) throw new UnreadableSoundError('is no WAV file');
	const riffEnd = sizeOrInfinity(start.readUInt32LE(4)) + 8;
	let [longSize, format, isBeforeSound] = [Infinity, undefined as Buffer | undefined, true];
	let foundSoundAfterEnd = false;
	const sound = async (): Promise<number> => {
		for (;;) {
			const head = await reader.peek(8);
			if (head.length < 8) return 0;
			const [name, size] = [head.toString('latin1', 0, 4), head.readUInt32LE(4)];
			const isInside = reader.position < riffEnd && riffEnd !== Infinity;
			const isChunk =
				isBeforeSound || KNOWN_CHUNKS.test(name) || (isInside && /^[ -~]{4}$/.test(name));
			const isOther = startsContainer(await reader.peek(CONTAINER_START_BYTES));
			if (!isBeforeSound && (isOther || (!isChunk && (await startsRecording(reader))))) return 0;
			// A header that lies, or was never finished: the sound goes on.
			if (!isChunk) {
				foundSoundAfterEnd = true;
				return Infinity;
			}
			await reader.skip(8);
			if (name === 'data') {
				isBeforeSound = false;
				return sizeOrInfinity(size) === Infinity ? longSize : size;
			}
			const padded = size + (size % 2);
			if (name === 'fmt ' && size <= MAX_FORMAT_BYTES) {
				format = Buffer.from((await reader.take(padded)).subarray(0, size));
			} else if (name === 'ds64' && size >= 16 && size <= MAX_FORMAT_BYTES) {
				longSize = Number((await reader.take(padded)).readBigUInt64LE(8)) || Infinity;
			} else await reader.skip(padded);
		}
	};
	const size = await sound();
	if (isBeforeSound) throw new UnreadableSoundError('has no sound');
	if (format === undefined) throw new UnreadableSoundError('does not say its format');
	let isStart = true;
	return {
		format,
		hasSoundAfterEnd: () => foundSoundAfterEnd,
		async sound() {
			if (!isStart) return await sound();
			isStart = false;
			return size;
		},
	};
}

/** A size that was not known when the header was written, or is in the chunk `ds64`, is the largest number or none. */
function sizeOrInfinity(size: number): number {
	const isPlaceholder = (size >= 0x7fff_0000 && size <= 0x7fff_ffff) || size >= 0xffff_0000;
	return size === 0 || isPlaceholder ? Infinity : size;
}

interface SampleFormat {
	code: string;
	channels: number;
	rate: number;
	/** Of one sample of all channels. */
	frameBytes: number;
	bits: number;
}

/** What the format chunk says. Throws an UnreadableSoundError when the samples do not stand alone, or it contradicts itself. */
function readSampleFormat(format: Buffer): SampleFormat {
	if (format.length < 16) throw new UnreadableSoundError('does not say its format');
	const isLong = format.readUInt16LE(0) === EXTENSIBLE_CODE && format.length >= 40;
	const code = SAMPLE_CODE_NAMES[format.readUInt16LE(isLong ? 24 : 0)];
	if (code === undefined) throw new UnreadableSoundError('holds compressed sound');
	const [channels, rate] = [format.readUInt16LE(2), format.readUInt32LE(4)];
	const [frameBytes, bits] = [format.readUInt16LE(12), format.readUInt16LE(14)];
	if (rate === 0) throw new UnreadableSoundError('does not say its sample rate');
	if (channels === 0 || bits === 0 || frameBytes !== channels * Math.ceil(bits / 8)) {
		throw new UnreadableSoundError('has a header that contradicts itself');
	}
	return { code, channels, rate, frameBytes, bits };
}

async function* readWavUnits(
	reader: ByteReader,
	format: SampleFormat,
	sound: () => Promise<number>,
	timeline: PlaybackTimeline,
): AsyncGenerator<SoundUnit> {
	const { rate, frameBytes, code, channels, bits } = format;
	const facts = { sound: `${code}, ${rate} Hz, ${channels} ch, ${bits} bits` };
	const unitBytes = Math.max(1, Math.round(rate * UNIT_SECONDS)) * frameBytes;
	const level = createLoudnessMeter(format);
	for (let size = await sound(); size > 0; size = await sound()) {
		let left = size;
		while (left >= frameBytes) {
			// Where the header counts more than there is, nothing but its start shows that another recording follows.
			const other = findContainerStart(await reader.peek(unitBytes + CONTAINER_START_BYTES));
			if (other === 0) break;
			const wanted = Math.min(unitBytes, left - (left % frameBytes || 0));
			const taken = await reader.take(other > 0 ? Math.min(other, wanted) : wanted);
			const bytes = taken.subarray(0, taken.length - (taken.length % frameBytes));
			if (bytes.length === 0) break;
			left -= taken.length;
			const samples = bytes.length / frameBytes;
			yield { bytes, samples, level: level(bytes), ...facts, ...timeline.advance(samples / rate) };
		}
		const isCut = left !== Infinity && left >= frameBytes;
		if (isCut) timeline.addGapUntil(timeline.at + left / frameBytes / rate);
		else if (left !== Infinity) await reader.skip(left + (size % 2));
	}
}

/** The header of a file with `size` bytes of samples. Throws an UnreadableSoundError when they are too many. */
export function createWavHeader(format: Buffer, size: number): Buffer {
	const riff = 4 + 8 + format.length + 8 + size + (size % 2);
	if (riff > MAX_RIFF_BYTES)
		throw new UnreadableSoundError('would be larger than the 4 GB of a WAV file');
	const head = Buffer.alloc(12 + 8 + format.length + 8);
	head.write('RIFF', 0, 'latin1');
	head.writeUInt32LE(riff, 4);
	head.write('WAVEfmt ', 8, 'latin1');
	head.writeUInt32LE(format.length, 16);
	head.set(format, 20);
	head.write('data', 20 + format.length, 'latin1');
	head.writeUInt32LE(size, 24 + format.length);
	return head;
}

type ReadSample = (bytes: Buffer, at: number) => number;

/** The mean level of samples, of those that are looked at. */
function createLoudnessMeter({
	code,
	channels,
	frameBytes,
}: SampleFormat): (bytes: Buffer) => number {
	const width = Math.max(1, Math.floor(frameBytes / Math.max(1, channels)));
	const sampleAt = createSampleReader(code, width);
	return (bytes) => {
		let [sum, count] = [0, 0];
		for (let at = 0; at + width <= bytes.length; at += width * LEVEL_SAMPLE_STEP) {
			sum += Math.abs(sampleAt(bytes, at));
			count++;
		}
		return count === 0 ? 0 : sum / count;
	};
}

function createSampleReader(code: string, width: number): ReadSample {
	if (code === 'float') {
		return width === 8
			? (bytes, at) => bytes.readDoubleLE(at)
			: (bytes, at) => bytes.readFloatLE(at);
	}
	// ITU-T G.711: three bits of exponent and four of mantissa, inverted.
	if (code === 'A-law') return (bytes, at) => 2 ** ((((bytes[at] ?? 0) ^ 0x55) % 128) / 16);
	if (code === 'mu-law') return (bytes, at) => 2 ** ((((bytes[at] ?? 0) ^ 0xff) % 128) / 16);
	if (width === 1) return (bytes, at) => (bytes[at] ?? 128) - 128;
	// The upper two bytes of a longer sample say enough.
	return (bytes, at) => bytes.readInt16LE(at + width - 2);
}

const PCM_UNIT_BYTES = 65_536;

/** Raw samples of 16 bits: they follow one another as they are (docs/maintainers/service.md#speech). Throws an UnreadableSoundError for half a sample. */
export async function readPcmRecording(reader: ByteReader): Promise<Recording> {
	async function* units() {
		for (;;) {
			const bytes = await reader.take(PCM_UNIT_BYTES);
			if (bytes.length % 2 === 1) throw new UnreadableSoundError('ends in the middle of a sample');
			if (bytes.length === 0) return;
			const facts = { sound: 'raw samples', start: 0, seconds: 0, level: 0 };
			yield { bytes, samples: bytes.length / 2, ...facts };
		}
	}
	return {
		...{ extension: 'pcm', mimeType: 'audio/pcm', quiet: 0, playsLead: false },
		...{ units: units(), gaps: [], leadOf: () => 0 },
		writer: () => ({ head: [], add: ({ bytes }) => [bytes], end: () => [] }),
	};
}
