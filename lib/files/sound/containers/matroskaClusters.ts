import { ByteReader } from './byteReader';
import {
	ANYWHERE,
	contentOf,
	elementAt,
	ID,
	IN_CLUSTER,
	LEVEL_1,
	resized,
	type ElementHead,
} from './matroskaElements';
import { SeveralFiles, Unreadable } from './recording';
import { tagAt } from './tags';

/** The part of a cluster that is not damaged. */
export interface Cluster {
	/** Its header, with the size of that part. */
	head: Buffer;
	/** Where its content lies in the file. */
	from: number;
	until: number;
	/** Whether something before it cannot be read. */
	isAfterDamage: boolean;
}

/** What a Matroska file holds, by its structure. */
export interface MatroskaStructure {
	/** What is before the first cluster, without pointers to what is after the last one. */
	head: Buffer;
	clusters: Cluster[];
	/** Whether something after the last cluster, or at its end, cannot be read. */
	endsDamaged: boolean;
	/** In seconds, where the file says it. */
	duration?: number;
}

const LARGEST_HEADER = 16_000_000;
/** A picture of a film has less. */
const LARGEST_BLOCK = 64_000_000;
const SEARCHED = 65_536;
const DOC_TYPE = /\x42\x82[^]{1,8}(webm|matroska)/;

/** Reads a file to its end, from where the reader is. Throws an Unreadable for several files in one, and where there is no sound or picture. */
export async function matroskaStructure(reader: ByteReader): Promise<MatroskaStructure> {
	return await new StructureWalk(reader).all();
}

class StructureWalk {
	private readonly clusters: Cluster[] = [];

	private readonly headers = new Map<number, Buffer>();

	/** Whether something since the last cluster cannot be read. */
	private isDamaged = false;

	/** Whether there were zeros since then, which are damage if a cluster follows. */
	private isFilled = false;

	private end = Infinity;

	constructor(private readonly reader: ByteReader) {}

	async all(): Promise<MatroskaStructure> {
		const { reader } = this;
		for (let ahead = await reader.peek(1); ahead.length > 0; ahead = await reader.peek(1)) {
			const head = await elementAt(reader);
			const isKnown = head !== undefined && (LEVEL_1.has(head.id) || ANYWHERE.has(head.id));
			if (head?.id === ID.ebml || head?.id === ID.segment) await this.start(head);
			else if (head?.id === ID.cluster) await this.cluster(head);
			else if (isKnown && head.size !== undefined) await this.element(head, head.size);
			else await this.stray();
		}
		const own = [ID.ebml, ID.segment, ID.info, ID.tracks].map((id) => this.headers.get(id));
		if (own.includes(undefined)) throw new Unreadable('does not say what it holds');
		const head = Buffer.concat(own.flatMap((part) => part ?? []));
		const duration = await durationIn(this.headers.get(ID.info));
		return { head, clusters: this.clusters, endsDamaged: this.isDamaged, duration };
	}

	/** The header of the file, and that of all that follows. */
	private async start(head: ElementHead): Promise<void> {
		const { reader } = this;
		if (this.headers.has(head.id)) throw new SeveralFiles('WebM or Matroska');
		if (head.id === ID.ebml) return await this.element(head, head.size ?? 0);
		this.headers.set(head.id, resized(head));
		await reader.skip(head.bytes.length);
		this.end = reader.position + (head.size ?? Infinity);
	}

	private async element(head: ElementHead, size: number): Promise<void> {
		const { reader } = this;
		const end = reader.position + head.bytes.length + size;
		const isHeader = [ID.ebml, ID.info, ID.tracks].includes(head.id);
		if (isHeader && size <= LARGEST_HEADER) {
			const bytes = Buffer.from(await reader.take(head.bytes.length + size));
			if (!this.headers.has(head.id)) this.headers.set(head.id, bytes);
		} else await reader.skip(head.bytes.length + size);
		// Sound can be behind a size that is too large.
		if (reader.position < end) this.isDamaged = true;
	}

	/** Its blocks, up to its end, to the next element that is none, or to what cannot be read. */
	private async cluster(head: ElementHead): Promise<void> {
		const { reader } = this;
		await reader.skip(head.bytes.length);
		const from = reader.position;
		const end = head.size === undefined ? undefined : from + head.size;
		const isAfterDamage = this.isDamaged || this.isFilled;
		[this.isDamaged, this.isFilled] = [false, false];
		let [isTimed, until] = [false, from];
		while (end === undefined || reader.position < end) {
			const block = await elementAt(reader);
			if (block !== undefined && (LEVEL_1.has(block.id) || block.id === ID.ebml)) break;
			const isOver = (await reader.peek(1)).length === 0 || (await tagAt(reader)) !== undefined;
			if (isOver && end === undefined) break;
			const { id, size = Infinity } = block ?? { id: 0 };
			const next = reader.position + (block?.bytes.length ?? 0) + size;
			this.isDamaged = !IN_CLUSTER.has(id) || size > LARGEST_BLOCK || next > (end ?? Infinity);
			if (!this.isDamaged) await reader.skip(next - reader.position);
			this.isDamaged ||= reader.position < next;
			if (this.isDamaged) break;
			isTimed ||= id === ID.timestamp;
			until = next;
		}
		const size = head.size === undefined ? undefined : until - from;
		const cluster = { head: resized(head, size), from, until, isAfterDamage };
		if (isTimed) this.clusters.push(cluster);
		else this.isDamaged = true;
	}

	/** What is no element, up to the next cluster or the next file. */
	private async stray(): Promise<void> {
		const { reader } = this;
		const tag = await tagAt(reader);
		if (tag !== undefined) return await reader.skip(tag.bytes);
		const bytes = await reader.peek(SEARCHED);
		const isZero = bytes.every((byte) => byte === 0);
		const next = [ID.cluster, ID.ebml]
			.map((id) => bytes.indexOf(idBytes(id), 1))
			.filter((at) => at > 0 && (bytes.readUInt32BE(at) === ID.cluster || isDocument(bytes, at)));
		const at = next.length > 0 ? Math.min(...next) : Math.max(1, bytes.length - 64);
		// What follows the end of the file is of no account, unless it is another one.
		if (isZero) this.isFilled = true;
		else if (reader.position < this.end) this.isDamaged = true;
		await reader.skip(at);
	}
}

function idBytes(id: number): Buffer {
	const bytes = Buffer.alloc(4);
	bytes.writeUInt32BE(id);
	return bytes;
}

function isDocument(bytes: Buffer, at: number): boolean {
	return DOC_TYPE.test(bytes.toString('latin1', at, at + 64));
}

/** Of the element Info (RFC 9559, 5.1.2). */
async function durationIn(info: Buffer | undefined): Promise<number | undefined> {
	const inside = async (id: number) => {
		const reader = new ByteReader([info ?? Buffer.alloc(0)]);
		await reader.skip((await elementAt(reader))?.bytes.length ?? 0);
		return await contentOf(reader, id);
	};
	const [duration, scale] = [await inside(ID.duration), await inside(ID.timestampScale)];
	if (duration?.length !== 4 && duration?.length !== 8) return undefined;
	const ticks = duration.length === 4 ? duration.readFloatBE() : duration.readDoubleBE();
	const nanoseconds = scale === undefined ? 1e6 : scale.reduce((sum, byte) => sum * 256 + byte, 0);
	return ticks > 0 ? (ticks * nanoseconds) / 1e9 : undefined;
}
