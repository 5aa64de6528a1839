import { Unreadable } from './unreadable';
import type { Sliceable, SlicedSurvey } from './slices';

/** WAV: one RIFF header with the sizes of all sound; other chunks than the format and the sound are left out (RIFF, 1991). */
export const wav: Sliceable = { survey, frame };

/** Those whose samples stand alone. */
const PLAIN_CODES: Record<number, string> = { 1: 'PCM', 3: 'float', 6: 'A-law', 7: 'mu-law' };
/** A longer header, which names the code further back. */
const EXTENSIBLE = 0xfffe;

const LARGEST = 0xffff_ffff;

function survey(bytes: Buffer): SlicedSurvey {
	if (text(bytes, 0) !== 'RIFF' || text(bytes, 8) !== 'WAVE') {
		throw new Unreadable('is no WAV file');
	}
	let format: Buffer | undefined;
	for (let at = 12; at + 8 <= bytes.length;) {
		const name = text(bytes, at);
		const start = at + 8;
		const announced = bytes.readUInt32LE(at + 4);
		const size = name === 'data' && announced === 0 ? LARGEST : announced;
		if (name === 'fmt ') format = bytes.subarray(start, start + size);
		if (name === 'data') return soundOf(format, start, Math.min(start + size, bytes.length));
		at = start + size + (size % 2);
	}
	throw new Unreadable('has no sound');
}

/** How the samples of a WAV file are stored. */
export interface SampleFormat {
	code: string;
	channels: number;
	rate: number;
	/** Of one sample of all channels. */
	frameBytes: number;
	bits: number;
}

/** What the format chunk of a WAV file says; throws an Unreadable when its samples do not stand alone. */
export function sampleFormat(format: Buffer | undefined): SampleFormat {
	if (format === undefined || format.length < 16) throw new Unreadable('does not say its format');
	const isLong = format.readUInt16LE(0) === EXTENSIBLE && format.length >= 40;
	const code = PLAIN_CODES[format.readUInt16LE(isLong ? 24 : 0)];
	if (code === undefined) throw new Unreadable('holds compressed sound');
	const [channels, rate] = [format.readUInt16LE(2), format.readUInt32LE(4)];
	const [frameBytes, bits] = [format.readUInt16LE(12) || 1, format.readUInt16LE(14)];
	return { code, channels, rate, frameBytes, bits };
}

/** A service that sends while it speaks cannot know the size: it writes the largest one or none, and the sound goes on to the end. */
function soundOf(format: Buffer | undefined, start: number, end: number): SlicedSurvey {
	const { code, channels, rate, frameBytes, bits } = sampleFormat(format);
	const whole = end - ((end - start) % frameBytes);
	const sound = `${code}, ${rate} Hz, ${channels} ch, ${bits} bits`;
	return { sound, slices: [[start, whole]], format: Buffer.from(format ?? []) };
}

/** What stands before and after `size` bytes of samples; throws an Unreadable when they are too many. */
export function frame({ format = Buffer.alloc(0) }: Pick<SlicedSurvey, 'format'>, size: number) {
	const tail = Buffer.alloc(size % 2);
	const riff = 4 + 8 + format.length + 8 + size + tail.length;
	if (riff > LARGEST) throw new Unreadable('would be larger than the 4 GB of a WAV file');
	const head = Buffer.alloc(12 + 8 + format.length + 8);
	head.write('RIFF', 0, 'latin1');
	head.writeUInt32LE(riff, 4);
	head.write('WAVEfmt ', 8, 'latin1');
	head.writeUInt32LE(format.length, 16);
	head.set(format, 20);
	head.write('data', 20 + format.length, 'latin1');
	head.writeUInt32LE(size, 24 + format.length);
	return { head, tail };
}

function text(bytes: Buffer, at: number): string {
	return bytes.toString('latin1', at, at + 4);
}
