import { createChecksum } from './checksum';
import type { FileTotal, UnitWriter } from './recording';

/** Bytes of the head of a page before the lengths of its parts. */
export const PAGE_HEAD_BYTES = 27;
export const PAGE_START = Buffer.from('OggS');
export const FIRST_PAGE_FLAG = 2;
export const LAST_PAGE_FLAG = 4;

export const pageChecksum = createChecksum(32, 0x04c1_1db7);

/** A page lists as many lengths, of at most 255 bytes each. */
const MAX_LENGTHS_PER_PAGE = 255;

/** The most bytes that a packet may have to fit on one page. */
export const MAX_PACKET_BYTES_ON_PAGE = MAX_LENGTHS_PER_PAGE * 255 - 1;

const STREAM_SERIAL = 1;
const MAX_PACKETS_PER_PAGE = 50;

/** Puts packets on the pages of a new Ogg stream, with numbers and positions of its own (RFC 3533, 6). */
export class OggPageWriter {
	private pageNumber = 0;
	private granulePosition = 0;
	private pendingLengthBytes = 0;
	private pendingPackets: Uint8Array[] = [];

	headerPage(...packets: Uint8Array[]): Buffer {
		return this.pageOf(packets, this.pageNumber === 0 ? FIRST_PAGE_FLAG : 0);
	}

	/** Takes a packet that plays so many samples; returns the page before it when that is full. */
	addPacket(packet: Uint8Array, samples: number): Buffer[] {
		const own = lengthByteCount(packet);
		const isFull =
			this.pendingLengthBytes + own > MAX_LENGTHS_PER_PAGE ||
			this.pendingPackets.length === MAX_PACKETS_PER_PAGE;
		const full = isFull && this.pendingPackets.length > 0 ? [this.pendingPage(0)] : [];
		this.pendingPackets.push(packet);
		this.pendingLengthBytes += own;
		this.granulePosition += samples;
		return full;
	}

	/** The last page; `surplus` samples at its end are not played. */
	lastPage(surplus = 0): Buffer {
		this.granulePosition = Math.max(0, this.granulePosition - surplus);
		return this.pendingPage(LAST_PAGE_FLAG);
	}

	private pendingPage(flags: number): Buffer {
		const packets = this.pendingPackets;
		this.pendingPackets = [];
		this.pendingLengthBytes = 0;
		return this.pageOf(packets, flags);
	}

	private pageOf(packets: readonly Uint8Array[], flags: number): Buffer {
		const lengths = Buffer.concat(
			packets.map((packet) => {
				const own = Buffer.alloc(lengthByteCount(packet), 255);
				own.writeUInt8(packet.length % 255, own.length - 1);
				return own;
			}),
		);
		const head = Buffer.alloc(PAGE_HEAD_BYTES);
		head.set(PAGE_START);
		head.writeUInt8(flags, 5);
		head.writeBigUInt64LE(BigInt(this.granulePosition), 6);
		head.writeUInt32LE(STREAM_SERIAL, 14);
		head.writeUInt32LE(this.pageNumber++, 18);
		head.writeUInt8(lengths.length, 26);
		const page = Buffer.concat([head, lengths, ...packets]);
		page.writeUInt32LE(pageChecksum(page), 22);
		return page;
	}
}

function lengthByteCount({ length }: Uint8Array): number {
	return Math.floor(length / 255) + 1;
}

/** Writes packets after these headers; the first has a page of its own. */
export function oggWriter(headers: Uint8Array[], { surplus }: FileTotal): UnitWriter {
	const pages = new OggPageWriter();
	const [first = new Uint8Array(), ...others] = headers;
	return {
		head: [pages.headerPage(first), pages.headerPage(...others)],
		add: ({ bytes, samples }) => pages.addPacket(bytes, samples),
		end: () => [pages.lastPage(surplus)],
	};
}
