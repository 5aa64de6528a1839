import { Bits } from './bits';
import type { Colour, Size } from './colour';

const SIMPLE_CODE = 1;

/** A lossless picture of one colour: each code has one symbol, so that a pixel takes no bit (RFC 9649, 3). */
export function toWebp({ width, height }: Size, { red, green, blue }: Colour): Buffer {
	const bits = new Bits().low(width - 1, 14).low(height - 1, 14);
	const noAlpha = 0;
	const version = 0;
	bits.low(noAlpha, 1).low(version, 3);
	const noTransform = 0;
	const noColourCache = 0;
	const onePrefixGroup = 0;
	bits.low(noTransform, 1).low(noColourCache, 1).low(onePrefixGroup, 1);
	const opaque = 0xff;
	for (const symbol of [green, red, blue, opaque]) {
		const oneSymbol = 0;
		const eightBits = 1;
		bits.low(SIMPLE_CODE, 1).low(oneSymbol, 1).low(eightBits, 1).low(symbol, 8);
	}
	const distances = new Bits().low(SIMPLE_CODE, 1).low(0, 1).low(0, 1).low(0, 1);
	bits.low(distances.bytes('lsb')[0] ?? 0, distances.length);
	const stream = Buffer.concat([Buffer.from([0x2f]), bits.bytes('lsb')]);
	const padded = stream.length % 2 ? Buffer.concat([stream, Buffer.alloc(1)]) : stream;
	const head = Buffer.alloc(20);
	head.write('RIFF', 0);
	head.writeUInt32LE(12 + padded.length, 4);
	head.write('WEBPVP8L', 8);
	head.writeUInt32LE(stream.length, 16);
	return Buffer.concat([head, padded]);
}
