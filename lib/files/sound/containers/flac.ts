import type { ByteReader } from './byteReader';
import { flacHeadAt, isWholeFrame, LONGEST_HEAD, renumbered, type FlacHead } from './flacFrame';
import {
	SeveralFiles,
	ReadPosition,
	Unreadable,
	type Recording,
	type RecordingFormat,
	type Total,
	type Unit,
} from './recording';
import { id3Bytes } from './tags';

const INFO_BYTES = 34;
const STREAM_INFO = 0;
const USUAL_FRAME = 16_384;
const LARGEST_FRAME = 8_000_000;
/** No block but the last one has fewer samples (RFC 9639, 8.2). */
const SMALLEST_BLOCK = 16;
/** The marker, and the header that is the first block of every stream. */
const STREAM_STARTS = ['fLaC\0\0\0"', 'fLaC\x80\0\0"'];
/** A frame whose number is further ahead is none: something else looks like it. */
const MOST_AHEAD = 1_000_000_000;

/** What the header of a FLAC stream says of its sound (RFC 9639, 8.2). */
export interface FlacInfo {
	bytes: Buffer;
	rate: number;
	channels: number;
	bits: number;
	/** Samples of a block where all blocks have as many. */
	block: number;
	/** 0 where it is not known. */
	samples: number;
}

export interface FlacUnit extends Unit {
	isVariable: boolean;
}

/** FLAC: frames that are numbered again, under a header that counts their samples (RFC 9639). Throws an Unreadable. */
export async function flacRecording(reader: ByteReader): Promise<Recording> {
	const info = await flacInfo(reader);
	const timeline = new ReadPosition();
	return { ...flacFormat(info), units: framesIn(reader, info, timeline), gaps: timeline.gaps };
}

/** How frames under this header are written. */
export function flacFormat(info: FlacInfo): RecordingFormat {
	return {
		...{ extension: 'flac', mimeType: 'audio/flac', quiet: 0.12, playsLead: false },
		smallest: SMALLEST_BLOCK,
		leadOf: () => 0,
		writer(total) {
			let [passed, index] = [0, 0];
			return {
				head: [streamHead(info, total)],
				add(unit) {
					const { isEven } = total;
					const isVariable = !isEven || (unit as FlacUnit).isVariable;
					const frame = renumbered(unit.bytes, isVariable ? passed : index++, isVariable);
					passed += unit.samples;
					return [frame];
				},
				end: () => [],
			};
		},
	};
}

/** What has to be the same in all frames, by the header. */
export function flacSound({ rate, channels, bits }: FlacInfo): string {
	return `FLAC, ${rate} Hz, ${channels} ch, ${bits} bits`;
}

/** The header of a stream that is read from its start; the other blocks before the sound are skipped. Throws an Unreadable without one. */
export async function flacInfo(reader: ByteReader): Promise<FlacInfo> {
	await reader.skip(id3Bytes(await reader.peek(10)));
	if ((await reader.take(4)).toString('latin1') !== 'fLaC') throw new Unreadable('is no FLAC file');
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
	const samples = ((bytes[13] ?? 0) & 15) * 2 ** 32 + bytes.readUInt32BE(14);
	const [channels, bits] = [((facts >> 9) & 7) + 1, ((facts >> 4) & 31) + 1];
	return { bytes, rate, channels, bits, block: bytes.readUInt16BE(2), samples };
}

/** The marker and the header of a stream; sizes of frames and the digest of the sound are not known. */
function streamHead({ bytes }: FlacInfo, { samples, largest, isEven }: Total): Buffer {
	const head = Buffer.concat([Buffer.from('fLaC'), Buffer.from([0x80, 0, 0, INFO_BYTES]), bytes]);
	if (!isEven) {
		head.writeUInt16BE(SMALLEST_BLOCK, 8);
		head.writeUInt16BE(Math.max(largest, SMALLEST_BLOCK), 10);
	}
	head.fill(0, 12, 18);
	head.fill(0, 26);
	head.writeUInt8(((head[21] ?? 0) & 0xf0) | (Math.floor(samples / 2 ** 32) % 16), 21);
	head.writeUInt32BE(samples % 2 ** 32, 22);
	return head;
}

/** The frames that follow the header; what is damaged is a gap, that ends where the number of the next frame says. Throws an Unreadable. */
async function* framesIn(
	reader: ByteReader,
	info: FlacInfo,
	timeline: ReadPosition,
): AsyncGenerator<FlacUnit> {
	const { rate, channels } = info;
	const sound = flacSound(info);
	let isCut = false;
	for (;;) {
		const head = flacHeadAt(await reader.peek(LONGEST_HEAD * 2), 0);
		if (head === undefined && (await isEnd(reader))) break;
		const { size, isWhole } = await extent(reader, head);
		const bytes = await reader.take(size);
		isCut = !isWhole;
		const isOther = STREAM_STARTS.some((start) => bytes.includes(start, 0, 'latin1'));
		if (!isWhole && isOther) throw new SeveralFiles('FLAC');
		if (head === undefined || !isWhole) continue;
		const { number, samples, isVariable } = head;
		const start = (isVariable ? number : number * (info.block || samples)) / rate;
		if (start > timeline.at) timeline.lose(start);
		timeline.at = start;
		const level = 2 ** ((bytes.length * 8) / samples / channels);
		yield { bytes, samples, isVariable, sound, level, ...timeline.take(samples / rate) };
	}
	if (info.samples > 0) timeline.lose(info.samples / rate);
	else if (isCut) timeline.lose(null);
}

/** Tags with pictures have some megabytes. */
const LARGEST_TAG = 16_000_000;
const TAG_START = /TAG|APETAGEX|ID3|LYRICSBEGIN/g;

/** Whether nothing but a tag or zeros follows. Throws an Unreadable where another stream follows the tag. */
async function isEnd(reader: ByteReader): Promise<boolean> {
	const rest = await reader.peek(USUAL_FRAME);
	if (rest.length < USUAL_FRAME && rest.every((byte) => byte === 0)) return true;
	if (rest.toString('latin1', 0, 11).search(TAG_START) !== 0) return false;
	const tagged = await reader.peek(LARGEST_TAG);
	if (STREAM_STARTS.some((start) => tagged.includes(start, 0, 'latin1'))) {
		throw new SeveralFiles('FLAC');
	}
	return tagged.length < LARGEST_TAG;
}

/**
 * How many bytes the next frame has, and whether it is whole; without a header, how many are before the next one. Frames do not say how
 * long they are: one ends where a header has the next number, or a later one that is followed by its own next.
 */
async function extent(
	reader: ByteReader,
	head: FlacHead | undefined,
): Promise<{ size: number; isWhole: boolean }> {
	const next = head === undefined ? undefined : numberAfter(head);
	const isCandidate = (bytes: Buffer, at: number) => {
		const found = flacHeadAt(bytes, at);
		if (found === undefined) return false;
		if (found.number === next) return true;
		const ahead = found.number - (next ?? 0);
		if (next !== undefined && (ahead < 0 || ahead > MOST_AHEAD)) return false;
		return hasSuccessor(bytes, at, found);
	};
	const from = head?.bytes ?? 1;
	for (let size = USUAL_FRAME; ; size *= 2) {
		const bytes = await reader.peek(size);
		const isAll = bytes.length < size;
		// A header that is not followed yet is looked at again with more bytes.
		const until = isAll ? bytes.length : bytes.length - LONGEST_HEAD;
		for (
			let at = bytes.indexOf(0xff, from);
			at >= 0 && at < until;
			at = bytes.indexOf(0xff, at + 1)
		) {
			if (!isCandidate(bytes, at)) continue;
			return { size: at, isWhole: head !== undefined && isWholeFrame(bytes.subarray(0, at)) };
		}
		if (isAll) {
			const whole = head && wholeBytes(bytes);
			return { size: whole ?? bytes.length, isWhole: whole !== undefined };
		}
		if (size > LARGEST_FRAME) return { size: until, isWhole: false };
	}
}

function numberAfter({ number, isVariable, samples }: FlacHead): number {
	return number + (isVariable ? samples : 1);
}

/** Whether the frame at an offset is followed by the next one, or ends with the file. */
function hasSuccessor(bytes: Buffer, at: number, head: FlacHead): boolean {
	const wanted = numberAfter(head);
	for (
		let next = bytes.indexOf(0xff, at + head.bytes);
		next >= 0;
		next = bytes.indexOf(0xff, next + 1)
	) {
		if (flacHeadAt(bytes, next)?.number === wanted) return true;
	}
	return wholeBytes(bytes.subarray(at)) !== undefined;
}

/** How long the frame is that these bytes start with, where nothing but a tag or zeros follows it. */
function wholeBytes(bytes: Buffer): number | undefined {
	const filled = bytes.findLastIndex((byte) => byte !== 0) + 1;
	const tail = bytes.toString('latin1');
	const ends = [...tail.matchAll(TAG_START)].map(({ index }) => index);
	// The checksum may end with zeros itself.
	return [bytes.length, filled, filled + 1, filled + 2, ...ends].find((end) => {
		return end > 0 && end <= bytes.length && isWholeFrame(bytes.subarray(0, end));
	});
}
