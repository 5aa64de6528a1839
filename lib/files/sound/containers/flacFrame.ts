import { createChecksum } from './checksum';

/** What the header of a FLAC frame says (RFC 9639, 9.1). */
export interface FlacFrameHeader {
	/** Of the header, with its checksum. */
	bytes: number;
	/** Where the coded number ends. */
	numberEnd: number;
	/** Of the frame or, where block sizes change, of its first sample. */
	number: number;
	isVariable: boolean;
	samples: number;
}

const FIXED_HEADER_BYTES = 4;
export const MAX_FRAME_HEADER_BYTES = 16;

const crc8 = createChecksum(8, 0x07);
const crc16 = createChecksum(16, 0x8005);

/** The header of a frame at an offset; undefined when none begins there. */
export function flacHeaderAt(bytes: Uint8Array, at: number): FlacFrameHeader | undefined {
	const [sync = 0, second = 0, sizes = 0] = bytes.subarray(at, at + 3);
	if (sync !== 0xff || (second & 0xfe) !== 0xf8) return undefined;
	const length = codedNumberBytes(bytes[at + FIXED_HEADER_BYTES] ?? 0);
	if (length === 0) return undefined;
	const numberEnd = FIXED_HEADER_BYTES + length;
	const [sizeCode, rateCode] = [sizes >> 4, sizes & 15];
	const sizeBytes = sizeCode === 6 ? 1 : sizeCode === 7 ? 2 : 0;
	const rateBytes = rateCode === 12 ? 1 : rateCode === 13 || rateCode === 14 ? 2 : 0;
	const end = numberEnd + sizeBytes + rateBytes;
	if (sizeCode === 0 || rateCode === 15 || at + end >= bytes.length) return undefined;
	if (crc8(bytes.subarray(at, at + end)) !== bytes[at + end]) return undefined;
	return {
		bytes: end + 1,
		numberEnd,
		isVariable: (second & 1) === 1,
		number: decodeNumber(bytes.subarray(at + FIXED_HEADER_BYTES, at + numberEnd)),
		samples: blockSamples(sizeCode, bytes.subarray(at + numberEnd)),
	};
}

/** Whether the checksum at the end of a frame is that of its bytes. */
export function isIntactFrame(frame: Uint8Array): boolean {
	return crc16(frame) === 0;
}

/** The same frame under another number: of the frame, or of its first sample where block sizes change. */
export function renumberFrame(frame: Uint8Array, number: number, isVariable: boolean): Buffer {
	const head = flacHeaderAt(frame, 0);
	if (head === undefined) throw new TypeError('A frame was expected');
	const marks = [0xff, isVariable ? 0xf9 : 0xf8];
	const rest = [...frame.subarray(head.numberEnd, head.bytes - 1)];
	const start = [
		...marks,
		...frame.subarray(2, FIXED_HEADER_BYTES),
		...encodeNumber(number),
		...rest,
	];
	const body = frame.subarray(head.bytes, -2);
	const whole = Buffer.concat([Buffer.from([...start, crc8(Buffer.from(start))]), body]);
	const sum = crc16(whole);
	return Buffer.concat([whole, Buffer.from([sum >> 8, sum & 255])]);
}

function blockSamples(code: number, after: Uint8Array): number {
	const [high = 0, low = 0] = after;
	if (code === 1) return 192;
	if (code <= 5) return 144 << code;
	if (code === 6) return high + 1;
	return code === 7 ? high * 256 + low + 1 : 1 << code;
}

/** How many bytes a number has whose first byte this is; 0 when it is none. */
function codedNumberBytes(first: number): number {
	const ones = Math.clz32(~first << 24);
	return ones === 0 ? 1 : ones > 1 && ones < 8 ? ones : 0;
}

/** Numbers of up to 36 bits are written as UTF-8 writes those of 31 (RFC 9639, 9.1.5). */
function decodeNumber([first = 0, ...others]: Uint8Array): number {
	if (others.length === 0) return first;
	const top = first & (0x3f >> others.length);
	return others.reduce((sum, byte) => sum * 64 + (byte & 0x3f), top);
}

function encodeNumber(number: number): number[] {
	if (number < 0x80) return [number];
	let count = 1;
	while (number >= 2 ** (5 * count + 6)) count++;
	const digit = (at: number) => Math.floor(number / 64 ** at);
	const tail = Array.from({ length: count }, (_, at) => 0x80 | (digit(count - 1 - at) % 64));
	return [((0xff00 >> (count + 1)) & 0xff) | digit(count), ...tail];
}
