import { createHash } from 'node:crypto';
import { type Tone, toPcm } from './tone';

const BLOCK = 4096;

/** Uncompressed FLAC: 16-bit mono, one verbatim subframe per block (RFC 9639). */
export function toFlac(tone: Tone): Buffer {
	const { samples } = tone;
	const blocks: Buffer[] = [];
	for (let start = 0; start < samples.length; start += BLOCK) {
		blocks.push(frame(samples.subarray(start, start + BLOCK), blocks.length));
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

function frame(samples: Int16Array, index: number): Buffer {
	const number = utf8Number(index);
	const blockSizeAfterHeader = 7;
	const head = Buffer.from([0xff, 0xf8, blockSizeAfterHeader << 4, 0x08, ...number, 0, 0, 0]);
	head.writeUInt16BE(samples.length - 1, head.length - 3);
	head.writeUInt8(checksum(head.subarray(0, -1), 8, 0x07), head.length - 1);
	const body = Buffer.alloc(1 + samples.length * 2);
	body.writeUInt8(0x02, 0);
	samples.forEach((sample, at) => body.writeInt16BE(sample, 1 + at * 2));
	const covered = Buffer.concat([head, body]);
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

function checksum(bytes: Buffer, width: 8 | 16, polynomial: number): number {
	const mask = (1 << width) - 1;
	const table = tables.get(width) ?? tableOf(width, polynomial);
	tables.set(width, table);
	let sum = 0;
	for (const byte of bytes) sum = ((sum << 8) ^ (table[(sum >> (width - 8)) ^ byte] ?? 0)) & mask;
	return sum;
}

const tables = new Map<number, number[]>();

/** What each value of a byte does to a checksum. */
function tableOf(width: 8 | 16, polynomial: number): number[] {
	const top = 1 << (width - 1);
	return Array.from({ length: 256 }, (_, byte) => {
		let sum = byte << (width - 8);
		for (let bit = 0; bit < 8; bit++) sum = sum & top ? (sum << 1) ^ polynomial : sum << 1;
		return sum & ((1 << width) - 1);
	});
}
