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
				return checksum(head, 8) === 0 && checksum(whole, 16) === 0;
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

const CHECKSUMS = { 8: stepsOf(8, 0x07), 16: stepsOf(16, 0x8005) };

/** 0 over bytes that end with their own checksum. */
function checksum(bytes: Buffer, width: 8 | 16): number {
	const steps = CHECKSUMS[width];
	const [shift, mask] = [width - 8, 2 ** width - 1];
	let sum = 0;
	for (let at = 0; at < bytes.length; at++) {
		const byte = (sum >> shift) ^ (bytes[at] ?? 0);
		sum = ((sum << 8) & mask) ^ (steps[byte] ?? 0);
	}
	return sum;
}

/** What each byte does to a checksum, bit by bit. */
function stepsOf(width: 8 | 16, polynomial: number): Uint16Array {
	const [top, mask] = [2 ** (width - 1), 2 ** width - 1];
	return Uint16Array.from({ length: 256 }, (_, byte) => {
		let sum = byte << (width - 8);
		for (let bit = 0; bit < 8; bit++) sum = (sum & top ? (sum << 1) ^ polynomial : sum << 1) & mask;
		return sum;
	});
}
