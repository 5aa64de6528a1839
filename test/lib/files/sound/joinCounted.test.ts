import { planJoin } from '../../../../lib/files/sound/joinPlan';
import { toFlac } from '../../../service/media/flac';
import { silentOpus } from '../../../service/media/opus';
import { toneFor, toPcm, type Tone } from '../../../service/media/tone';
import { pagesOf, sealed } from './oggPages';
import { flacFramesOf } from './flacFrames';
import { inPieces, join } from './reading';

const RATE = 24_000;
const toneOf = (count: number): Tone => ({
	samples: toneFor('One', 1, RATE).samples.subarray(0, count),
	sampleRate: RATE,
});
const INFO = 8;

describe('joined FLAC', () => {
	const [one, two, three] = [toneOf(9000), toneOf(4096), toneOf(5000)];
	const parts = [one, two, three].map(toFlac);

	it('has all samples, in frames that are numbered by their first one', async () => {
		const frames = flacFramesOf(await join('flac', parts));
		const sound = Buffer.concat(frames.map((frame) => frame.sound));
		expect(sound.swap16().equals(Buffer.concat([one, two, three].map(toPcm)))).toBe(true);
		let passed = 0;
		for (const frame of frames) {
			expect(frame).toMatchObject({ number: passed, isVariable: true, isIntact: true });
			passed += frame.sound.length / 2;
		}
	});

	it('says how many samples it has, how long a block can be, and leaves its digest open', async () => {
		const joined = await join('flac', parts);
		expect(joined.toString('latin1', 0, 4)).toBe('fLaC');
		expect(joined.readUInt32BE(INFO + 14)).toBe(9000 + 4096 + 5000);
		expect([joined.readUInt16BE(INFO), joined.readUInt16BE(INFO + 2)]).toEqual([16, 4096]);
		expect(joined.readUIntBE(INFO + 10, 3) >> 4).toBe(RATE);
		expect(joined.subarray(INFO + 18, INFO + 34).every((byte) => byte === 0)).toBe(true);
	});

	it('can be joined again', async () => {
		const twice = await join('flac', [await join('flac', parts.slice(0, 2)), ...parts.slice(2)]);
		expect(twice.equals(await join('flac', parts))).toBe(true);
	});

	it('drops a last block that is too short to have another one after it', async () => {
		const joined = await join('flac', [toFlac(toneOf(4096 + 15)), toFlac(toneOf(15))]);
		expect(flacFramesOf(joined).map(({ sound }) => sound.length / 2)).toEqual([4096, 15]);
		expect(joined.readUInt32BE(INFO + 14)).toBe(4096 + 15);
	});

	it.each<[string, Buffer, RegExp]>([
		[
			'another rate',
			toFlac({ ...two, sampleRate: 48_000 }),
			/^The parts differ: FLAC, 24000 Hz, 1 ch, 16 bits, and FLAC, 48000 Hz, 1 ch, 16 bits$/,
		],
		['no FLAC', Buffer.from('RIFF and more of it'), /^Part 2 /],
		['no sound', toFlac(two).subarray(0, 42), /^Part 2 has no sound$/],
		[
			'something between the frames',
			Buffer.concat([toFlac(two).subarray(0, 42), Buffer.alloc(99, 7)]),
			/^Part 2 has no sound$/,
		],
	])('refuses %s', async (_what, second, sentence) => {
		await expect(planJoin('flac', [toFlac(one), second])).rejects.toThrow(sentence);
	});

	it('notices a part that is another one when it is read again', async () => {
		const { bytes } = await planJoin('flac', parts);
		const open = async () => inPieces(toFlac(toneOf(100)));
		const read = async () => {
			for await (const piece of bytes(open)) expect(piece.length).toBeGreaterThan(0);
		};
		await expect(read()).rejects.toThrow('A part changed while it was joined');
	});
});

describe.each(['opus', 'ogg'])('joined Opus with the extension %s', (extension) => {
	const PACKET = 960;
	const parts = [silentOpus(1.5), silentOpus(0.4), silentOpus(2.1)];
	const packets = 75 + 20 + 105;

	it('is one stream whose pages are counted through', async () => {
		const pages = pagesOf(await join(extension, parts));
		expect(pages.map(({ sequence }) => sequence)).toEqual(pages.map((_page, index) => index));
		expect(new Set(pages.map(({ serial }) => serial)).size).toBe(1);
		expect(pages.every(({ isIntact }) => isIntact)).toBe(true);
		const flags = pages.map((page) => page.flags);
		expect(flags).toEqual([2, ...Array<number>(pages.length - 2).fill(0), 4]);
	});

	it('has all packets, and positions that count them', async () => {
		const [head, tags, ...sound] = pagesOf(await join(extension, parts));
		expect(head?.packets[0]?.equals(pagesOf(parts[0])[0]?.packets[0] ?? Buffer.alloc(0))).toBe(
			true,
		);
		expect(tags?.packets[0]?.toString('latin1', 0, 8)).toBe('OpusTags');
		let passed = 0;
		for (const page of sound.slice(0, -1)) {
			passed += page.packets.length * PACKET;
			expect(page.granule).toBe(passed);
		}
		expect(sound.flatMap((page) => page.packets)).toHaveLength(packets);
		// What each file counts besides its packets is not repeated at the end.
		expect(sound.at(-1)?.granule).toBe(packets * PACKET);
	});

	it('plays the end of the last part up to where that part ended', async () => {
		const trimmed = withEnd(silentOpus(1), 40_000);
		const pages = pagesOf(await join(extension, [trimmed, trimmed]));
		// 50 packets: the last 8 are not played, and one is played in part.
		const kept = 42;
		expect(pages.slice(2).flatMap((page) => page.packets)).toHaveLength(2 * kept);
		expect(pages.at(-1)?.granule).toBe(kept * PACKET + 40_000);
	});

	it.each<[string, Buffer, RegExp]>([
		['stereo', changed(silentOpus(1), 28 + 9, 2), /^The parts differ: Opus, 1 ch, and Opus, 2 ch$/],
		['another gain', changed(silentOpus(1), 28 + 16, 9), /^The parts differ/],
		['Vorbis', changed(silentOpus(1), 28, 1), /^Part 2 is not an Ogg Opus file$/],
		['no pages', toFlac(toneOf(9)), /^Part 2 holds something other than pages$/],
		['no sound', silentOpus(1).subarray(0, 28 + 19 + 28 + 21), /^Part 2 has no sound$/],
	])('refuses %s', async (_what, second, sentence) => {
		await expect(planJoin(extension, [silentOpus(1), second])).rejects.toThrow(sentence);
	});
});

function changed(file: Buffer, at: number, value: number): Buffer {
	return sealed(Buffer.from(file).fill(value, at, at + 1));
}

/** The same file, whose last page says that it ends earlier. */
function withEnd(file: Buffer, granule: number): Buffer {
	const copy = Buffer.from(file);
	copy.writeBigUInt64LE(BigInt(granule), copy.lastIndexOf('OggS') + 6);
	return sealed(copy);
}
