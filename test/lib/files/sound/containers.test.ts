import { silentAac } from '../../../service/media/aac';
import { sealed } from './oggPages';
import { vorbisOf } from './vorbisFile';
import { split } from './reading';
import { m4aOf, soundEntry, type M4aOptions } from './m4aFile';

const HEADER = 7;
const RATE = 24_000;
/** Frames of several sizes, each with its number in it. */
const frames = Array.from({ length: 4000 }, (_, index) => {
	const frame = Buffer.alloc(9 + (index % 5), 0x21);
	frame.writeUInt32BE(index);
	return frame;
});

const isSame = (one: Buffer[], other: Buffer[]) =>
	one.length === other.length && Buffer.concat(one).equals(Buffer.concat(other));

/** The frames of an ADTS file, without their headers. */
function framesOf(adts: Buffer): Buffer[] {
	const found: Buffer[] = [];
	for (let at = 0; at < adts.length;) {
		const size = (adts.readUIntBE(at + 3, 3) >> 5) & 0x1fff;
		if (adts.readUInt16BE(at) !== 0xfff1) throw new Error(`No frame at ${at}`);
		found.push(adts.subarray(at + HEADER, at + size));
		at += size;
	}
	return found;
}

describe('AAC in an MP4 file', () => {
	it.each<[string, M4aOptions]>([
		['with its index at the end', {}],
		['with its index at the start', { indexFirst: true }],
		['with long offsets', { isLong: true }],
		['of a film', { gap: Buffer.alloc(20_000, 0xff), indexFirst: true }],
		['of a QuickTime film', { gap: Buffer.alloc(300), entry: soundEntry([0x13, 0x08], 1) }],
		['in fragments', { isFragmented: true }],
		['of a film in fragments', { isFragmented: true, gap: Buffer.alloc(20_000, 0xff) }],
		['in fragments, joined late', { isFragmented: true, startsAt: 90_000_000 }],
		['with a lower half that says so', { entry: soundEntry([0x2b, 0x0a, 0x88, 0]) }],
	])('is split into ADTS files: %s', async (_name, options) => {
		const { recording, parts } = await split(m4aOf(frames, options));
		expect(recording).toMatchObject({ extension: 'aac', mimeType: 'audio/aac' });
		expect(parts.length).toBeGreaterThan(2);
		let next = 0;
		for (const { file, start, seconds, overlap } of parts) {
			const found = framesOf(file);
			const first = found[0]?.readUInt32BE() ?? -1;
			expect(isSame(found, frames.slice(first, first + found.length))).toBe(true);
			expect(start).toBeCloseTo((first * 1024) / RATE, 6);
			expect(seconds).toBeCloseTo((found.length * 1024) / RATE, 6);
			expect(next - first).toBe(Math.round((overlap * RATE) / 1024));
			next = first + found.length;
		}
		expect(next).toBe(frames.length);
	});

	const numbers = (file: Buffer) => framesOf(file).map((frame) => frame.readUInt32BE());

	it('starts where an edit starts it, and what was cut away is not sent', async () => {
		const edits: M4aOptions['edits'] = [[1000 * 1024, 500 * 1024]];
		const { parts } = await split(m4aOf(frames, { edits }));
		const sent = numbers(Buffer.concat(parts.map(({ file }) => file)));
		// One frame more, from which the first one fades in.
		expect([Math.min(...sent), Math.max(...sent)]).toEqual([499, 1499]);
		const last = parts.at(-1);
		expect((last?.start ?? 0) + (last?.seconds ?? 0)).toBeCloseTo((1000 * 1024) / RATE, 3);
	});

	it('is put together from several stretches, at the times at which they play', async () => {
		const edits: M4aOptions['edits'] = [
			[24_000, -1],
			[100 * 1024, 0],
			[200 * 1024, 2000 * 1024],
		];
		const { parts, recording } = await split(m4aOf(frames, { edits }));
		const sent = numbers(Buffer.concat(parts.map(({ file }) => file)));
		expect(sent).toHaveLength(301);
		expect(sent.filter((number) => number >= 100 && number < 1999)).toEqual([]);
		expect(recording.gaps).toEqual([]);
		expect(parts[0]?.start).toBeCloseTo(1, 6);
		expect(parts[0]?.jumps.reduce((sum, { by }) => sum + by, 0)).toBeCloseTo(-1024 / RATE, 6);
	});

	it.each<[string, M4aOptions['trackBefore']]>([
		['that is not enabled', { isEnabled: false }],
		['of another codec', { codec: 'ac-3' }],
	])(
		'is taken from the first track that is played, not from one before it %s',
		async (_name, trackBefore) => {
			const { parts } = await split(m4aOf(frames, { trackBefore }));
			expect(numbers(parts[0]?.file ?? Buffer.alloc(0)).slice(0, 3)).toEqual([0, 1, 2]);
		},
	);

	it('is taken from a track that is not played where it is the same as one in another codec', async () => {
		const memo = { isEnabled: false, trackBefore: { codec: 'apac' } };
		const { parts } = await split(m4aOf(frames, memo));
		expect(numbers(parts[0]?.file ?? Buffer.alloc(0)).slice(0, 3)).toEqual([0, 1, 2]);
		const german = m4aOf(frames, { ...memo, language: 0x10b5 });
		await expect(split(german)).rejects.toThrow('is an MP4 file with apac sound');
	});

	it('has the headers that AAC frames of the same sound have', async () => {
		const plain = framesOf(silentAac(10));
		const { parts } = await split(m4aOf(plain));
		expect(parts).toHaveLength(1);
		expect(parts[0]?.file.equals(silentAac(10))).toBe(true);
	});

	it('is read as far as a file goes that was cut off', async () => {
		const whole = m4aOf(frames, { indexFirst: true });
		const { parts } = await split(whole.subarray(0, -15));
		expect(framesOf(Buffer.concat(parts.map(({ file }) => file))).length).toBeGreaterThan(3990);
	});

	it.each<[string, Buffer, RegExp]>([
		[
			'Apple Lossless',
			m4aOf(frames, { codec: 'alac' }),
			/^is an MP4 file with Apple Lossless sound, which cannot be split without re-encoding it$/,
		],
		[
			'stretches in another order',
			m4aOf(frames, {
				edits: [
					[1024, 4096],
					[1024, 0],
				],
			}),
			/with sound that was edited/,
		],
		['MP3', m4aOf(frames, { entry: soundEntry([0], 0, 0x6b) }), /with sound other than AAC/],
		['another kind of AAC', m4aOf(frames, { entry: soundEntry([0xf9, 0x40]) }), /unusual kind/],
		['no index', m4aOf(frames).subarray(0, 5000), /^has no index of its sound$/],
		['no sound', Buffer.from('\0\0\0\x10ftypM4A mp42\0\0\0\x08moov', 'latin1'), /^has no sound$/],
		[
			'an index that is not whole',
			damaged(m4aOf(frames), 'stco', 4, 1),
			/^does not say where all of its sound is$/,
		],
		[
			'sound out of order',
			damaged(m4aOf(frames), 'stco', 12, 0),
			/^stores its sound out of order$/,
		],
	])('is refused with the reason: %s', async (_name, file, reason) => {
		await expect(split(file)).rejects.toThrow(reason);
	});
});

/** The same file with another number in a table of its index. */
function damaged(file: Buffer, table: string, at: number, value: number): Buffer {
	const copy = Buffer.from(file);
	const start = copy.lastIndexOf(table) + 4;
	if (at !== 4) copy.writeUInt32BE(value, start + at);
	else copy.writeUInt32BE(8 + 8 + 4 * value, start - 8);
	return copy;
}

describe('Vorbis in Ogg', () => {
	it.each<[string, (file: Buffer) => Buffer, RegExp]>([
		[
			'no sample rate',
			(file) => sealed(Buffer.from(file).fill(0, 28 + 12, 28 + 16)),
			/its sample rate$/,
		],
		['a setup without modes', withoutModes, /^does not say how long its packets are$/],
	])('is refused with the reason: %s', async (_name, change, reason) => {
		await expect(split(change(await vorbisOf(5)))).rejects.toThrow(reason);
	});
});

function withoutModes(file: Buffer): Buffer {
	const copy = Buffer.from(file);
	const setup = copy.indexOf('\x05vorbis', 0, 'latin1');
	return sealed(copy.fill(0xff, setup + 100, setup + 10_000));
}
