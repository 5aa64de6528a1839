import { opusSamples, oggPage, OPUS_RATE } from '../sound/oggPage';
import type { ByteReader } from '../sound/byteReader';
import { Unsplittable, type Recording, type Unit } from './recording';

const PAGE_HEAD = 27;
const CONTINUED = 1;
const FIRST = 2;
const LAST = 4;
/** A decoder needs so much before the sound is right (RFC 7845, 4.6). */
const PREROLL_SECONDS = 0.08;
const PACKETS_PER_PAGE = 50;
const LONGEST_PACKET = 2_000_000;

interface Packet {
	bytes: Buffer;
	serial: number;
}

/** Opus in Ogg: its packets on new pages, with the headers before them and positions that begin at 0 (RFC 7845, RFC 3533). */
export async function opusRecording(reader: ByteReader): Promise<Recording> {
	const packets = packetsOf(reader);
	const head = await nextPacket(packets);
	const tags = await nextPacket(packets);
	if (head.length < 19) throw new Unsplittable('does not say its format');
	return {
		...{ extension: 'ogg', mimeType: 'audio/ogg', quiet: 0.3, playsLead: false },
		units: unitsOf(packets),
		leadOf(units, at) {
			let lead = 0;
			for (let passed = 0; lead < at && passed < PREROLL_SECONDS; lead++) {
				passed += units[at - lead - 1]?.seconds ?? 0;
			}
			return lead;
		},
		fileOf: (units, lead) => pages(head, tags, units, lead),
	};
}

async function* unitsOf(packets: AsyncGenerator<Packet>): AsyncGenerator<Unit> {
	for await (const { bytes } of packets) {
		const seconds = opusSamples(bytes) / OPUS_RATE;
		if (seconds > 0) yield { bytes, seconds, level: bytes.length / seconds };
	}
}

/** A part that does not begin the recording skips what is there for the decoder only. */
function pages(head: Buffer, tags: Buffer, units: readonly Unit[], lead: number): Buffer[] {
	const start = Buffer.from(head);
	const skipped = units.slice(0, lead).reduce((sum, { bytes }) => sum + opusSamples(bytes), 0);
	if (lead > 0) start.writeUInt16LE(skipped, 10);
	const files = [oggPage([start], { flags: FIRST, granule: 0, sequence: 0 })];
	// Long tags, such as pictures, would take several pages.
	const plain = tags.length < 60_000 ? tags : Buffer.from('OpusTags\0\0\0\0\0\0\0\0', 'latin1');
	files.push(oggPage([plain], { flags: 0, granule: 0, sequence: 1 }));
	let granule = 0;
	for (const [from, to] of groups(units)) {
		const group = units.slice(from, to).map(({ bytes }) => bytes);
		granule += group.reduce((sum, bytes) => sum + opusSamples(bytes), 0);
		const flags = to === units.length ? LAST : 0;
		files.push(oggPage(group, { flags, granule, sequence: files.length }));
	}
	return files;
}

/** Packets that fit on a page, whose lengths have 255 bytes. */
function* groups(units: readonly Unit[]): Generator<[from: number, to: number]> {
	let [from, lengths] = [0, 0];
	for (const [at, { bytes }] of units.entries()) {
		const own = Math.floor(bytes.length / 255) + 1;
		if (at > from && (lengths + own > 255 || at - from === PACKETS_PER_PAGE)) {
			yield [from, at];
			[from, lengths] = [at, 0];
		}
		lengths += own;
	}
	if (from < units.length) yield [from, units.length];
}

async function nextPacket(packets: AsyncGenerator<Packet>): Promise<Buffer> {
	const next = await packets.next();
	if (next.done === true) throw new Unsplittable('has no sound');
	return Buffer.from(next.value.bytes);
}

/** The packets of the first stream, put together where they go on on the next page. */
async function* packetsOf(reader: ByteReader): AsyncGenerator<Packet> {
	let serial: number | undefined;
	let open: Buffer[] = [];
	for (;;) {
		const head = await reader.take(PAGE_HEAD);
		if (head.length < PAGE_HEAD) return;
		if (head.toString('latin1', 0, 4) !== 'OggS') {
			throw new Unsplittable(`holds something else than pages at ${reader.position} bytes`);
		}
		const [flags, own] = [head[5] ?? 0, head.readUInt32LE(14)];
		const lengths = await reader.take(head[26] ?? 0);
		const body = await reader.take(lengths.reduce((sum, length) => sum + length, 0));
		serial ??= own;
		if (own !== serial) {
			if ((flags & FIRST) !== 0) throw new Unsplittable('holds several streams');
			continue;
		}
		if ((flags & CONTINUED) === 0) open = [];
		let at = 0;
		for (const length of lengths) {
			open.push(body.subarray(at, at + length));
			at += length;
			if (length === 255) continue;
			const bytes = Buffer.concat(open);
			if (bytes.length > LONGEST_PACKET) throw new Unsplittable('has packets without an end');
			open = [];
			yield { bytes, serial };
		}
	}
}
