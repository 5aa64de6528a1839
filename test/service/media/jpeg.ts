import { HighBits } from './bits';
import type { Colour, Size } from './colour';
import { BLOCK, blockOf, STEP } from './jpegBlock';
import type { Raster } from './raster';

/** Code of each size of a first coefficient: size 0 takes one bit, sizes 1 to 8 take five. */
const FIRST_CODES = { counts: [1, 0, 0, 0, 8], symbols: [0, 1, 2, 3, 4, 5, 6, 7, 8] };
/** The end of a block takes one bit; 16 zeros, and a coefficient of 7 bits at most after some zeros, take eight. */
const SIXTEEN_ZEROS = 0xf0;
const OTHERS = Array.from({ length: 16 * 7 }, (_, at) => ((at / 7) << 4) | ((at % 7) + 1));
const OTHER_CODES = {
	counts: [1, 0, 0, 0, 0, 0, 0, OTHERS.length + 1],
	symbols: [0, SIXTEEN_ZEROS, ...OTHERS],
};
const CODE_OF = new Map([SIXTEEN_ZEROS, ...OTHERS].map((symbol, at) => [symbol, 0x80 + at]));

/** A baseline JPEG, three components, no subsampling (ITU-T T.81). */
export function toJpeg(raster: Raster): Buffer {
	const scan = [3, ...[1, 2, 3].flatMap((id) => [id, 0]), 0, 63, 0];
	return Buffer.concat([
		Buffer.from([0xff, 0xd8]),
		segment(0xe0, Buffer.from('4a46494600010100000100010000', 'hex')),
		segment(0xdb, Buffer.from([0, ...Array.from({ length: 64 }, () => STEP)])),
		segment(0xc0, frameOf(raster)),
		segment(0xc4, codes(0x00, FIRST_CODES)),
		segment(0xc4, codes(0x10, OTHER_CODES)),
		segment(0xda, Buffer.from(scan)),
		scanOf(raster),
		Buffer.from([0xff, 0xd9]),
	]);
}

function frameOf({ width, height }: Size): Buffer {
	const frame = Buffer.alloc(6);
	frame.writeUInt8(8, 0);
	frame.writeUInt16BE(height, 1);
	frame.writeUInt16BE(width, 3);
	frame.writeUInt8(3, 5);
	return Buffer.concat([frame, Buffer.from([1, 2, 3].flatMap((id) => [id, 0x11, 0]))]);
}

/** The blocks, component by component; each first coefficient as its difference from the one before. */
function scanOf(raster: Raster): Buffer {
	const bits = new HighBits();
	const levels = raster.palette.map(levelsOf);
	const last = [0, 0, 0];
	for (let top = 0; top < raster.height; top += BLOCK) {
		for (let left = 0; left < raster.width; left += BLOCK) {
			for (const [component, coefficients] of blockOf(raster, levels, left, top).entries()) {
				const [first = 0, ...others] = coefficients;
				putFirst(bits, first - (last[component] ?? 0));
				last[component] = first;
				putOthers(bits, others);
			}
		}
	}
	return bits.toBuffer();
}

function putFirst(bits: HighBits, difference: number): void {
	const size = sizeOf(difference);
	if (size === 0) return bits.put(0, 1);
	bits.put(0b10000 + size - 1, 5);
	putValue(bits, difference, size);
}

/** What comes after the last coefficient that is not zero is left to the end code. */
function putOthers(bits: HighBits, coefficients: readonly number[]): void {
	let zeros = 0;
	for (const value of coefficients) {
		if (value === 0) {
			zeros++;
			continue;
		}
		for (; zeros > 15; zeros -= 16) bits.put(CODE_OF.get(SIXTEEN_ZEROS) ?? 0, 8);
		const size = sizeOf(value);
		bits.put(CODE_OF.get((zeros << 4) | size) ?? 0, 8);
		putValue(bits, value, size);
		zeros = 0;
	}
	if (zeros > 0) bits.put(0, 1);
}

const sizeOf = (value: number) => 32 - Math.clz32(Math.abs(value));

function putValue(bits: HighBits, value: number, size: number): void {
	bits.put(value > 0 ? value : value + 2 ** size - 1, size);
}

/** Lightness and two colour differences, each around zero. */
function levelsOf({ red, green, blue }: Colour): number[] {
	const light = 0.299 * red + 0.587 * green + 0.114 * blue;
	return [light - 128, 0.564 * (blue - light), 0.713 * (red - light)].map(Math.round);
}

function codes(id: number, { counts, symbols }: { counts: number[]; symbols: number[] }): Buffer {
	const lengths = Array.from({ length: 16 }, (_, index) => counts[index] ?? 0);
	return Buffer.from([id, ...lengths, ...symbols]);
}

function segment(marker: number, data: Buffer): Buffer {
	const head = Buffer.from([0xff, marker, 0, 0]);
	head.writeUInt16BE(data.length + 2, 2);
	return Buffer.concat([head, data]);
}
