import { checksum, FIRST, LAST, LENGTHS_PER_PAGE, PAGE_HEAD, START } from './oggPage';
import type { Total, Writer } from './recording';

const SERIAL = 1;
const PACKETS_PER_PAGE = 50;

/** Puts packets on the pages of a new Ogg stream, with numbers and positions of its own (RFC 3533, 6). */
export class OggPages {
	private sequence = 0;
	private granule = 0;
	private lengths = 0;
	private waiting: Uint8Array[] = [];

	/** A page of packets that hold no sound. */
	header(...packets: Uint8Array[]): Buffer {
		return this.page(packets, this.sequence === 0 ? FIRST : 0);
	}

	/** Takes a packet that plays so many samples; returns the page before it when that is full. */
	add(packet: Uint8Array, samples: number): Buffer[] {
		const own = lengthBytes(packet);
		const isFull =
			this.lengths + own > LENGTHS_PER_PAGE || this.waiting.length === PACKETS_PER_PAGE;
		const full = isFull && this.waiting.length > 0 ? [this.flush(0)] : [];
		this.waiting.push(packet);
		this.lengths += own;
		this.granule += samples;
		return full;
	}

	/** The last page; `surplus` samples at its end are not played. */
	end(surplus = 0): Buffer {
		this.granule = Math.max(0, this.granule - surplus);
		return this.flush(LAST);
	}

	private flush(flags: number): Buffer {
		const packets = this.waiting;
		this.waiting = [];
		this.lengths = 0;
		return this.page(packets, flags);
	}

	private page(packets: readonly Uint8Array[], flags: number): Buffer {
		const lengths = Buffer.concat(
			packets.map((packet) => {
				const own = Buffer.alloc(lengthBytes(packet), 255);
				own.writeUInt8(packet.length % 255, own.length - 1);
				return own;
			}),
		);
		const head = Buffer.alloc(PAGE_HEAD);
		head.set(START);
		head.writeUInt8(flags, 5);
		head.writeBigUInt64LE(BigInt(this.granule), 6);
		head.writeUInt32LE(SERIAL, 14);
		head.writeUInt32LE(this.sequence++, 18);
		head.writeUInt8(lengths.length, 26);
		const page = Buffer.concat([head, lengths, ...packets]);
		page.writeUInt32LE(checksum(page), 22);
		return page;
	}
}

function lengthBytes({ length }: Uint8Array): number {
	return Math.floor(length / 255) + 1;
}

/** Writes packets after these headers; the first has a page of its own. */
export function oggWriter(headers: Uint8Array[], { surplus }: Total): Writer {
	const pages = new OggPages();
	const [first = new Uint8Array(), ...others] = headers;
	return {
		head: [pages.header(first), pages.header(...others)],
		add: ({ bytes, samples }) => pages.add(bytes, samples),
		end: () => [pages.end(surplus)],
	};
}
