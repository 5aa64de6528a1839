import { Bits } from './bits';
import type { Colour, Size } from './colour';

/** Every quantisation step; with 8 the first coefficient of a flat block is its level itself. */
const STEP = 8;
const BITS_PER_FLAT_BLOCK = 2;
/** Code of each size of a first coefficient: size 0 takes one bit, sizes 1 to 8 take five. */
const SIZE_CODES = { counts: [1, 0, 0, 0, 8], symbols: [0, 1, 2, 3, 4, 5, 6, 7, 8] };
/** The only other code says that a block ends. */
const END_CODES = { counts: [1], symbols: [0] };

/** A baseline JPEG of one colour, three components, no subsampling (ITU-T T.81). */
export function toJpeg({ width, height }: Size, colour: Colour): Buffer {
	const frame = Buffer.alloc(6);
	frame.writeUInt8(8, 0);
	frame.writeUInt16BE(height, 1);
	frame.writeUInt16BE(width, 3);
	frame.writeUInt8(3, 5);
	const parts = [1, 2, 3].flatMap((id) => [id, 0x11, 0]);
	const scan = [3, ...[1, 2, 3].flatMap((id) => [id, 0]), 0, 63, 0];
	return Buffer.concat([
		Buffer.from([0xff, 0xd8]),
		segment(0xe0, Buffer.from('4a46494600010100000100010000', 'hex')),
		segment(0xdb, Buffer.from([0, ...Array.from({ length: 64 }, () => STEP)])),
		segment(0xc0, Buffer.concat([frame, Buffer.from(parts)])),
		segment(0xc4, codes(0x00, SIZE_CODES)),
		segment(0xc4, codes(0x10, END_CODES)),
		segment(0xda, Buffer.from(scan)),
		pixels(Math.ceil(width / 8) * Math.ceil(height / 8), colour),
		Buffer.from([0xff, 0xd9]),
	]);
}

/** The first block of each component has its level; all others differ from it by nothing: zero bits. */
function pixels(blocks: number, colour: Colour): Buffer {
	const first = new Bits();
	for (const level of levelsOf(colour)) {
		const size = level === 0 ? 0 : 32 - Math.clz32(Math.abs(level));
		if (size === 0) first.high(0, 1);
		else first.high(0b10000 + size - 1, 5).high(level > 0 ? level : level + 2 ** size - 1, size);
		first.high(0, 1);
	}
	const rest = (blocks - 1) * 3 * BITS_PER_FLAT_BLOCK;
	const tail = Math.max(0, rest - ((8 - (first.length % 8)) % 8));
	const padding = (8 - ((first.length + rest) % 8)) % 8;
	const zeros = Buffer.alloc(Math.ceil(tail / 8));
	const last = 2 ** padding - 1;
	if (zeros.length) zeros[zeros.length - 1] = last;
	else first.high(last, padding);
	const start = [...first.bytes('msb')].flatMap((byte) => (byte === 0xff ? [byte, 0] : [byte]));
	return Buffer.concat([Buffer.from(start), zeros]);
}

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
