import type { Size } from './colour';
import { toJpeg } from './jpeg';
import type { Raster } from './raster';

const FRAMES_PER_SECOND = 24;
const UNITY = [0x10000, 0, 0, 0, 0x10000, 0, 0, 0, 0x40000000];

/** A film of one still: every sample of the track is the same JPEG, stored once (ISO/IEC 14496-12). */
export function toMp4(still: Raster, seconds: number): Buffer {
	const picture = toJpeg(still);
	const frames = Math.max(1, Math.round(seconds * FRAMES_PER_SECOND));
	const type = box('ftyp', Buffer.from('isom'), words(0x200), Buffer.from('isommp41'));
	const data = box('mdat', picture);
	const start = type.length + 8;
	return Buffer.concat([type, data, movie(still, frames, picture.length, start)]);
}

function movie(size: Size, frames: number, bytes: number, start: number): Buffer {
	const header = words(0, 0, 0, FRAMES_PER_SECOND, frames, 0x10000, 0x1000000, 0, 0, ...UNITY);
	const mvhd = box('mvhd', header, Buffer.alloc(24), words(2));
	const place = words(
		7,
		0,
		0,
		1,
		0,
		frames,
		0,
		0,
		0,
		0,
		...UNITY,
		size.width << 16,
		size.height << 16,
	);
	const mdhd = box('mdhd', words(0, 0, 0, FRAMES_PER_SECOND, frames, 0x55c40000));
	const hdlr = box('hdlr', words(0, 0), Buffer.from('vide'), Buffer.alloc(13));
	const dinf = box('dinf', box('dref', words(0, 1), box('url ', words(1))));
	const samples = box(
		'stbl',
		box('stsd', words(0, 1), entry(size)),
		box('stts', words(0, 1, frames, 1)),
		box('stsc', words(0, 1, 1, 1, 1)),
		box('stsz', words(0, bytes, frames)),
		box('stco', words(0, frames, ...Array.from({ length: frames }, () => start))),
	);
	const minf = box('minf', box('vmhd', words(1, 0, 0)), dinf, samples);
	return box('moov', mvhd, box('trak', box('tkhd', place), box('mdia', mdhd, hdlr, minf)));
}

/** How a sample is coded: JPEG at 72 dots per inch, 24 bits deep. */
function entry({ width, height }: Size): Buffer {
	const fields = Buffer.alloc(78);
	fields.writeUInt16BE(1, 6);
	fields.writeUInt16BE(width, 24);
	fields.writeUInt16BE(height, 26);
	fields.writeUInt32BE(72 << 16, 28);
	fields.writeUInt32BE(72 << 16, 32);
	fields.writeUInt16BE(1, 40);
	fields.writeUInt16BE(24, 74);
	fields.writeInt16BE(-1, 76);
	return box('jpeg', fields);
}

function box(type: string, ...parts: Buffer[]): Buffer {
	const body = Buffer.concat(parts);
	return Buffer.concat([words(body.length + 8), Buffer.from(type, 'latin1'), body]);
}

function words(...values: number[]): Buffer {
	const bytes = Buffer.alloc(values.length * 4);
	for (const [index, value] of values.entries()) bytes.writeUInt32BE(value >>> 0, index * 4);
	return bytes;
}
