import { ByteReader } from './containers/byteReader';
import { Unreadable } from './containers/recording';
import { wavHeader, wavRecording } from './containers/wav';

/** Samples of 16 bits in a WAV file. */
export interface Samples {
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

const BITS = 16;
/** Silence comes in pieces of so many bytes. */
const SLICE = 262_144;

/** The samples of a WAV file. Throws an Unreadable for another format, and for samples of another size. */
export async function wavSamples(file: Buffer): Promise<Samples> {
	const recording = await wavRecording(new ByteReader([file]));
	const pieces: Uint8Array[] = [];
	for await (const { bytes } of recording.units) pieces.push(bytes);
	const { format, gaps } = recording;
	const missing = gaps.reduce((sum, { start, end }) => sum + (end ?? start) - start, 0);
	if (format === undefined || format.readUInt16LE(14) !== BITS) {
		throw new Unreadable(`does not have samples of ${BITS} bits`);
	}
	const frameBytes = format.readUInt16LE(12);
	const bytes = Buffer.concat(pieces);
	return { format, frameBytes, rate: format.readUInt32LE(4), bytes, missing };
}

/** Puts samples at their times into one WAV file, with silence between them; where two sound at once, both are heard. */
export class WavMixer {
	private at = 0;

	/** What sounds after `at`. */
	private rest = Buffer.alloc(0);

	/** `like` has the format of all that is added. */
	constructor(private readonly like: Samples) {}

	/** The start of a file that lasts so many seconds. */
	head(seconds: number): Buffer {
		return wavHeader(this.like.format, this.bytesAt(seconds));
	}

	/** The bytes that are known once these samples start at so many seconds, which are not before those of an earlier call. */
	*add({ bytes }: Samples, seconds: number): Generator<Buffer> {
		yield* this.upTo(this.bytesAt(seconds));
		const sum = Buffer.alloc(Math.max(bytes.length, this.rest.length));
		this.rest.copy(sum);
		for (let at = 0; at + 1 < bytes.length; at += 2) {
			const both = sum.readInt16LE(at) + bytes.readInt16LE(at);
			sum.writeInt16LE(Math.max(-32_768, Math.min(32_767, both)), at);
		}
		this.rest = sum;
	}

	/** The bytes up to the end of a file that lasts so many seconds. */
	*end(seconds: number): Generator<Buffer> {
		yield* this.upTo(this.bytesAt(seconds));
	}

	private *upTo(end: number): Generator<Buffer> {
		const ready = this.rest.subarray(0, end - this.at);
		if (ready.length > 0) yield ready;
		let silence = end - this.at - ready.length;
		for (; silence > 0; silence -= SLICE) yield Buffer.alloc(Math.min(SLICE, silence));
		this.rest = this.rest.subarray(ready.length);
		this.at = end;
	}

	private bytesAt(seconds: number): number {
		return Math.round(seconds * this.like.rate) * this.like.frameBytes;
	}
}
