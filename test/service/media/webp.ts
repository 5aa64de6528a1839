import { LowBits } from './bits';
import type { Colour } from './colour';
import type { Raster } from './raster';

const SIMPLE_CODE = 1;
/** The order in which the lengths of the codes for code lengths are written, as far as 9 (RFC 9649, 3.7.2.1). */
const LENGTH_ORDER = [17, 18, 0, 1, 2, 3, 4, 5, 16, 6, 7, 8, 9];
const LONGEST_RUN = 4096;
const RUN_SYMBOLS = 24;
/** Of 280 symbols so many have a code of 8 bits; the others, among them all runs, take 9. */
const SHORT_CODES = 232;

/** A lossless picture: a pixel in its colour, then how often it is repeated (RFC 9649, 3). */
export function toWebp({ width, height, palette, pixels }: Raster): Buffer {
	const bits = new LowBits().put(width - 1, 14).put(height - 1, 14);
	const noAlpha = 0;
	const version = 0;
	bits.put(noAlpha, 1).put(version, 3);
	const noTransform = 0;
	const noColourCache = 0;
	const onePrefixGroup = 0;
	bits.put(noTransform, 1).put(noColourCache, 1).put(onePrefixGroup, 1);
	putLengths(bits, 256 + RUN_SYMBOLS);
	putLengths(bits, 256);
	putLengths(bits, 256);
	const opaque = 0xff;
	bits.put(SIMPLE_CODE, 1).put(0, 1).put(1, 1).put(opaque, 8);
	const pixelToTheLeft = 1;
	bits.put(SIMPLE_CODE, 1).put(0, 1).put(0, 1).put(pixelToTheLeft, 1);
	const literals = palette.map(codesOf);
	for (let at = 0; at < pixels.length;) {
		const index = pixels[at] ?? 0;
		for (const { code, length } of literals[index] ?? []) bits.putReversed(code, length);
		let end = at + 1;
		while (end < pixels.length && pixels[end] === index) end++;
		for (let left = end - at - 1; left > 0; left -= LONGEST_RUN) putRun(bits, left);
		at = end;
	}
	return riff(Buffer.concat([Buffer.from([0x2f]), bits.toBuffer()]));
}

/** The code lengths of an alphabet; those for its lengths, 8 and 9, take one bit each. */
function putLengths(bits: LowBits, symbols: number): void {
	const notSimple = 0;
	bits.put(notSimple, 1).put(LENGTH_ORDER.length - 4, 4);
	for (const length of LENGTH_ORDER) bits.put(length === 8 || length === 9 ? 1 : 0, 3);
	const allSymbols = 0;
	bits.put(allSymbols, 1);
	const short = symbols > 256 ? SHORT_CODES : symbols;
	for (let symbol = 0; symbol < symbols; symbol++) bits.put(symbol < short ? 0 : 1, 1);
}

const codesOf = ({ green, red, blue }: Colour) => [
	mixedCode(green),
	...[red, blue].map((code) => ({ code, length: 8 })),
];

function mixedCode(symbol: number): { code: number; length: number } {
	if (symbol < SHORT_CODES) return { code: symbol, length: 8 };
	return { code: SHORT_CODES + symbol, length: 9 };
}

/** Repeats the last pixel: a symbol for the magnitude, then the bits below it (RFC 9649, 3.6.2). */
function putRun(bits: LowBits, left: number): void {
	const value = Math.min(left, LONGEST_RUN) - 1;
	const top = value < 4 ? 1 : 31 - Math.clz32(value);
	const extra = top - 1;
	const prefix = value < 4 ? value : 2 * top + ((value >> extra) & 1);
	const { code, length } = mixedCode(256 + prefix);
	bits.putReversed(code, length).put(value & (2 ** extra - 1), extra);
}

function riff(stream: Buffer): Buffer {
	const padded = stream.length % 2 ? Buffer.concat([stream, Buffer.alloc(1)]) : stream;
	const head = Buffer.alloc(20);
	head.write('RIFF', 0);
	head.writeUInt32LE(12 + padded.length, 4);
	head.write('WEBPVP8L', 8);
	head.writeUInt32LE(stream.length, 16);
	return Buffer.concat([head, padded]);
}
