import type { ByteReader } from './byteReader';

/** The IDs that matter (RFC 9559, 5; RFC 8794, 11.2). */
export const ELEMENT_ID = {
	ebml: 0x1a45_dfa3,
	segment: 0x1853_8067,
	info: 0x1549_a966,
	tracks: 0x1654_ae6b,
	cluster: 0x1f43_b675,
	timestamp: 0xe7,
	duration: 0x4489,
	timestampScale: 0x2a_d7b1,
};

/** What may follow a cluster: SeekHead, Cues, Tags, Attachments, Chapters, and those above. */
export const TOP_LEVEL_IDS = new Set([
	...[ELEMENT_ID.info, ELEMENT_ID.tracks, ELEMENT_ID.cluster],
	...[0x114d_9b74, 0x1c53_bb6b, 0x1254_c367, 0x1941_a469, 0x1043_a770],
]);
/** Void and CRC-32, which may be anywhere. */
export const GLOBAL_IDS = new Set([0xec, 0xbf]);
/** SimpleBlock, BlockGroup, Position, PrevSize, SilentTracks, EncryptedBlock. */
export const CLUSTER_CHILD_IDS = new Set([
	ELEMENT_ID.timestamp,
	0xa3,
	0xa0,
	0xa7,
	0xab,
	0x5854,
	0xaf,
	...GLOBAL_IDS,
]);

/** The start of an element: its ID, the bytes of its header, how many of those are its size, and that size; undefined where it is not known. */
export interface ElementHead {
	id: number;
	bytes: Buffer;
	sizeBytes: number;
	size: number | undefined;
}

const MAX_ELEMENT_HEAD_BYTES = 12;

export async function peekElement(reader: ByteReader): Promise<ElementHead | undefined> {
	const head = await reader.peek(MAX_ELEMENT_HEAD_BYTES);
	const idBytes = Math.clz32(head[0] ?? 0) - 23;
	const sizeBytes = Math.clz32(head[idBytes] ?? 0) - 23;
	const length = idBytes + sizeBytes;
	if (idBytes > 4 || sizeBytes > 8 || head.length < length) return undefined;
	const size = decodeSize(head.subarray(idBytes, length));
	return {
		id: head.readUIntBE(0, idBytes),
		bytes: Buffer.from(head.subarray(0, length)),
		sizeBytes,
		size,
	};
}

/** The number in a size, whose first bits say how long it is (RFC 8794, 4.1); undefined where all others are set. */
function decodeSize(bytes: Buffer): number | undefined {
	const [first = 0, ...others] = bytes;
	const marker = 2 ** (8 - bytes.length);
	const value = others.reduce((sum, byte) => sum * 256 + byte, first % marker);
	return value === 2 ** (7 * bytes.length) - 1 ? undefined : value;
}

/** The same start of an element with another size; without one, with a size that is not known. */
export function headWithSize({ bytes, sizeBytes }: ElementHead, size?: number): Buffer {
	const copy = Buffer.from(bytes);
	const marker = 1n << BigInt(7 * sizeBytes);
	const number = marker + (size === undefined ? marker - 1n : BigInt(size));
	for (let index = 0; index < sizeBytes; index++) {
		copy.writeUInt8(Number((number >> BigInt(8 * index)) & 255n), copy.length - 1 - index);
	}
	return copy;
}

/** The content of an element that lies directly in these bytes. */
export async function readContentOf(
	reader: ByteReader,
	wanted: number,
): Promise<Buffer | undefined> {
	for (
		let head = await peekElement(reader);
		head?.size !== undefined;
		head = await peekElement(reader)
	) {
		await reader.skip(head.bytes.length);
		if (head.id === wanted) return await reader.take(head.size);
		await reader.skip(head.size);
	}
	return undefined;
}
