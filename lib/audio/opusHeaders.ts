import { LARGEST_ON_PAGE } from './oggPage';
import { nextPacket, type OggPacket } from './oggPackets';
import { Unreadable } from './unreadable';

/** Positions in Opus are always counted at this rate (RFC 7845, 4). */
export const OPUS_RATE = 48_000;

const HEAD_BYTES = 19;
const LARGEST_TAGS = 60_000;
const NO_TAGS = Buffer.from('OpusTags\0\0\0\0\0\0\0\0', 'latin1');

/** The two headers of an Opus stream. Long tags, such as pictures, would take several pages and are dropped. Throws an Unreadable. */
export async function opusHeaders(
	packets: AsyncGenerator<OggPacket>,
): Promise<{ head: Buffer; tags: Buffer }> {
	const head = await nextPacket(packets);
	const tags = await nextPacket(packets);
	const isHead = head.length >= HEAD_BYTES && head.length <= LARGEST_ON_PAGE;
	if (!isHead || head.toString('latin1', 0, 8) !== 'OpusHead') {
		throw new Unreadable('is not an Ogg Opus file');
	}
	return { head, tags: tags.length < LARGEST_TAGS ? tags : NO_TAGS };
}

/** The packets that play something, with how many samples that is. Throws an Unreadable for one that fits on no page. */
export async function* opusSound(
	packets: AsyncGenerator<OggPacket>,
): AsyncGenerator<OggPacket & { samples: number }> {
	for await (const packet of packets) {
		const samples = opusSamples(packet.bytes);
		if (packet.bytes.length > LARGEST_ON_PAGE) throw new Unreadable('has packets without an end');
		if (samples > 0) yield { ...packet, samples };
	}
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
