import { nextPacket, type OggPacket } from './oggPackets';
import { Unreadable } from './unreadable';

/** The three headers of a Vorbis stream, and what they say of its packets. */
export interface VorbisHeaders {
	packets: [identification: Buffer, comments: Buffer, setup: Buffer];
	rate: number;
	/** How many samples a packet covers, by its first byte; undefined for one that holds no sound. */
	blockOf(packet: Buffer): number | undefined;
}

/** Both long headers fit on one page. */
const LARGEST_HEADER = 30_000;
const NO_COMMENTS = Buffer.from('\x03vorbis\0\0\0\0\0\0\0\0\x01', 'latin1');

/** The headers at the start of a stream (Vorbis I, 4.2). Long comments, such as pictures, are dropped. Throws an Unreadable. */
export async function vorbisHeaders(packets: AsyncGenerator<OggPacket>): Promise<VorbisHeaders> {
	const head = await nextPacket(packets);
	const comments = await nextPacket(packets);
	const setup = await nextPacket(packets);
	const rate = head.length < 30 ? 0 : head.readUInt32LE(12);
	if (rate === 0) throw new Unreadable('does not say its sample rate');
	if (setup.length > LARGEST_HEADER) throw new Unreadable('has headers that are too long');
	const [short, long] = [head.readUInt8(28) & 15, head.readUInt8(28) >> 4].map((log) => 2 ** log);
	const modes = modesOf(setup);
	const mask = 2 ** (32 - Math.clz32(modes.length - 1)) - 1;
	return {
		packets: [head, comments.length > LARGEST_HEADER ? NO_COMMENTS : comments, setup],
		rate,
		blockOf([first]) {
			if (first === undefined || (first & 1) === 1) return undefined;
			return modes[(first >> 1) & mask] === true ? long : short;
		},
	};
}

const MODE_BITS = 41;
const COUNT_BITS = 6;

/**
 * Whether each mode has long blocks. The modes are the last part of the setup, and what is before them is long to read (Vorbis I, 4.2.4):
 * they are read from the end, where a bit that is set follows them.
 */
function modesOf(setup: Buffer): boolean[] {
	let end = setup.length * 8 - 1;
	while (end > 0 && bitAt(setup, end) === 0) end--;
	const found: boolean[] = [];
	let modes: boolean[] | undefined;
	for (let at = end - MODE_BITS; at > COUNT_BITS && isMode(setup, at); at -= MODE_BITS) {
		found.unshift(bitAt(setup, at) === 1);
		if (bitsAt(setup, at - COUNT_BITS, COUNT_BITS) + 1 === found.length) modes = [...found];
	}
	if (modes === undefined) throw new Unreadable('does not say how long its packets are');
	return modes;
}

/** After the size of its blocks, the kinds of window and transform are 0, and one of at most 64 mappings follows. */
function isMode(setup: Buffer, at: number): boolean {
	const kinds = bitsAt(setup, at + 1, 32);
	return kinds === 0 && bitsAt(setup, at + 33, 8) < 64;
}

/** Bits of a number, the lowest first. */
function bitsAt(bytes: Buffer, start: number, count: number): number {
	let value = 0;
	for (let bit = count - 1; bit >= 0; bit--) value = value * 2 + bitAt(bytes, start + bit);
	return value;
}

function bitAt(bytes: Buffer, at: number): number {
	return ((bytes[at >> 3] ?? 0) >> (at & 7)) & 1;
}
