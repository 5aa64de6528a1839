import { checksum } from '../../../service/media/flac';

/** A frame of a FLAC file whose samples are not compressed. */
export interface PlainFrame {
	number: number;
	isVariable: boolean;
	/** Whether both of its checksums are right. */
	isIntact: boolean;
	/** Its samples, of two bytes each. */
	sound: Buffer;
}

const HEADER = 42;

/** The frames of a file with one block of metadata and 16-bit mono samples (RFC 9639, 9). */
export function flacFramesOf(file: Buffer): PlainFrame[] {
	const frames: PlainFrame[] = [];
	for (let at = HEADER; at < file.length;) {
		const { number, length } = codedNumber(file.subarray(at + 4, at + 11));
		const sizeAt = at + 4 + length;
		const count = file.readUInt16BE(sizeAt) + 1;
		const start = sizeAt + 4;
		const end = start + count * 2;
		const [head, whole] = [file.subarray(at, sizeAt + 3), file.subarray(at, end + 2)];
		frames.push({
			...{ number, isVariable: (file.readUInt8(at + 1) & 1) === 1 },
			// Looked at by few tests, and slow for a long sound.
			get isIntact() {
				return checksum(head, 8, 0x07) === 0 && checksum(whole, 16, 0x8005) === 0;
			},
			sound: file.subarray(start, end),
		});
		at = end + 2;
	}
	return frames;
}

/** Written as UTF-8 once wrote numbers of up to 31 bits. */
function codedNumber([first = 0, ...rest]: Buffer): { number: number; length: number } {
	const length = first < 0x80 ? 1 : Math.clz32(~first << 24);
	const top = first < 0x80 ? first : first & (0x7f >> length);
	const number = rest.slice(0, length - 1).reduce((sum, byte) => sum * 64 + (byte & 0x3f), top);
	return { number, length };
}
