import { createHash } from 'node:crypto';
import { type Tone, toPcm } from './tone';

const BLOCK = 4096;

/** Uncompressed FLAC: 16-bit mono, one verbatim subframe per block (RFC 9639). */
export function toFlac(tone: Tone): Buffer {
	const sound = toPcm(tone).swap16();
	const blocks: Buffer[] = [];
	for (let start = 0; start < sound.length; start += BLOCK * 2) {
		blocks.push(frame(sound.subarray(start, start + BLOCK * 2), blocks.length));
	}
	return Buffer.concat([Buffer.from('fLaC'), streamInfo(tone), ...blocks]);
}

function streamInfo(tone: Tone): Buffer {
	const info = Buffer.alloc(38);
	info.writeUInt8(0x80, 0);
	info.writeUIntBE(34, 1, 3);
	info.writeUInt16BE(BLOCK, 4);
	info.writeUInt16BE(BLOCK, 6);
	const mono = 0n;
	const depth = 15n;
	const total = BigInt(tone.samples.length);
	const facts = (BigInt(tone.sampleRate) << 44n) | (mono << 41n) | (depth << 36n) | total;
	info.writeBigUInt64BE(facts, 14);
	createHash('md5').update(toPcm(tone)).digest().copy(info, 22);
	return info;
}

function frame(sound: Buffer, index: number): Buffer {
	const number = utf8Number(index);
	const blockSizeAfterHeader = 7;
	const head = Buffer.from([0xff, 0xf8, blockSizeAfterHeader << 4, 0x08, ...number, 0, 0, 0]);
	head.writeUInt16BE(sound.length / 2 - 1, head.length - 3);
	head.writeUInt8(checksum(head.subarray(0, -1), 8, 0x07), head.length - 1);
	const covered = Buffer.concat([head, Buffer.of(0x02), sound]);
	const end = Buffer.alloc(2);
	end.writeUInt16BE(checksum(covered, 16, 0x8005), 0);
	return Buffer.concat([covered, end]);
}

/** Frame numbers are written like UTF-8 code points. */
function utf8Number(value: number): number[] {
	if (value < 0x80) return [value];
	if (value < 0x800) return [0xc0 | (value >> 6), 0x80 | (value & 0x3f)];
	return [0xe0 | (value >> 12), 0x80 | ((value >> 6) & 0x3f), 0x80 | (value & 0x3f)];
}

/** The checksum that ends the head of a frame (8 bits, polynomial 0x07) or the frame (16, 0x8005); 0 over bytes that end with their own. */
export function checksum(bytes: Buffer, width: 8 | 16, polynomial: number): number {
	const mask = (1 << width) - 1;
	const shift = width - 8;
	const table = tables.get(width) ?? tableOf(width, polynomial);
	tables.set(width, table);
	let sum = 0;
	for (let at = 0; at < bytes.length; at++) {
		sum = ((sum << 8) ^ (table[(sum >> shift) ^ (bytes[at] ?? 0)] ?? 0)) & mask;
	}
	return sum;
}

const tables = new Map<number, Uint16Array>();

/** What each value of a byte does to a checksum. */
function tableOf(width: 8 | 16, polynomial: number): Uint16Array {
	const top = 1 << (width - 1);
	return Uint16Array.from({ length: 256 }, (_, byte) => {
		let sum = byte << (width - 8);
		for (let bit = 0; bit < 8; bit++) sum = sum & top ? (sum << 1) ^ polynomial : sum << 1;
		return sum & ((1 << width) - 1);
	});
}
