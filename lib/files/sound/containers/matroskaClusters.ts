import { ByteReader } from './byteReader';
import { SeveralRecordingsError, UnreadableSoundError } from './recording';
import { startsRecording } from './nextRecording';
import { peekTag } from './tags';

/** The part of a cluster that is not damaged. */
export interface IntactCluster {
	/** Its header, with the size of that part. */
	head: Buffer;
	/** Where its content lies in the file. */
	from: number;
	until: number;
	/** Whether something before it cannot be read. */
	isAfterDamage: boolean;
}

export interface MatroskaStructure {
	/** What is before the first cluster, without pointers to what is after the last one. */
	head: Buffer;
	clusters: IntactCluster[];
	/** Whether something after the last cluster, or at its end, cannot be read. */
	endsDamaged: boolean;
	/** In seconds, where the file says it. */
	duration?: number;
}

const MAX_HEADER_BYTES = 16_000_000;
/** A picture of a film has less. */
const MAX_BLOCK_BYTES = 64_000_000;
const SEARCH_STEP_BYTES = 65_536;
const DOC_TYPE = /\x42\x82[^]{1,8}(webm|matroska)/;

/** Reads a file to its end, from where the reader is. Throws an UnreadableSoundError for several files in one, and where there is no sound or picture. */
export async function readMatroskaStructure(reader: ByteReader): Promise<MatroskaStructure> {
	return await new StructureWalk(reader).readStructure();
}

class StructureWalk {
	private readonly clusters: IntactCluster[] = [];

	private readonly headerById = new Map<number, Buffer>();

	/** Whether something since the last cluster cannot be read. */
	private isDamaged = false;

	/** Whether there were zeros since then, which are damage if a cluster follows. */
	private hasZerosSinceCluster = false;

	private segmentEnd = Infinity;

	constructor(private readonly reader: ByteReader) {}

	async readStructure(): Promise<MatroskaStructure> {
		const { reader } = this;
		for (let ahead = await reader.peek(1); ahead.length > 0; ahead = await reader.peek(1)) {
			const head = await peekElement(reader);
			const isKnown = head !== undefined && (TOP_LEVEL_IDS.has(head.id) || GLOBAL_IDS.has(head.id));
			if (head?.id === ELEMENT_ID.ebml || head?.id === ELEMENT_ID.segment)
				await this.addFileHeader(head);
			else if (head?.id === ELEMENT_ID.cluster) await this.addCluster(head);
			else if (isKnown && head.size !== undefined) await this.addElement(head, head.size);
			else await this.skipStrayBytes();
		}
		const requiredHeaders = [
			ELEMENT_ID.ebml,
			ELEMENT_ID.segment,
			ELEMENT_ID.info,
			ELEMENT_ID.tracks,
		].map((id) => this.headerById.get(id));
		if (requiredHeaders.includes(undefined))
			throw new UnreadableSoundError('does not say what it holds');
		const head = Buffer.concat(requiredHeaders.flatMap((part) => part ?? []));
		const duration = await readDuration(this.headerById.get(ELEMENT_ID.info));
		return { head, clusters: this.clusters, endsDamaged: this.isDamaged, duration };
	}
	private async addFileHeader(head: ElementHead): Promise<void> {
		const { reader } = this;
		if (this.headerById.has(head.id)) throw new SeveralRecordingsError('WebM or Matroska');
		if (head.id === ELEMENT_ID.ebml) return await this.addElement(head, head.size ?? 0);
		this.headerById.set(head.id, headWithSize(head));
		await reader.skip(head.bytes.length);
		this.segmentEnd = reader.position + (head.size ?? Infinity);
	}

	private async addElement(head: ElementHead, size: number): Promise<void> {
		const { reader } = this;
		const end = reader.position + head.bytes.length + size;
		const isHeader = [ELEMENT_ID.ebml, ELEMENT_ID.info, ELEMENT_ID.tracks].includes(head.id);
		if (isHeader && size <= MAX_HEADER_BYTES) {
			const bytes = Buffer.from(await reader.take(head.bytes.length + size));
			if (!this.headerById.has(head.id)) this.headerById.set(head.id, bytes);
		} else await reader.skip(head.bytes.length + size);
		// Sound can be behind a size that is too large.
		if (reader.position < end) this.isDamaged = true;
	}

	/** Its blocks, up to its end, to the next element that is none, or to what cannot be read. */
	private async addCluster(head: ElementHead): Promise<void> {
		const { reader } = this;
		await reader.skip(head.bytes.length);
		const from = reader.position;
		const end = head.size === undefined ? undefined : from + head.size;
		const isAfterDamage = this.isDamaged || this.hasZerosSinceCluster;
		[this.isDamaged, this.hasZerosSinceCluster] = [false, false];
		let [hasTimestamp, until] = [false, from];
		while (end === undefined || reader.position < end) {
			const block = await peekElement(reader);
			if (block !== undefined && (TOP_LEVEL_IDS.has(block.id) || block.id === ELEMENT_ID.ebml))
				break;
			const isOver = (await reader.peek(1)).length === 0 || (await peekTag(reader)) !== undefined;
			if (isOver && end === undefined) break;
			const { id, size = Infinity } = block ?? { id: 0 };
			const next = reader.position + (block?.bytes.length ?? 0) + size;
			this.isDamaged =
				!CLUSTER_CHILD_IDS.has(id) || size > MAX_BLOCK_BYTES || next > (end ?? Infinity);
			if (!this.isDamaged) await reader.skip(next - reader.position);
			this.isDamaged ||= reader.position < next;
			if (this.isDamaged) break;
			hasTimestamp ||= id === ELEMENT_ID.timestamp;
			until = next;
		}
		const size = head.size === undefined ? undefined : until - from;
		const cluster = { head: headWithSize(head, size), from, until, isAfterDamage };
		if (hasTimestamp) this.clusters.push(cluster);
		else this.isDamaged = true;
	}

	/** What is no element, up to the next cluster or the next file. */
	private async skipStrayBytes(): Promise<void> {
		const { reader } = this;
		const tag = await peekTag(reader);
		if (tag !== undefined) return await reader.skip(tag.bytes);
		if (await startsRecording(reader)) throw new SeveralRecordingsError('sound');
		const bytes = await reader.peek(SEARCH_STEP_BYTES);
		const isZero = bytes.every((byte) => byte === 0);
		const next = [ELEMENT_ID.cluster, ELEMENT_ID.ebml]
			.map((id) => bytes.indexOf(bytesOfId(id), 1))
			.filter(
				(at) =>
					at > 0 && (bytes.readUInt32BE(at) === ELEMENT_ID.cluster || isDocumentStart(bytes, at)),
			);
		const at = next.length > 0 ? Math.min(...next) : Math.max(1, bytes.length - 64);
		// What follows the end of the file is of no account, unless it is another one.
		if (isZero) this.hasZerosSinceCluster = true;
		else if (reader.position < this.segmentEnd) this.isDamaged = true;
		await reader.skip(at);
	}
}

function bytesOfId(id: number): Buffer {
	const bytes = Buffer.alloc(4);
	bytes.writeUInt32BE(id);
	return bytes;
}

function isDocumentStart(bytes: Buffer, at: number): boolean {
	return DOC_TYPE.test(bytes.toString('latin1', at, at + 64));
}

/** Of the element Info (RFC 9559, 5.1.2). */
async function readDuration(info: Buffer | undefined): Promise<number | undefined> {
	const inside = async (id: number) => {
		const reader = new ByteReader([info ?? Buffer.alloc(0)]);
		await reader.skip((await peekElement(reader))?.bytes.length ?? 0);
		return await readContentOf(reader, id);
	};
	const [duration, scale] = [
		await inside(ELEMENT_ID.duration),
		await inside(ELEMENT_ID.timestampScale),
	];
	if (duration?.length !== 4 && duration?.length !== 8) return undefined;
	const ticks = duration.length === 4 ? duration.readFloatBE() : duration.readDoubleBE();
	const nanoseconds = scale === undefined ? 1e6 : scale.reduce((sum, byte) => sum * 256 + byte, 0);
	return ticks > 0 ? (ticks * nanoseconds) / 1e9 : undefined;
}

/** The IDs that matter (RFC 9559, 5; RFC 8794, 11.2). */
const ELEMENT_ID = {
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
const TOP_LEVEL_IDS = new Set([
	...[ELEMENT_ID.info, ELEMENT_ID.tracks, ELEMENT_ID.cluster],
	...[0x114d_9b74, 0x1c53_bb6b, 0x1254_c367, 0x1941_a469, 0x1043_a770],
]);
/** Void and CRC-32, which may be anywhere. */
const GLOBAL_IDS = new Set([0xec, 0xbf]);
/** SimpleBlock, BlockGroup, Position, PrevSize, SilentTracks, EncryptedBlock. */
const CLUSTER_CHILD_IDS = new Set([
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
interface ElementHead {
	id: number;
	bytes: Buffer;
	sizeBytes: number;
	size: number | undefined;
}

const MAX_ELEMENT_HEAD_BYTES = 12;

async function peekElement(reader: ByteReader): Promise<ElementHead | undefined> {
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
function headWithSize({ bytes, sizeBytes }: ElementHead, size?: number): Buffer {
	const copy = Buffer.from(bytes);
	const marker = 1n << BigInt(7 * sizeBytes);
	const number = marker + (size === undefined ? marker - 1n : BigInt(size));
	for (let index = 0; index < sizeBytes; index++) {
		copy.writeUInt8(Number((number >> BigInt(8 * index)) & 255n), copy.length - 1 - index);
	}
	return copy;
}

/** The content of an element that lies directly in these bytes. */
async function readContentOf(reader: ByteReader, wanted: number): Promise<Buffer | undefined> {
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
