import type { ByteReader } from './byteReader';
import {
	flacHeaderAt,
	isIntactFrame,
	MAX_FRAME_HEADER_BYTES,
	renumberFrame,
	type FlacFrameHeader,
} from './flacFrame';
import {
	PlaybackTimeline,
	UnreadableSoundError,
	type Recording,
	type RecordingFormat,
	type FileTotal,
	type SoundUnit,
} from './recording';
import { findRecordingStart, startsRecording } from './nextRecording';
import { id3TagBytes } from './tags';

const STREAM_INFO_BYTES = 34;
const STREAM_INFO_BLOCK = 0;
const SEARCH_START_BYTES = 16_384;
const MAX_FRAME_BYTES = 8_000_000;
/** No block but the last one has fewer samples (RFC 9639, 8.2). */
const MIN_BLOCK_SAMPLES = 16;
/** A frame whose number is further ahead is none: something else looks like it. */
const MAX_NUMBER_AHEAD = 1_000_000_000;

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

export interface FlacUnit extends SoundUnit {
	isVariable: boolean;
}

/** FLAC: frames that are numbered again, under a header that counts their samples (RFC 9639). Throws an UnreadableSoundError. */
export async function readFlacRecording(reader: ByteReader): Promise<Recording> {
	const info = await readFlacInfo(reader);
	const timeline = new PlaybackTimeline();
	return {
		...flacFormat(info),
		units: readFlacFrames(reader, info, timeline),
		gaps: timeline.gaps,
	};
}

export function flacFormat(info: FlacInfo): RecordingFormat {
	return {
		...{ extension: 'flac', mimeType: 'audio/flac', quiet: 0.12, playsLead: false },
		smallest: MIN_BLOCK_SAMPLES,
		leadOf: () => 0,
		writer(total) {
			let [passed, index] = [0, 0];
			return {
				head: [streamHeader(info, total)],
				add(unit) {
					const { isEven } = total;
					const isVariable = !isEven || (unit as FlacUnit).isVariable;
					const frame = renumberFrame(unit.bytes, isVariable ? passed : index++, isVariable);
					passed += unit.samples;
					return [frame];
				},
				end: () => [],
			};
		},
	};
}
export function flacDescription({ rate, channels, bits }: FlacInfo): string {
	return `FLAC, ${rate} Hz, ${channels} ch, ${bits} bits`;
}

/** The header of a stream that is read from its start; the other blocks before the sound are skipped. Throws an UnreadableSoundError without one. */
export async function readFlacInfo(reader: ByteReader): Promise<FlacInfo> {
	await reader.skip(id3TagBytes(await reader.peek(10)));
	if ((await reader.take(4)).toString('latin1') !== 'fLaC')
		throw new UnreadableSoundError('is no FLAC file');
	let bytes: Buffer | undefined;
	for (let isLast = false; !isLast;) {
		const head = await reader.take(4);
		if (head.length < 4) throw new UnreadableSoundError('has no sound');
		const [type, size] = [(head[0] ?? 0) & 127, head.readUIntBE(1, 3)];
		isLast = ((head[0] ?? 0) & 128) !== 0;
		if (type === STREAM_INFO_BLOCK && size === STREAM_INFO_BYTES)
			bytes = Buffer.from(await reader.take(size));
		else await reader.skip(size);
	}
	if (bytes?.length !== STREAM_INFO_BYTES)
		throw new UnreadableSoundError('does not say its format');
	const rate = bytes.readUIntBE(10, 3) >> 4;
	if (rate === 0) throw new UnreadableSoundError('does not say its sample rate');
	const facts = bytes.readUInt16BE(12);
	const samples = ((bytes[13] ?? 0) & 15) * 2 ** 32 + bytes.readUInt32BE(14);
	const [channels, bits] = [((facts >> 9) & 7) + 1, ((facts >> 4) & 31) + 1];
	return { bytes, rate, channels, bits, block: bytes.readUInt16BE(2), samples };
}

/** The marker and the header of a stream; sizes of frames and the digest of the sound are not known. */
function streamHeader({ bytes }: FlacInfo, { samples, largest, isEven }: FileTotal): Buffer {
	const head = Buffer.concat([
		Buffer.from('fLaC'),
		Buffer.from([0x80, 0, 0, STREAM_INFO_BYTES]),
		bytes,
	]);
	if (!isEven) {
		head.writeUInt16BE(MIN_BLOCK_SAMPLES, 8);
		head.writeUInt16BE(Math.max(largest, MIN_BLOCK_SAMPLES), 10);
	}
	head.fill(0, 12, 18);
	head.fill(0, 26);
	head.writeUInt8(((head[21] ?? 0) & 0xf0) | (Math.floor(samples / 2 ** 32) % 16), 21);
	head.writeUInt32BE(samples % 2 ** 32, 22);
	return head;
}

/** The frames that follow the header; what is damaged is a gap, that ends where the number of the next frame says. Throws an UnreadableSoundError. */
async function* readFlacFrames(
	reader: ByteReader,
	info: FlacInfo,
	timeline: PlaybackTimeline,
): AsyncGenerator<FlacUnit> {
	const { rate, channels } = info;
	const sound = flacDescription(info);
	let isCut = false;
	for (;;) {
		const head = flacHeaderAt(await reader.peek(MAX_FRAME_HEADER_BYTES * 2), 0);
		if (head === undefined && ((await startsRecording(reader)) || (await isAtEnd(reader)))) break;
		const { size, isWhole } = await frameExtent(reader, head);
		const bytes = await reader.take(size);
		isCut = !isWhole;
		if (head === undefined || !isWhole) continue;
		const { number, samples, isVariable } = head;
		const start = (isVariable ? number : number * (info.block || samples)) / rate;
		if (start > timeline.at) timeline.addGapUntil(start);
		timeline.at = start;
		const level = 2 ** ((bytes.length * 8) / samples / channels);
		yield { bytes, samples, isVariable, sound, level, ...timeline.advance(samples / rate) };
	}
	if (info.samples > 0) timeline.addGapUntil(info.samples / rate);
	else if (isCut) timeline.addGapUntil(null);
}

const TAG_START = /TAG|APETAGEX|ID3/g;

/** Whether nothing but zeros follows. */
async function isAtEnd(reader: ByteReader): Promise<boolean> {
	const rest = await reader.peek(SEARCH_START_BYTES);
	return rest.length < SEARCH_START_BYTES && rest.every((byte) => byte === 0);
}

/**
 * How many bytes the next frame has, and whether it is whole; without a header, how many are before the next one. Frames do not say how
 * long they are: one ends where a header has the next number, or a later one that is followed by its own next, and before another recording.
 */
async function frameExtent(
	reader: ByteReader,
	head: FlacFrameHeader | undefined,
): Promise<{ size: number; isWhole: boolean }> {
	const next = head === undefined ? undefined : numberAfter(head);
	const isCandidate = (bytes: Buffer, at: number) => {
		const found = flacHeaderAt(bytes, at);
		if (found === undefined) return false;
		if (found.number === next) return true;
		const ahead = found.number - (next ?? 0);
		if (next !== undefined && (ahead < 0 || ahead > MAX_NUMBER_AHEAD)) return false;
		return isFollowedByNext(bytes, at, found);
	};
	const from = head?.bytes ?? 1;
	for (let size = SEARCH_START_BYTES; ; size *= 2) {
		const bytes = await reader.peek(size);
		const isAll = bytes.length < size;
		// A header that is not followed yet is looked at again with more bytes.
		const until = isAll ? bytes.length : bytes.length - MAX_FRAME_HEADER_BYTES;
		let found: number | undefined;
		for (
			let at = bytes.indexOf(0xff, from);
			at >= 0 && at < until;
			at = bytes.indexOf(0xff, at + 1)
		) {
			if (!isCandidate(bytes, at)) continue;
			if (head !== undefined && isIntactFrame(bytes.subarray(0, at)))
				return { size: at, isWhole: true };
			found = at;
			break;
		}
		const other = findRecordingStart(bytes.subarray(from, found));
		if (found !== undefined && other === undefined) return { size: found, isWhole: false };
		if (isAll || other !== undefined) {
			const rest = other === undefined ? bytes : bytes.subarray(0, from + other);
			const whole = head && lastFrameBytes(rest);
			return { size: whole ?? rest.length, isWhole: whole !== undefined };
		}
		if (size > MAX_FRAME_BYTES) return { size: until, isWhole: false };
	}
}

function numberAfter({ number, isVariable, samples }: FlacFrameHeader): number {
	return number + (isVariable ? samples : 1);
}

/** Whether the frame at an offset is followed by the next one, or ends with the file. */
function isFollowedByNext(bytes: Buffer, at: number, head: FlacFrameHeader): boolean {
	const wanted = numberAfter(head);
	for (
		let next = bytes.indexOf(0xff, at + head.bytes);
		next >= 0;
		next = bytes.indexOf(0xff, next + 1)
	) {
		if (flacHeaderAt(bytes, next)?.number === wanted) return true;
	}
	return lastFrameBytes(bytes.subarray(at)) !== undefined;
}

/** How long the frame is that these bytes start with, where nothing but a tag or zeros follows it. */
function lastFrameBytes(bytes: Buffer): number | undefined {
	const filled = bytes.findLastIndex((byte) => byte !== 0) + 1;
	const tail = bytes.toString('latin1');
	const ends = [...tail.matchAll(TAG_START)].map(({ index }) => index);
	// The checksum may end with zeros itself.
	return [bytes.length, filled, filled + 1, filled + 2, ...ends].find((end) => {
		return end > 0 && end <= bytes.length && isIntactFrame(bytes.subarray(0, end));
	});
}
