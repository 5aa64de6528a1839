import { ByteReader } from './containers/byteReader';
import { UnreadableSoundError } from './containers/recording';
import { createWavHeader, readWavRecording } from './containers/wav';

/** Samples of 16 bits in a WAV file. */
export interface WavSamples {
	/** The chunk that says how they are stored. */
	format: Buffer;
	/** Samples of all channels in a second. */
	rate: number;
	/** Of one sample of all channels. */
	frameBytes: number;
	bytes: Buffer;
	/** How many seconds fewer there are than the file says. */
	missing: number;
}

const BITS_PER_SAMPLE = 16;
/** Silence comes in pieces of so many bytes. */
const SILENCE_SLICE_BYTES = 262_144;

/** The samples of a WAV file. Throws an UnreadableSoundError for another format, and for samples of another size. */
export async function readWavSamples(file: Buffer): Promise<WavSamples> {
	const recording = await readWavRecording(new ByteReader([file]));
	const pieces: Uint8Array[] = [];
	for await (const { bytes } of recording.units) pieces.push(bytes);
	const { format, gaps } = recording;
	const missing = gaps.reduce((sum, { start, end }) => sum + (end ?? start) - start, 0);
	if (format === undefined || format.readUInt16LE(14) !== BITS_PER_SAMPLE) {
		throw new UnreadableSoundError(`does not have samples of ${BITS_PER_SAMPLE} bits`);
	}
	const frameBytes = format.readUInt16LE(12);
	const bytes = Buffer.concat(pieces);
	return { format, frameBytes, rate: format.readUInt32LE(4), bytes, missing };
}

/** Puts samples at their times into one WAV file, with silence between them; where two sound at once, both are heard. */
export class WavMixer {
	private writtenBytes = 0;

	/** What sounds after `at`. */
	private pendingBytes = Buffer.alloc(0);

	/** `formatSamples` has the format of all that is added. */
	constructor(private readonly formatSamples: WavSamples) {}

	/** The start of a file that lasts so many seconds. */
	headFor(seconds: number): Buffer {
		return createWavHeader(this.formatSamples.format, this.byteOffsetOf(seconds));
	}

	/** The bytes that are known once these samples start at so many seconds, which are not before those of an earlier call. */
	*mixIn({ bytes }: WavSamples, seconds: number): Generator<Buffer> {
		yield* this.flushUpTo(this.byteOffsetOf(seconds));
		const sum = Buffer.alloc(Math.max(bytes.length, this.pendingBytes.length));
		this.pendingBytes.copy(sum);
		for (let at = 0; at + 1 < bytes.length; at += 2) {
			const both = sum.readInt16LE(at) + bytes.readInt16LE(at);
			sum.writeInt16LE(Math.max(-32_768, Math.min(32_767, both)), at);
		}
		this.pendingBytes = sum;
	}

	/** The bytes up to the end of a file that lasts so many seconds. */
	*endAt(seconds: number): Generator<Buffer> {
		yield* this.flushUpTo(this.byteOffsetOf(seconds));
	}

	private *flushUpTo(end: number): Generator<Buffer> {
		const ready = this.pendingBytes.subarray(0, end - this.writtenBytes);
		if (ready.length > 0) yield ready;
		let silence = end - this.writtenBytes - ready.length;
		for (; silence > 0; silence -= SILENCE_SLICE_BYTES)
			yield Buffer.alloc(Math.min(SILENCE_SLICE_BYTES, silence));
		this.pendingBytes = this.pendingBytes.subarray(ready.length);
		this.writtenBytes = end;
	}

	private byteOffsetOf(seconds: number): number {
		return Math.round(seconds * this.formatSamples.rate) * this.formatSamples.frameBytes;
	}
}
