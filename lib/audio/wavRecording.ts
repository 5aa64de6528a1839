import { frame, sampleFormat, type SampleFormat } from './wav';
import type { ByteReader } from './byteReader';
import { Unreadable } from './unreadable';
import type { Recording, Unit } from './recording';

const UNIT_SECONDS = 0.02;
const LONGEST_FORMAT = 4096;
/** In place of a size that was not known when the header was written, or that is in the chunk `ds64` (EBU Tech 3306). */
const UNKNOWN = 0xffff_ffff;
/** Every third sample is enough to tell speech from silence, and reaches both channels of two. */
const STEP = 3;

/** How a WAV file starts, also one of more than 4 GB (EBU Tech 3306). */
export const WAV_START = /^(RIFF|RF64|BW64)[^]{4}WAVE/;

/** WAV, RF64 and WAVE_FORMAT_EXTENSIBLE: samples under a new header (RIFF, 1991; EBU Tech 3306). */
export async function wavRecording(reader: ByteReader): Promise<Recording> {
	const { format, size } = await soundOfWav(reader);
	const samples = sampleFormat(format);
	if (samples.rate === 0) throw new Unreadable('does not say its sample rate');
	return {
		...{ extension: 'wav', mimeType: 'audio/wav', quiet: 0.08, playsLead: false },
		units: unitsOf(reader, samples, size),
		leadOf: () => 0,
		fileOf(units) {
			const sound = units.map(({ bytes }) => bytes);
			const { head, tail } = frame(
				{ format },
				units.reduce((sum, { bytes }) => sum + bytes.length, 0),
			);
			return [head, ...sound, tail];
		},
	};
}

/**
 * The format chunk of a WAV file that the reader is at the start of, and how many bytes of sound follow where the reader then is: Infinity
 * where the file does not say. Throws an Unreadable when there is no sound or no format before it.
 */
export async function soundOfWav(reader: ByteReader): Promise<{ format: Buffer; size: number }> {
	await reader.skip(12);
	let format: Buffer | undefined;
	let longSize = Infinity;
	for (;;) {
		const head = await reader.take(8);
		if (head.length < 8) throw new Unreadable('has no sound');
		const [name, size] = [head.toString('latin1', 0, 4), head.readUInt32LE(4)];
		if (name === 'data') {
			if (format === undefined) throw new Unreadable('does not say its format');
			return { format, size: size === UNKNOWN || size === 0 ? longSize : size };
		}
		const padded = size + (size % 2);
		if (name === 'fmt ' && size <= LONGEST_FORMAT) {
			format = Buffer.from((await reader.take(padded)).subarray(0, size));
		} else if (name === 'ds64' && size >= 16 && size <= LONGEST_FORMAT) {
			longSize = Number((await reader.take(padded)).readBigUInt64LE(8)) || Infinity;
		} else await reader.skip(padded);
	}
}

async function* unitsOf(
	reader: ByteReader,
	format: SampleFormat,
	size: number,
): AsyncGenerator<Unit> {
	const { rate, frameBytes } = format;
	const unitBytes = Math.max(1, Math.round(rate * UNIT_SECONDS)) * frameBytes;
	const level = levelOf(format);
	for (let left = size; left >= frameBytes;) {
		const taken = await reader.take(Math.min(unitBytes, left));
		const bytes = taken.subarray(0, taken.length - (taken.length % frameBytes));
		if (bytes.length === 0) return;
		left -= taken.length;
		yield { bytes, seconds: bytes.length / frameBytes / rate, level: level(bytes) };
	}
}

type SampleAt = (bytes: Buffer, at: number) => number;

/** The mean level of samples, of those that are looked at. */
function levelOf({ code, channels, frameBytes }: SampleFormat): (bytes: Buffer) => number {
	const width = Math.max(1, Math.floor(frameBytes / Math.max(1, channels)));
	const sampleAt = sampleReader(code, width);
	return (bytes) => {
		let [sum, count] = [0, 0];
		for (let at = 0; at + width <= bytes.length; at += width * STEP) {
			sum += Math.abs(sampleAt(bytes, at));
			count++;
		}
		return count === 0 ? 0 : sum / count;
	};
}

function sampleReader(code: string, width: number): SampleAt {
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
