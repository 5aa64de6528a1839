import { zlibSync } from 'fflate/browser';

// The only module of the chart that imports a library, and by name: the build puts what is used of it into this file alone.
// (Imported when called, it would come whole, with the timers that n8n's lint forbids. fast-png, an ES module, cannot come otherwise.)

/** Red, green and blue of each pixel, row by row. */
interface Picture {
	width: number;
	height: number;
	pixels: Buffer;
}

const PNG_SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

function crcTable(): Uint32Array {
	return Uint32Array.from({ length: 256 }, (_, byte) => {
		let remainder = byte;
		for (let bit = 0; bit < 8; bit++)
			remainder = remainder & 1 ? 0xedb88320 ^ (remainder >>> 1) : remainder >>> 1;
		return remainder;
	});
}

function crc32(bytes: Uint8Array): number {
	const table = crcTable();
	let crc = 0xffffffff;
	for (const byte of bytes) crc = (table[(crc ^ byte) & 0xff] ?? 0) ^ (crc >>> 8);
	return (crc ^ 0xffffffff) >>> 0;
}

function uint32(value: number): Buffer {
	const bytes = Buffer.alloc(4);
	bytes.writeUInt32BE(value);
	return bytes;
}

function pngChunk(type: string, data: Uint8Array): Buffer {
	const typeAndData = Buffer.concat([Buffer.from(type, 'latin1'), data]);
	return Buffer.concat([uint32(data.length), typeAndData, uint32(crc32(typeAndData))]);
}

/** The rows, each after the number of its filter: none, which suits large areas of one colour. */
function rowsWithFilter({ height, pixels }: Picture): Uint8Array {
	const rowLength = pixels.length / height;
	const out = new Uint8Array((rowLength + 1) * height);
	for (let row = 0; row < height; row++) {
		out.set(pixels.subarray(row * rowLength, (row + 1) * rowLength), row * (rowLength + 1) + 1);
	}
	return out;
}

/** A picture as a PNG file without transparency; the same bytes for the same pixels (PNG, third edition). */
export function pngOf(picture: Picture): Buffer {
	const form = Buffer.from([8, 2, 0, 0, 0]);
	return Buffer.concat([
		PNG_SIGNATURE,
		pngChunk('IHDR', Buffer.concat([uint32(picture.width), uint32(picture.height), form])),
		pngChunk('IDAT', zlibSync(rowsWithFilter(picture), { level: 6 })),
		pngChunk('IEND', new Uint8Array()),
	]);
}
