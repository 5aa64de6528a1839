import { silentOpus } from '../../../service/media/opus';
import { oggOf, pagesOf, sealed } from './oggPages';
import { split } from './reading';
import { vorbisOf } from './vorbisFile';

const OPUS_PACKET = 960;
const OPUS_RATE = 48_000;
const OPUS_PACKETS = 150 * 50;

/** Opus of 150 seconds whose packets have their number in them, after three bytes that say how long they play. */
function numberedOpus(preSkip: number, origin: number): Buffer {
	const [head, tags] = pagesOf(silentOpus(1));
	head?.packets[0]?.writeUInt16LE(preSkip, 10);
	const headers = [head, tags].map((page) => ({ granule: 0, packets: page?.packets ?? [] }));
	const packets = Array.from({ length: OPUS_PACKETS }, (_, number) => {
		const packet = Buffer.from([0xf8, 0xff, 0xfe, 0, 0, 0, 0]);
		packet.writeUInt32BE(number, 3);
		return packet;
	});
	const pages = Array.from({ length: OPUS_PACKETS / 50 }, (_, page) => ({
		granule: origin + (page + 1) * 50 * OPUS_PACKET,
		packets: packets.slice(page * 50, (page + 1) * 50),
	}));
	return oggOf([...headers, ...pages]);
}

it.each([
	[312, 0],
	[3840, 0],
	[312, 5_000_000],
])(
	'parts of Opus that skips %i samples and counts from %i start where their first sound is heard, and play alone',
	async (preSkip, origin) => {
		const { parts } = await split(numberedOpus(preSkip, origin));
		expect(parts.length).toBe(3);
		let [end, next] = [0, 0];
		for (const { file, start, seconds, overlap } of parts) {
			const [head, tags, ...pages] = pagesOf(file);
			expect(tags?.packets[0]?.toString('latin1', 0, 8)).toBe('OpusTags');
			const skipped = head?.packets[0]?.readUInt16LE(10) ?? 0;
			const packets = pages.flatMap((page) => page.packets);
			const first = packets[0]?.readUInt32BE(3) ?? -1;
			expect(packets.map((packet) => packet.readUInt32BE(3) - first)).toEqual([...packets.keys()]);
			// A decoder needs 80 ms before it is right (RFC 7845, 4.6).
			if (start > 0) expect(skipped).toBeGreaterThanOrEqual(0.08 * OPUS_RATE);
			expect(start).toBeCloseTo((first * OPUS_PACKET + skipped - preSkip) / OPUS_RATE, 6);
			expect((pages.at(-1)?.granule ?? 0) - skipped).toBeCloseTo(seconds * OPUS_RATE, 0);
			// A player takes the time of the first sound from the position of its page.
			const ends = pages.map((page) => (page.packets.at(-1)?.readUInt32BE(3) ?? -1) + 1 - first);
			expect(pages.map(({ granule }) => granule / OPUS_PACKET)).toEqual(ends);
			expect(start).toBeCloseTo(end - overlap, 6);
			[end, next] = [start + seconds, first + packets.length];
		}
		expect(next).toBe(OPUS_PACKETS);
	},
);

const VORBIS_RATE = 16_000;
const VORBIS_HEADERS = 3;

/** The position at the end of each packet: a quarter of its block and of the one before it. The encoder has two modes, of which the second is long. */
function vorbisEnds(head: Buffer, packets: readonly Buffer[]): number[] {
	const blocks = packets.map(([first = 0]) =>
		(first & 2) === 0 ? 2 ** (head.readUInt8(28) & 15) : 2 ** (head.readUInt8(28) >> 4),
	);
	let position = 0;
	return blocks.map((block, index) => {
		const before = blocks[index - 1];
		return (position += before === undefined ? 0 : (before + block) / 4);
	});
}

it('parts of Vorbis start where their second packet does, which is the first one that is heard', async () => {
	const vorbis = await vorbisOf(33);
	const all = pagesOf(vorbis).flatMap((page) => page.packets);
	const [headers, packets] = [all.slice(0, VORBIS_HEADERS), all.slice(VORBIS_HEADERS)];
	const [head = Buffer.alloc(0)] = headers;
	const ends = vorbisEnds(head, packets);
	const { recording, parts } = await split(vorbis, { seconds: 15 });
	expect(recording).toMatchObject({ extension: 'ogg', mimeType: 'audio/ogg' });
	expect(parts.length).toBe(3);
	let [from, next] = [0, 0];
	for (const { file, start, seconds, overlap } of parts) {
		// Without an overlap, a part starts where the one before it ends.
		expect([start, overlap]).toEqual([expect.closeTo(from, 6), 0]);
		from = start + seconds;
		const pages = pagesOf(file);
		expect(pages.every(({ isIntact }) => isIntact)).toBe(true);
		expect(pages.map(({ sequence }) => sequence)).toEqual([...pages.keys()]);
		const sent = pages.flatMap((page) => page.packets);
		const own = sent.slice(VORBIS_HEADERS);
		expect(Buffer.concat(sent.slice(0, VORBIS_HEADERS)).equals(Buffer.concat(headers))).toBe(true);
		const first = packets.findIndex((_packet, at) =>
			own.every((packet, index) => packets[at + index]?.equals(packet) === true),
		);
		// The first packet of a later part is there for the decoder alone.
		expect(first).toBe(Math.max(0, next - 1));
		next = first + own.length;
		const origin = ends[first] ?? -1;
		expect(start).toBeCloseTo(origin / VORBIS_RATE, 6);
		let last = -VORBIS_HEADERS;
		for (const page of pagesOf(file).slice(0, -1)) {
			last += page.packets.length;
			const played = last > 0 ? (ends[first + last - 1] ?? -1) - origin : 0;
			expect(page.granule).toBe(played);
		}
	}
	expect(next).toBe(packets.length);
	expect(from).toBeCloseTo((pagesOf(vorbis).at(-1)?.granule ?? 0) / VORBIS_RATE, 6);
});

it('Opus under a cover of some megabytes is split like another', async () => {
	const plain = silentOpus(30);
	const starts = [...plain.toString('latin1').matchAll(/OggS/g)].map(({ index }) => index);
	const pages = starts.map((at, page) => plain.subarray(at, starts[page + 1]));
	const tags = Buffer.concat([Buffer.from('OpusTags'), Buffer.alloc(5_000_000, 0x41)]);
	const tagPages = [];
	for (let at = 0; at < tags.length; at += 255 * 255) {
		const body = tags.subarray(at, at + 255 * 255);
		const lengths = Array<number>(Math.floor(body.length / 255)).fill(255);
		if (body.length < 255 * 255) lengths.push(body.length % 255);
		const head = Buffer.from(pages[1]?.subarray(0, 27) ?? []);
		head[5] = at === 0 ? 0 : 1;
		head[26] = lengths.length;
		tagPages.push(Buffer.concat([head, Buffer.from(lengths), body]));
	}
	const all = [...pages.slice(0, 1), ...tagPages, ...pages.slice(2)].map((page, index) => {
		const numbered = Buffer.from(page);
		numbered.writeUInt32LE(index, 18);
		return numbered;
	});
	const { recording, parts } = await split(sealed(Buffer.concat(all)), { seconds: 11 });
	const { parts: without } = await split(plain, { seconds: 11 });
	expect(recording.gaps).toEqual([]);
	expect(parts.map(({ seconds }) => seconds)).toEqual(without.map(({ seconds }) => seconds));
	expect(parts.every(({ file }) => file.length < 1_000_000)).toBe(true);
});
