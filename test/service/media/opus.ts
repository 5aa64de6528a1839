/** Silence as Opus in Ogg: mono, packets of 20 ms (RFC 7845, RFC 3533). */
export function silentOpus(seconds: number): Buffer {
	const packets = Math.max(1, Math.ceil(seconds * 50));
	const pages = [page([opusHead()], 0, 0, FIRST), page([opusTags()], 0, 1, 0)];
	for (let done = 0; done < packets;) {
		const count = Math.min(50, packets - done);
		done += count;
		const last = done === packets ? LAST : 0;
		const body = Array.from({ length: count }, () => SILENCE);
		pages.push(page(body, PRE_SKIP + done * SAMPLES_PER_PACKET, pages.length, last));
	}
	return Buffer.concat(pages);
}

const FIRST = 2;
const LAST = 4;
const PRE_SKIP = 312;
const SAMPLES_PER_PACKET = 960;
/** Table of contents: CELT, full band, 20 ms, mono, one frame; then a frame that is all silence. */
const SILENCE = Buffer.from([0xf8, 0xff, 0xfe]);
const STREAM_SERIAL = 1;

function opusHead(): Buffer {
	const head = Buffer.alloc(19);
	head.write('OpusHead', 0);
	head.writeUInt8(1, 8);
	head.writeUInt8(1, 9);
	head.writeUInt16LE(PRE_SKIP, 10);
	head.writeUInt32LE(48_000, 12);
	return head;
}

function opusTags(): Buffer {
	const vendor = Buffer.from('local');
	const tags = Buffer.alloc(16 + vendor.length);
	tags.write('OpusTags', 0);
	tags.writeUInt32LE(vendor.length, 8);
	vendor.copy(tags, 12);
	return tags;
}

/** Every packet is shorter than 255 bytes, so that one length byte holds it. */
function page(packets: Buffer[], granule: number, sequence: number, flags: number): Buffer {
	const head = Buffer.alloc(27);
	head.write('OggS', 0);
	head.writeUInt8(flags, 5);
	head.writeBigUInt64LE(BigInt(granule), 6);
	head.writeUInt32LE(STREAM_SERIAL, 14);
	head.writeUInt32LE(sequence, 18);
	head.writeUInt8(packets.length, 26);
	const lengths = Buffer.from(packets.map((packet) => packet.length));
	const whole = Buffer.concat([head, lengths, ...packets]);
	whole.writeUInt32LE(oggChecksum(whole), 22);
	return whole;
}

function oggChecksum(bytes: Buffer): number {
	let sum = 0;
	for (const byte of bytes) {
		sum ^= byte << 24;
		for (let bit = 0; bit < 8; bit++) sum = sum & 0x80000000 ? (sum << 1) ^ 0x04c11db7 : sum << 1;
	}
	return sum >>> 0;
}
