import { crc32, deflateSync } from 'node:zlib';
import type { Raster } from './raster';

const SIGNATURE = Buffer.from('89504e470d0a1a0a', 'hex');
const BITS_PER_PIXEL = 8;
const PALETTE_COLOURS = 3;

/** One byte a pixel, which is its place in the palette (PNG, 11.2). */
export function toPng({ width, height, palette, pixels, clear = 0 }: Raster): Buffer {
	const header = Buffer.alloc(13);
	header.writeUInt32BE(width, 0);
	header.writeUInt32BE(height, 4);
	header.writeUInt8(BITS_PER_PIXEL, 8);
	header.writeUInt8(PALETTE_COLOURS, 9);
	const rows = Buffer.alloc((width + 1) * height);
	for (let row = 0; row < height; row++) {
		rows.set(pixels.subarray(row * width, (row + 1) * width), row * (width + 1) + 1);
	}
	const colours = palette.flatMap(({ red, green, blue }) => [red, green, blue]);
	return Buffer.concat([
		SIGNATURE,
		chunk('IHDR', header),
		chunk('PLTE', Buffer.from(colours)),
		...(clear ? [chunk('tRNS', Buffer.alloc(clear))] : []),
		chunk('IDAT', deflateSync(rows, { level: 1 })),
		chunk('IEND', Buffer.alloc(0)),
	]);
}

function chunk(type: string, data: Buffer): Buffer {
	const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
	const framed = Buffer.alloc(body.length + 8);
	framed.writeUInt32BE(data.length, 0);
	body.copy(framed, 4);
	framed.writeUInt32BE(crc32(body), framed.length - 4);
	return framed;
}
