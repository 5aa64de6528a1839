import { tableChecksum } from './checksum';

/** Positions in Opus are always counted at this rate (RFC 7845, 4). */
export const OPUS_RATE = 48_000;

const SERIAL = 1;
const checksum = tableChecksum(32, 0x04c1_1db7);

export interface PageFacts {
	/** 1 continued, 2 first, 4 last. */
	flags: number;
	/** The position in samples at the end of the page. */
	granule: number;
	sequence: number;
}

/** A page of Ogg with whole packets (RFC 3533, 6). */
export function oggPage(
	packets: readonly Uint8Array[],
	{ flags, granule, sequence }: PageFacts,
): Buffer {
	const lengths = packets.flatMap(({ length }) => [
		...Array.from({ length: Math.floor(length / 255) }, () => 255),
		length % 255,
	]);
	const head = Buffer.alloc(27);
	head.write('OggS', 0, 'latin1');
	head.writeUInt8(flags, 5);
	head.writeBigUInt64LE(BigInt(granule), 6);
	head.writeUInt32LE(SERIAL, 14);
	head.writeUInt32LE(sequence, 18);
	head.writeUInt8(lengths.length, 26);
	const page = Buffer.concat([head, Buffer.from(lengths), ...packets]);
	page.writeUInt32LE(checksum(page), 22);
	return page;
}

/** How many samples an Opus packet plays, by its first bytes (RFC 6716, 3.1 and 3.2.5). */
export function opusSamples(packet: Uint8Array): number {
	const [first, second = 0] = packet;
	if (first === undefined) return 0;
	const config = first >> 3;
	const step = config & 3;
	const frame =
		config < 12 ? [480, 960, 1920, 2880][step] : config < 16 ? [480, 960][step & 1] : 120 << step;
	const count = [1, 2, 2, second & 63][first & 3] ?? 1;
	return (frame ?? 0) * count;
}
