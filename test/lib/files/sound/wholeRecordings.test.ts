import { ByteReader } from '../../../../lib/files/sound/containers/byteReader';
import { openRecording } from '../../../../lib/files/sound/openRecording';
import type { SoundUnit } from '../../../../lib/files/sound/containers/recording';
import { silentAac } from '../../../service/media/aac';
import { toFlac } from '../../../service/media/flac';
import { silentMp3 } from '../../../service/media/mp3';
import { silentOpus } from '../../../service/media/opus';
import { toneFor } from '../../../service/media/tone';
import { pagesOf, sealed } from './oggPages';

async function read(bytes: Buffer) {
	const recording = await openRecording(new ByteReader([bytes]));
	const units: SoundUnit[] = [];
	for await (const unit of recording.units) units.push(unit);
	const last = units.at(-1);
	const end = last === undefined ? 0 : last.start + last.seconds;
	return { ...recording, units, end, seconds: units.reduce((sum, unit) => sum + unit.seconds, 0) };
}

const indexed = silentMp3(10);
/** Frames of 96 bytes, the first of which holds the index. */
const plain = indexed.subarray(96);
const syncSafe = (size: number) => [21, 14, 7, 0].map((shift) => (size >> shift) & 127);
const picture = (size: number) =>
	Buffer.from(Array.from({ length: size }, (_, at) => (at * 7919) % 251));

/** A tag of that many bytes under a size that may be another. */
function tag(size: number, written: number[]): Buffer {
	return Buffer.concat([Buffer.from([0x49, 0x44, 0x33, 3, 0, 0, ...written]), picture(size)]);
}

const text = Buffer.from('\r\n<script>window.report("the page of a server");</script>\r\n');
const plainSize = Buffer.alloc(4);
plainSize.writeUInt32BE(70_016);

describe('bytes that are no sound are no gap', () => {
	const around: Array<[string, (mp3: Buffer) => Buffer]> = [
		['a tag that is longer than it says', (mp3) => Buffer.concat([tag(5000, syncSafe(3956)), mp3])],
		[
			'a tag whose size is a plain number',
			(mp3) => Buffer.concat([tag(70_016, [...plainSize]), mp3]),
		],
		['zeros before', (mp3) => Buffer.concat([Buffer.alloc(4096), mp3])],
		['many zeros before', (mp3) => Buffer.concat([Buffer.alloc(300_000), mp3])],
		['zeros after', (mp3) => Buffer.concat([mp3, Buffer.alloc(200_000)])],
		['many zeros after', (mp3) => Buffer.concat([mp3, Buffer.alloc(900_000)])],
		['the page of a server after', (mp3) => Buffer.concat([mp3, text])],
	];
	it.each(around)('an MP3 file with an index has no gap for %s', async (_name, change) => {
		const { gaps, end, units } = await read(change(indexed));
		expect([gaps, units.length]).toEqual([[], plain.length / 96]);
		expect(end).toBeCloseTo(10, 1);
	});

	it.each(around)('an MP3 file without an index has no gap for %s', async (_name, change) => {
		const { gaps, end, units } = await read(change(plain));
		expect([gaps, units.length]).toEqual([[], plain.length / 96]);
		expect(end).toBeCloseTo(10, 1);
	});

	it('noise after an MP3 file that lacks frames of its count is a gap, up to the count', async () => {
		const cut = Buffer.concat([indexed.subarray(0, 96 * 300), picture(40_000)]);
		const { gaps } = await read(cut);
		expect(gaps).toEqual([{ start: expect.closeTo(7.2, 1), end: expect.closeTo(10, 1) }]);
	});
});

describe('an ID3 tag in front is a tag', () => {
	const id3 = tag(10, syncSafe(10));
	it.each<[string, Buffer]>([
		['aac', silentAac(10)],
		['flac', toFlac(toneFor('One', 10, 24_000))],
	])('an ID3 tag in front of %s is no gap', async (extension, bytes) => {
		const all = await read(Buffer.concat([id3, bytes]));
		expect(all).toMatchObject({ extension, gaps: [] });
		expect(all.seconds).toBeCloseTo(10, 1);
	});
});

const opus = silentOpus(10);
const starts = pagesOf(opus).map((_page, index) => {
	let at = 0;
	for (let page = 0; page < index; page++) at = opus.indexOf('OggS', at + 4);
	return at;
});
const lastPage = starts.at(-1) ?? 0;

/** The same file with other positions on the pages that hold sound. */
function counted(positionOf: (packets: number, position: number) => number): Buffer {
	const copy = Buffer.from(opus);
	let packets = 0;
	for (const [index, { granule, packets: own }] of pagesOf(opus).entries()) {
		if (index < 2) continue;
		packets += own.length;
		copy.writeBigInt64LE(BigInt(positionOf(packets, granule)), (starts[index] ?? 0) + 6);
	}
	return sealed(copy);
}

/** A page without packets. */
function emptyPage(position: number): Buffer {
	const page = Buffer.from(opus.subarray(lastPage, lastPage + 27));
	page.writeUInt8(4, 5);
	page.writeBigInt64LE(BigInt(position), 6);
	page.writeUInt32LE(starts.length, 18);
	page.writeUInt8(0, 26);
	return sealed(page);
}

const unmarked = Buffer.from(opus);
unmarked.writeUInt8(0, lastPage + 5);
const open = sealed(unmarked);

describe('an Ogg file is whole', () => {
	it.each<[string, Buffer]>([
		['whose last page is not marked', open],
		['whose last page holds nothing but its mark', Buffer.concat([open, emptyPage(-1)])],
		[
			'whose empty last page repeats the position',
			Buffer.concat([open, emptyPage(pagesOf(opus).at(-1)?.granule ?? 0)]),
		],
		['whose pages count a third of their samples', counted((packets) => packets * 320)],
		['whose pages count nothing', counted(() => 0)],
		['whose pages have no positions', counted(() => -1)],
	])('an Ogg file is whole %s', async (_name, bytes) => {
		const { gaps, units, end } = await read(bytes);
		expect([gaps, units.length]).toEqual([[], 500]);
		expect(end).toBeCloseTo(10, 1);
		expect(units[250]?.start).toBeCloseTo(5, 1);
	});

	it('lost pages are a gap in an Ogg file whose pages count too few samples', async () => {
		const third = counted((packets) => packets * 320);
		const { gaps, end } = await read(
			Buffer.concat([third.subarray(0, starts[4]), third.subarray(starts[5])]),
		);
		expect(gaps).toEqual([{ start: expect.closeTo(2, 1), end: expect.closeTo(3, 1) }]);
		expect(end).toBeCloseTo(10, 1);
	});

	it('an Ogg file starts within a packet where its first page counts fewer samples', async () => {
		const { units } = await read(counted((_packets, position) => position - 1000));
		expect(units[50]?.start).toBeCloseTo((50 * 960 - 1000) / 48_000, 4);
	});

	it('an Ogg file keeps its times where its first page of sound is lost', async () => {
		const { units } = await read(
			Buffer.concat([opus.subarray(0, starts[2]), opus.subarray(starts[3])]),
		);
		expect(units[0]?.start).toBeCloseTo(1, 4);
	});

	it('an Ogg page that does not end is a gap without an end', async () => {
		const { gaps } = await read(open.subarray(0, lastPage + 40));
		expect(gaps).toEqual([{ start: expect.closeTo(9, 1), end: null }]);
	});
});
