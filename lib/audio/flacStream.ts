import type { ByteReader } from './byteReader';
import { flacHeadAt, isWholeFrame, LONGEST_HEAD, type FlacHead } from './flacFrame';
import { Unreadable } from './unreadable';

const INFO_BYTES = 34;
const STREAM_INFO = 0;
const USUAL_FRAME = 16_384;
const LARGEST_FRAME = 8_000_000;
/** No block but the last one has fewer samples (RFC 9639, 8.2). */
export const SMALLEST_BLOCK = 16;

/** What the header of a FLAC stream says of its sound (RFC 9639, 8.2). */
export interface FlacInfo {
	bytes: Buffer;
	rate: number;
	channels: number;
	bits: number;
}

export interface FlacFrame {
	bytes: Buffer;
	samples: number;
	isVariable: boolean;
}

/** The header of a stream that is read from its start; the other blocks before the sound are skipped. Throws an Unreadable without one. */
export async function flacInfo(reader: ByteReader): Promise<FlacInfo> {
	await reader.skip(4);
	let bytes: Buffer | undefined;
	for (let isLast = false; !isLast;) {
		const head = await reader.take(4);
		if (head.length < 4) throw new Unreadable('has no sound');
		const [type, size] = [(head[0] ?? 0) & 127, head.readUIntBE(1, 3)];
		isLast = ((head[0] ?? 0) & 128) !== 0;
		if (type === STREAM_INFO && size === INFO_BYTES) bytes = Buffer.from(await reader.take(size));
		else await reader.skip(size);
	}
	if (bytes?.length !== INFO_BYTES) throw new Unreadable('does not say its format');
	const rate = bytes.readUIntBE(10, 3) >> 4;
	if (rate === 0) throw new Unreadable('does not say its sample rate');
	const facts = bytes.readUInt16BE(12);
	return { bytes, rate, channels: ((facts >> 9) & 7) + 1, bits: ((facts >> 4) & 31) + 1 };
}

/** The marker and the header of a stream of so many samples; sizes of frames and the digest of the sound are not known. */
export function streamHead({ bytes }: FlacInfo, samples: number, largestBlock?: number): Buffer {
	const head = Buffer.concat([Buffer.from('fLaC'), Buffer.from([0x80, 0, 0, INFO_BYTES]), bytes]);
	if (largestBlock !== undefined) {
		head.writeUInt16BE(SMALLEST_BLOCK, 8);
		head.writeUInt16BE(Math.max(largestBlock, SMALLEST_BLOCK), 10);
	}
	head.fill(0, 12, 18);
	head.fill(0, 26);
	head.writeUInt8(((head[21] ?? 0) & 0xf0) | (Math.floor(samples / 2 ** 32) % 16), 21);
	head.writeUInt32BE(samples % 2 ** 32, 22);
	return head;
}

/** The frames that follow the header. Throws an Unreadable when something else is between them. */
export async function* flacFrames(reader: ByteReader): AsyncGenerator<FlacFrame> {
	for (;;) {
		const head = flacHeadAt(await reader.peek(LONGEST_HEAD * 2), 0);
		if (head === undefined) return await requireEnd(reader);
		const bytes = await reader.take(await frameBytes(reader, head));
		// The last frame of a file that was cut off.
		if (!isWholeFrame(bytes)) return;
		yield { bytes, samples: head.samples, isVariable: head.isVariable };
	}
}

/** The frames do not say how long they are: the next one begins where a header has the next number, and the checksum before it fits. */
async function frameBytes(reader: ByteReader, head: FlacHead): Promise<number> {
	const next = head.number + (head.isVariable ? head.samples : 1);
	let from = head.bytes;
	for (let size = USUAL_FRAME; size <= LARGEST_FRAME; size *= 2) {
		const bytes = await reader.peek(size);
		const end = bytes.length < size ? bytes.length : bytes.length - LONGEST_HEAD;
		for (
			let at = bytes.indexOf(0xff, from);
			at >= 0 && at < end;
			at = bytes.indexOf(0xff, at + 1)
		) {
			const found = flacHeadAt(bytes, at);
			if (found?.number === next && isWholeFrame(bytes.subarray(0, at))) return at;
		}
		if (bytes.length < size) return bytes.length;
		from = end;
	}
	throw new Unreadable('has frames whose end cannot be found');
}

/** A tag may follow the last frame. */
async function requireEnd(reader: ByteReader): Promise<void> {
	const rest = await reader.peek(LONGEST_HEAD);
	if (rest.length === LONGEST_HEAD && rest.toString('latin1', 0, 3) !== 'TAG') {
		throw new Unreadable(`holds something other than frames at ${reader.position} bytes`);
	}
}
