import { crc32, deflateSync } from 'node:zlib';
import type { Colour, Size } from './colour';

const SIGNATURE = Buffer.from('89504e470d0a1a0a', 'hex');
const PALETTE_COLOURS = 3;

/** A picture of one colour; with `cutOut` its right half is transparent. One bit a pixel (PNG, 11.2). */
export function toPng({ width, height }: Size, colour: Colour, cutOut = false): Buffer {
	const header = Buffer.alloc(13);
	header.writeUInt32BE(width, 0);
	header.writeUInt32BE(height, 4);
	header.writeUInt8(1, 8);
	header.writeUInt8(PALETTE_COLOURS, 9);
	const row = Buffer.alloc(1 + Math.ceil(width / 8));
	if (cutOut) row.fill(0xff, 1 + (row.length >> 1));
	const rows = Buffer.alloc(row.length * height);
	for (let start = 0; start < rows.length; start += row.length) row.copy(rows, start);
	const { red, green, blue } = colour;
	return Buffer.concat([
		SIGNATURE,
		chunk('IHDR', header),
		chunk('PLTE', Buffer.from([red, green, blue, 0, 0, 0])),
		...(cutOut ? [chunk('tRNS', Buffer.from([0xff, 0]))] : []),
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
