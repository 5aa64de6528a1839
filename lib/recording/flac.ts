import {
	flacHeadAt,
	isWholeFrame,
	LONGEST_HEAD,
	renumbered,
	type FlacHead,
} from '../sound/flacFrame';
import type { ByteReader } from '../sound/byteReader';
import { Unsplittable, type Recording, type Unit } from './recording';

const INFO_BYTES = 34;
const STREAM_INFO = 0;
const USUAL_FRAME = 16_384;
const LARGEST_FRAME = 8_000_000;

interface FlacUnit extends Unit {
	samples: number;
	isVariable: boolean;
}

/** FLAC: frames that are numbered again, under a header that counts their samples (RFC 9639). */
export async function flacRecording(reader: ByteReader): Promise<Recording> {
	await reader.skip(4);
	const info = await streamInfo(reader);
	const rate = info.readUIntBE(10, 3) >> 4;
	if (rate === 0) throw new Unsplittable('does not say its sample rate');
	const channels = (((info[12] ?? 0) >> 1) & 7) + 1;
	return {
		...{ extension: 'flac', mimeType: 'audio/flac', quiet: 0.12, playsLead: false },
		units: unitsOf(reader, rate, channels),
		leadOf: () => 0,
		fileOf(units) {
			const frames = units as readonly FlacUnit[];
			const total = frames.reduce((sum, { samples }) => sum + samples, 0);
			return [streamHead(info, total), ...numbered(frames)];
		},
	};
}

/** The marker and the header of a stream of so many samples; sizes of frames and the digest of the sound are not known. */
export function streamHead(info: Buffer, samples: number): Buffer {
	const head = Buffer.concat([Buffer.from('fLaC'), Buffer.from([0x80, 0, 0, INFO_BYTES]), info]);
	head.fill(0, 12, 18);
	head.fill(0, 26);
	head.writeUInt8(((head[21] ?? 0) & 0xf0) | (Math.floor(samples / 2 ** 32) % 16), 21);
	head.writeUInt32BE(samples % 2 ** 32, 22);
	return head;
}

function numbered(frames: readonly FlacUnit[]): Buffer[] {
	let passed = 0;
	return frames.map(({ bytes, samples, isVariable }, index) => {
		const frame = renumbered(bytes, isVariable ? passed : index, isVariable);
		passed += samples;
		return frame;
	});
}

/** Passes over the other blocks before the sound. */
async function streamInfo(reader: ByteReader): Promise<Buffer> {
	let info: Buffer | undefined;
	for (let isLast = false; !isLast;) {
		const head = await reader.take(4);
		if (head.length < 4) throw new Unsplittable('has no sound');
		const [type, size] = [(head[0] ?? 0) & 127, head.readUIntBE(1, 3)];
		isLast = ((head[0] ?? 0) & 128) !== 0;
		if (type === STREAM_INFO && size === INFO_BYTES) info = Buffer.from(await reader.take(size));
		else await reader.skip(size);
	}
	if (info === undefined) throw new Unsplittable('does not say its format');
	return info;
}

async function* unitsOf(
	reader: ByteReader,
	rate: number,
	channels: number,
): AsyncGenerator<FlacUnit> {
	for (;;) {
		const head = flacHeadAt(await reader.peek(LONGEST_HEAD * 2), 0);
		if (head === undefined) return await requireEnd(reader);
		const bytes = await reader.take(await frameBytes(reader, head));
		// The last frame of a file that was cut off.
		if (!isWholeFrame(bytes)) return;
		const { samples, isVariable } = head;
		const bits = (bytes.length * 8) / samples / channels;
		yield { bytes, seconds: samples / rate, level: 2 ** bits, samples, isVariable };
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
	throw new Unsplittable('has frames whose end cannot be found');
}

/** A tag may follow the last frame. */
async function requireEnd(reader: ByteReader): Promise<void> {
	const rest = await reader.peek(LONGEST_HEAD);
	if (rest.length === LONGEST_HEAD && rest.toString('latin1', 0, 3) !== 'TAG') {
		throw new Unsplittable(`holds something else than frames at ${reader.position} bytes`);
	}
}
