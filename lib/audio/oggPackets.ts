import type { ByteReader } from './byteReader';
import { Unreadable } from './unreadable';

const PAGE_HEAD = 27;
const CONTINUED = 1;
const FIRST = 2;
const LONGEST_PACKET = 2_000_000;
/** Of a page on which no packet ends. */
const NO_POSITION = -1n;

export interface OggPacket {
	bytes: Buffer;
	/** The position in samples that its page ends at, for the last packet of a page. */
	position?: number;
}

/** The packets of an Ogg file with one stream, put together where they continue on the next page (RFC 3533). Throws an Unreadable. */
export async function* oggPackets(reader: ByteReader): AsyncGenerator<OggPacket> {
	let serial: number | undefined;
	let open: Buffer[] = [];
	for (;;) {
		const head = await reader.take(PAGE_HEAD);
		if (head.length < PAGE_HEAD) return;
		if (head.toString('latin1', 0, 4) !== 'OggS') {
			throw new Unreadable(`holds something other than pages at ${reader.position} bytes`);
		}
		const [flags, own] = [head[5] ?? 0, head.readUInt32LE(14)];
		const lengths = Buffer.from(await reader.take(head[26] ?? 0));
		const body = await reader.take(lengths.reduce((sum, length) => sum + length, 0));
		serial ??= own;
		if (own !== serial) {
			if ((flags & FIRST) !== 0) throw new Unreadable('holds several streams');
			continue;
		}
		if ((flags & CONTINUED) === 0) open = [];
		const lastEnd = lengths.findLastIndex((length) => length < 255);
		let at = 0;
		for (const [index, length] of lengths.entries()) {
			open.push(body.subarray(at, at + length));
			at += length;
			if (length === 255) {
				if (open.length * 255 > LONGEST_PACKET) throw new Unreadable('has packets without an end');
				continue;
			}
			const bytes = Buffer.concat(open);
			open = [];
			yield { bytes, ...(index === lastEnd ? positionOf(head) : {}) };
		}
	}
}

function positionOf(head: Buffer): { position?: number } {
	const position = head.readBigInt64LE(6);
	return position === NO_POSITION ? {} : { position: Number(position) };
}

/** The next packet, which a header is in. Throws an Unreadable at the end of the file. */
export async function nextPacket(packets: AsyncGenerator<OggPacket>): Promise<Buffer> {
	const next = await packets.next();
	if (next.done === true) throw new Unreadable('has no sound');
	return Buffer.from(next.value.bytes);
}
